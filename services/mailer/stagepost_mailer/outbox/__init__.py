"""What the engine wants told, on its way to the job that tells it, and what became of it."""
