"""Mail on its way out: one message built, one connection kept."""
