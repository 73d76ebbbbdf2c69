"""What the engine and the mailer agree on: data and pure functions, nothing that runs."""
