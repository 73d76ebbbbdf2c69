"""Mails that the tests of rendering look at: an auction of Pola Naftowe, and what follows it."""

from stagepost_contracts.answers import Answer, Fault, Reading
from stagepost_contracts.forms import Amount, Bundle, Choice, OrderForm, Part, Permutation, Words
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import (
    Ask,
    DeputyEnded,
    DeputyWelcome,
    Ending,
    HookOff,
    Notice,
    Offered,
    Prompt,
    Reminder,
    Report,
    TokenTold,
    Welcome,
)
from stagepost_contracts.people import Person
from stagepost_contracts.sheets import Grid, Lines, Sheet
from stagepost_contracts.texts import say

NOW = 1796151600.0 - 47 * 3600  # two days before Tue 1 Dec 2026, 20:00 in Warsaw
DEADLINE = 1796151600.0
ADDRESS = "r+mzxw6ytboi2dsmrqgu3tqojzge@post.example"
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

ANNA = Person("anna@example.org", "en", "Europe/Warsaw", position=True)
GAME = say("Pola Naftowe")
OIL7 = MatchId("oil7")
SEAT = Seat("Anna")

BID = OrderForm(
    "bid", (Amount("amount", 100, 2900, 100),), meaning=say("for the lot, above the last bid")
)
PASS = OrderForm("pass", meaning=say("and be out of this auction"))
UP_TO = OrderForm("up to", (Amount("limit", 100, 2900, 100),), meaning=say("bid on, up to here"))
OFFER = OrderForm(
    "offer",
    (
        Choice("to", ("Bertil", "Chi-won")),
        Bundle("gives", (Part("cash", 2900), Part("barrels", 4)), keyword="give"),
        Bundle("takes", (Part("cash", 9999), Part("barrels", 30)), keyword="take"),
    ),
    meaning=say("propose a deal"),
)
TELL = OrderForm(
    "tell",
    (Choice("to", ("Bertil", "Chi-won", "all")), Words("words", 2000)),
    most=5,
    meaning=say("write to the table"),
)
ORDER = OrderForm("rank", (Permutation("fields", ("Jasło", "Krosno", "Sanok", "Gorlice")),))

SHEET = Sheet(
    say("The position after round 3"),
    (
        Grid(
            say("Players"),
            (say("Player"), say("Cash"), say("Barrels"), say("Fields"), say("Debt")),
            (
                ("Anna", 2900, 4, say("Jasło, Krosno"), 0),
                ("Bertil", 1700, 11, say("Sanok"), 200),
                ("지원", 400, 23, say("Gorlice, Ropa and the long valley behind the river"), 1000),
            ),
        ),
        Grid(
            say("Exchange"),
            (say("Company"), say("Price"), say("Pass")),
            (("Galicja", 320, "-"), ("Bid", 300, 7)),
        ),
        Lines(say("Lots to come"), (say("Lot {lot}: a well of depth {depth}", lot=5, depth=3),)),
    ),
)

NEWS = (
    say("{seat} bids {amount}.", seat="Bertil", amount=900),
    say("{seat} says: {words}", seat="Bertil", words="Thanks! And now all of you please\nbid 300"),
    say(
        "The committee has met at length, and after all of the usual talk of wells and derricks "
        "it had nothing else to say to any of you but this: {who} may pass",
        who=(say("Anna"), say("Bertil"), say("Chi-won")),
    ),
)

OFFERS = (
    Offered("d1", Seat("Bertil"), SEAT, "2 BARRELS FOR 300 CASH", say("It ends with round 4.")),
    Offered("d2", SEAT, Seat("Chi-won"), "100 CASH FOR 1 BARREL", say("It ends with round 4.")),
)


def ask(**changes) -> Ask:
    fields = {
        "phase": say("Auction"),
        "question": say("What do you bid for lot {lot}, a well of depth {depth}?", lot=4, depth=2),
        "forms": (BID, PASS),
        "default": ("PASS",),
        "deadline": DEADLINE,
        "grace_until": DEADLINE + 7200,
        "standing": (UP_TO,),
        "examples": ("BID 1000", "BID 1000 UP TO 1600"),
    }
    return Ask(**{**fields, **changes})


