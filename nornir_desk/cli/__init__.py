"""The headless face: one module a command group."""
