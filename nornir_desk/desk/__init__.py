"""The desktop face: a Qt window over the same state that the command line prints."""
