"""The games themselves, each in its own folder and none aware of another."""
