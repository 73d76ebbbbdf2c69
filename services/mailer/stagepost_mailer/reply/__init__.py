"""How a raw message becomes the player's own fresh words: pure, linear, never raising."""
