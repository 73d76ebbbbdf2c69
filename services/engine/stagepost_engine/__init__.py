"""The engine: rules, matches, the REST face and its pages."""
