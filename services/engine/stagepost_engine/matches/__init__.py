"""The use cases: what may happen to a match, decided purely and committed once."""
