"""Crude: The Oil Game, for two to four seats."""
