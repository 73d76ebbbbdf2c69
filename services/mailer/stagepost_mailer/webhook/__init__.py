"""A hosted mail provider as intake: it posts each mail to us, signed."""
