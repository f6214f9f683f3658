"""Plots without a window."""
