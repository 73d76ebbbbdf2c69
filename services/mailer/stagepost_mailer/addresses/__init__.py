"""Reply addresses and their tokens, envelope senders, Message-IDs, and who may send."""
