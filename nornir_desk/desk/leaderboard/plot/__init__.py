"""Score against cost, latency or speed."""
