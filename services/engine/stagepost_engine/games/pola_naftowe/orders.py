"""The orders of Pola Naftowe: what a player can write, each a tagged struct."""

from __future__ import annotations

from typing import Literal, TypeAlias

from stagepost_contracts.ids import Seat
from stagepost_engine.rules.game import Order

Lot: TypeAlias = Literal["tanker", "refinery", "well"]


class Bid(Order, frozen=True, tag="bid"):
    """In Lobbying a secret sum, in the auction an open one."""

    amount: int


class Choose(Order, frozen=True, tag="choose"):
    seat: Seat


class Exempt(Order, frozen=True, tag="exempt"):
    """`who` is a seat, or `nobody`."""

    who: str


class BuyWell(Order, frozen=True, tag="buy_well"):
    field: str
    count: int = 1


class BuyTanker(Order, frozen=True, tag="buy_tanker"):
    count: int = 1


class BuyRefinery(Order, frozen=True, tag="buy_refinery"):
    pass


class DropWell(Order, frozen=True, tag="drop_well"):
    field: str


class DropTanker(Order, frozen=True, tag="drop_tanker"):
    pass


class Stay(Order, frozen=True, tag="stay"):
    pass


class PutUp(Order, frozen=True, tag="auction"):
    """AUCTION <lot>: what is put up."""

    lot: Lot


class Pass(Order, frozen=True, tag="pass"):
    pass


class UpTo(Order, frozen=True, tag="up_to"):
    """A standing order: raise by the least step up to `limit`, then pass or ask."""

    limit: int
    then: Literal["pass", "ask"] = "pass"


class Place(Order, frozen=True, tag="place"):
    field: str


class Deliver(Order, frozen=True, tag="deliver"):
    barrels: int


class Sell(Order, frozen=True, tag="sell"):
    barrels: int


class Add(Order, frozen=True, tag="add"):
    pass


class Cut(Order, frozen=True, tag="cut"):
    pass


class Keep(Order, frozen=True, tag="keep"):
    pass


class SellingOrder(Order, frozen=True, tag="order"):
    """ORDER <seats>: who of the tied sellers sells first."""

    sellers: tuple[Seat, ...]


class Pay(Order, frozen=True, tag="pay"):
    pass


class Concede(Order, frozen=True, tag="concede"):
    pass


class Offer(Order, frozen=True, tag="offer"):
    """A deal: `give` and `get` hold counts of cash, barrels, tankers, refineries, `well <field>`.

    A side moves at once where its `at` is `now`; else it is a promise that falls due when the
    phase opens, in the round named or, at 0, the next time.
    """

    to: Seat
    give: dict[str, int]
    get: dict[str, int]
    give_at: str = "now"
    give_round: int = 0
    get_at: str = "now"
    get_round: int = 0
    until: str = ""


BuildOrder: TypeAlias = BuyWell | BuyTanker | BuyRefinery | DropWell | DropTanker | Stay
AnyOrder: TypeAlias = (
    Bid
    | Choose
    | Exempt
    | BuildOrder
    | PutUp
    | Pass
    | UpTo
    | Place
    | Deliver
    | Sell
    | Add
    | Cut
    | Keep
    | SellingOrder
    | Pay
    | Concede
    | Offer
)
