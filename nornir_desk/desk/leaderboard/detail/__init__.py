"""The selected cell in full."""
