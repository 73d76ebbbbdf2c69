"""The games that can be played here; a new one is listed in `GAMES` and nowhere else."""
