"""Colours, type, icons and marks; nothing else in the window names one."""
