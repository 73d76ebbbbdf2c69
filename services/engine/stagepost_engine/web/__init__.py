"""Pages of the engine for a browser."""
