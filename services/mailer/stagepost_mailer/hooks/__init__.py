"""Webhooks out: each event posted to who wants it, signed, to public addresses only."""
