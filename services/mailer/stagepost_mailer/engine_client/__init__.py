"""The mailer as a client of the engine's API, with a service token."""
