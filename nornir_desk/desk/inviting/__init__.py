"""Pages that stand where there is nothing to show."""
