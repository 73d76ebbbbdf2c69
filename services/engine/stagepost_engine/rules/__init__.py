"""What every game is made of, and no game in particular."""
