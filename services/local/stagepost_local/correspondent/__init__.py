"""A correspondent: a player that is a program, with a mailbox and an SMTP address and no more."""
