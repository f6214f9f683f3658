"""Shared I/O that nobody else writes again."""
