"""Two cells side by side."""
