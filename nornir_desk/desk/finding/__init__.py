"""The parts of the command palette."""
