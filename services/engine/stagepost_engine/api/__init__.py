"""The REST face of the engine, under /v1."""
