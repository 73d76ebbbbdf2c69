"""A mailbox elsewhere as a second intake."""
