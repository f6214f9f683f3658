"""What screens show, as values and as text; without Qt and without I/O."""
