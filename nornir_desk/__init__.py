"""nornir-desk: the bench that shows which agent and which model to use."""

__version__ = "0.1.0"
