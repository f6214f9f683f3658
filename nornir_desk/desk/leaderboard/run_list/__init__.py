"""The runs that have landed and those under way, newest first."""
