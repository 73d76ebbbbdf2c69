"""Many matches at once, without mail: how long they are, who wins them, and what nobody uses."""
