"""The Iceberg table agent_model_runs, its journal and its evidence."""
