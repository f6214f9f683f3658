"""What a user declares in ``nornir.toml``: providers and agents."""
