"""nornir-desk: the bench that shows which agent and which model to use."""
