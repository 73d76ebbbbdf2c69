"""The names by which things are known, as types of their own."""

from __future__ import annotations

from typing import NewType

MatchId = NewType("MatchId", str)
"""Opaque, lower-case letters and digits; safe in a URL, a key and a mail address."""

Seat = NewType("Seat", str)
"""A place at the table, by the name its player goes by there."""
