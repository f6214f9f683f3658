"""Reading in the background: what is read, and how it reaches the thread that draws."""
