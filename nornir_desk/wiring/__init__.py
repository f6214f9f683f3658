"""The only place that names adapters."""
