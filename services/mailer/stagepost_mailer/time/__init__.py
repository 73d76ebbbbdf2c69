"""When things happen: dues, relays and retries, by the server's clock and without a leader."""
