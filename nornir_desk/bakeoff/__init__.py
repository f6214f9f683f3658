"""Use cases of the bake-off: run, resume, demo."""
