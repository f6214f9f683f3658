"""How far a plan may go. Imports nothing, for the command line's help asks here."""

MAX_REPEATS = 1_000
MAX_JOBS = 256
MAX_TIMEOUT_S = 7 * 24 * 3600.0
