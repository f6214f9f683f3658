"""What holds for every test."""

import os

from hypothesis import settings

# Timings never fail a unit test: a busy machine is no fault of the code.
settings.register_profile("nornir", deadline=None)
settings.load_profile("nornir")

# polars reads Iceberg with pyiceberg's planner and warns where it has to find that out itself.
os.environ.setdefault("POLARS_ICEBERG_PLANNER", "pyiceberg")
