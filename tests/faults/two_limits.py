"""The same match twice, where only what Anna keeps to herself differs: a limit, or a sealed bid."""

from __future__ import annotations

from dataclasses import dataclass

SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")
LOBBY = {"Anna": "BID 500", "Piotr": "BID 100", "Marcin": "BID 200", "Krzysiek": "BID 300"}
LOW, HIGH = 300, 900
SEED = 3


@dataclass(frozen=True)
class Asked:
    """What the script has to know: the phase, who is to move, and the price in the auction."""

    phase: str
    seat: str
    price: int = 0
    round: int = 1


def line_for(asked: Asked, limit: int) -> str | None:
    """The next line. Anna opens with a limit, Piotr raises to 200 and leaves; None after it."""
    if asked.round > 1:
        return None
    match asked.phase:
        case "lobby":
            return LOBBY[asked.seat]
        case "exemption":
            return "EXEMPT nobody"
        case "infrastructure":
            return "STAY"
        case "lot":
            return "AUCTION tanker"
        case "auction" if asked.seat == "Anna":
            return f"BID 100 UP TO {limit}"
        case "auction":
            raises = asked.seat == "Piotr" and asked.price < 200
            return f"BID {asked.price + 100}" if raises else "PASS"
    return None
