"""The ten phases of a round by the rulebook's numbers and names, and the steps within each."""

from __future__ import annotations

LOBBYING = 1
DEMAND = 2
RANDOM_EVENT = 3
INFRASTRUCTURE = 4
AUCTION = 5
EXTRACTION = 6
REFINERY = 7
FEES = 8
EXCHANGE = 9
INCOME = 10

PART_NAMES = (
    "lobbying",
    "demand",
    "event",
    "infrastructure",
    "auction",
    "extraction",
    "refinery",
    "fees",
    "exchange",
    "income",
)
"""How deals name a phase; the rulebook's number is the place plus one."""

FIRST_STEP = {
    LOBBYING: "lobby",
    DEMAND: "demand",
    RANDOM_EVENT: "event",
    INFRASTRUCTURE: "infrastructure",
    AUCTION: "lot",
    EXTRACTION: "extraction",
    REFINERY: "refinery",
    FEES: "fees",
    EXCHANGE: "declare",
    INCOME: "income",
}

# Ruling 50: a last call goes out before these, if somebody is short.
CALL_STEP = {LOBBYING: "lobby_call", EXTRACTION: "extraction_call", FEES: "fees_call"}
CALLED_FOR = {name: part for part, name in CALL_STEP.items()}

PART_OF = {
    # The call is answered before its phase opens; only the one before Fees has room to trade
    # in the phase before it, so that no deal is struck in Fees.
    "lobby_call": LOBBYING,
    "lobby": LOBBYING,
    "lobby_tie": LOBBYING,
    "demand": DEMAND,
    "event": RANDOM_EVENT,
    "exemption": RANDOM_EVENT,
    "infrastructure": INFRASTRUCTURE,
    "lot": AUCTION,
    "auction": AUCTION,
    "place": AUCTION,
    "extraction_call": EXTRACTION,
    "extraction": EXTRACTION,
    "refinery": REFINERY,
    "fees_call": REFINERY,
    "fees": FEES,
    "declare": EXCHANGE,
    "adjust": EXCHANGE,
    "tie_order": EXCHANGE,
    "selling": EXCHANGE,
    "income": INCOME,
}


def part_named(name: str) -> int:
    """Return the rulebook's number of the phase that a deal names."""
    return PART_NAMES.index(name) + 1