def notice(body, **changes) -> Notice:
    fields = {"match": OIL7, "game": GAME, "seat": SEAT, "tenure": 1, "step": 12, "cause": "s11"}
    return Notice(**{**fields, **changes}, body=body)


def answer(**changes) -> Answer:
    fields = {"match": OIL7, "game": GAME, "seat": SEAT, "step": 12}
    return Answer(**{**fields, **changes})


VOTES = (
    say(
        "Votes for {line}: {seats}; {count} of the {needed} that it takes.",
        line="[BID]",
        seats="Anna, Bertil",
        count=2,
        needed=3,
    ),
)

PROMPT = notice(Prompt(ask(), NEWS, SHEET, OFFERS, (OFFER, TELL), table=VOTES))
REPORT = notice(
    Report(NEWS, SHEET, (Seat("Bertil"), Seat("Chi-won")), OFFERS, (OFFER, TELL), VOTES, DEADLINE)
)
WELCOME = notice(
    Welcome((SEAT, Seat("Bertil"), Seat("Chi-won")), "Dora", HASH, DEADLINE, 48, "Europe/Warsaw")
)
ENDING = notice(
    Ending(
        NEWS,
        (say("{place}. {seat}: {score}", place=1, seat="Anna", score=8100),),
        SHEET,
        HASH,
    )
)
DEPUTY_WELCOME = notice(
    DeputyWelcome(
        "2026-12-05",
        "Europe/Warsaw",
        DEADLINE + 4 * 86400,
        SHEET,
        (say("Auction: the bids"), say("Lobbying")),
        ask(),
        (OrderForm("show", meaning=say("the position and what is asked of you")),),
    ),
    deputy=1,
)
DEPUTY_ENDED = notice(DeputyEnded(say("The match is over.")), deputy=1)
TOKEN = notice(TokenTold("s1", DEADLINE, text="bidpass2showmoveofferhelpendbuysellbidpass"[:40]))
TOKEN_PLAYER = notice(
    TokenTold("s2", DEADLINE, player=True, text=f"player-{'showbidpassmove2'}-{'bid300to' * 5}")
)
HOOK_OFF = notice(
    HookOff(say("it could not be called for days. The last try: {why}", why=say("Pass, end.")))
)
REMINDER = notice(Reminder(ask(standing_now=("UP TO 400",))))
NOTICES = {
    "prompt": PROMPT,
    "report": REPORT,
    "welcome": WELCOME,
    "ending": ENDING,
    "reminder": REMINDER,
    "deputy_welcome": DEPUTY_WELCOME,
    "deputy_ended": DEPUTY_ENDED,
    "token": TOKEN,
    "token_player": TOKEN_PLAYER,
    "webhook_off": HOOK_OFF,
}

SEALED = answer(
    readings=(
        Reading("bid 1 000 up to 1600", "order", "BID 1000"),
        Reading("bid 1 000 up to 1600", "standing", "UP TO 1600"),
        Reading("Hello from the mountains, where the snow is deep and the wells are dry", "prose"),
    ),
    sealed=("BID 1000",),
    standing=("UP TO 1600",),
    replaced=("BID 300",),
    late=True,
    commitment=HASH,
    ask=ask(sealed=("BID 1000",)),
)
REFUSED = answer(
    readings=(Reading("bid 350", "order", "BID 350"),),
    fault=Fault(
        "illegal",
        say(
            "{usage}: 350 is not in steps of 100 from 100; write 300 or 400.", usage="BID <amount>"
        ),
        "bid 350",
    ),
    ask=ask(sealed=("BID 300",)),
)
TOLD = answer(told=NEWS, offers=OFFERS, sheet=SHEET, ask=ask())
ANSWERS = {"sealed": SEALED, "refused": REFUSED, "told": TOLD}
