"""One cell over the runs of its task."""
