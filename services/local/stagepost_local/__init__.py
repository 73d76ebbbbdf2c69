"""One box: the whole house in one process tree, for a newcomer and for a small host."""
