"""Where matches are kept: Redis or Valkey, one atomic commit for each change."""
