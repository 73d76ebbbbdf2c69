"""Bombay: a map, action points, and holdings behind a screen; two to five players."""
