"""Bad mail over real SMTP: one kind answer with the value and the remedy, and nothing is changed."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage

import pytest
from faults.box import Box, running

from stagepost_contracts.api import MatchMade, MatchWanted, SeatWanted
from stagepost_local.correspondent import letters
from stagepost_local.correspondent.letters import words

SEATS = ("anna", "bruno", "celia", "dario")
PIXEL = bytes.fromhex("89504e470d0a1a0a")


@dataclass(frozen=True)
class Case:
    """A mail that is wrong in some way, and what its one answer says; None for no answer."""

    name: str
    written: Callable[[EmailMessage, str], EmailMessage]
    says: tuple[str, ...] | None
    sender: str | None = None


def lines(*said: str) -> Callable[[EmailMessage, str], EmailMessage]:
    return lambda prompt, address: letters.answer(prompt, address, said)


def body(text: str) -> Callable[[EmailMessage, str], EmailMessage]:
    """A reply of that text alone."""

    def written(prompt: EmailMessage, address: str) -> EmailMessage:
        reply = letters.answer(prompt, address, ())
        reply.set_content(text)
        return reply

    return written


def html(markup: str) -> Callable[[EmailMessage, str], EmailMessage]:
    def written(prompt: EmailMessage, address: str) -> EmailMessage:
        reply = letters.answer(prompt, address, ())
        reply.set_content(markup, subtype="html")
        return reply

    return written


def picture(prompt: EmailMessage, address: str) -> EmailMessage:
    reply = letters.answer(prompt, address, ())
    reply.set_content(PIXEL, maintype="image", subtype="png", filename="bid.png")
    return reply


def headed(**headers: str) -> Callable[[EmailMessage, str], EmailMessage]:
    """A good order in a mail that says of itself that no person wrote it."""

    def written(prompt: EmailMessage, address: str) -> EmailMessage:
        reply = letters.answer(prompt, address, ("BID 300",))
        for name, value in headers.items():
            del reply[name.replace("_", "-")]
            reply[name.replace("_", "-")] = value
        return reply

    return written


NOTHING = "changed nothing"
NO_TEXT = ("no words of your own", "at the very top of a reply")
CASES = (
    Case("a bid of 0", lines("BID 0"), (NOTHING, "amount 0 is out of bounds", "100 to 3000")),
    Case("a bid between steps", lines("BID 150"), (NOTHING, "150", "100 or 200 would do")),
    Case("more than the cash", lines("BID 3100"), (NOTHING, "amount 3100", "100 to 3000")),
    Case("no number", lines("BID lots"), (NOTHING, "“lots” is not a whole number")),
    Case("a slip of the verb", lines("BIDD 300"), (NOTHING, "BIDD 300", "Did you mean")),
    Case("one order too many", lines("BID 300", "BID 400"), (NOTHING, "[BID 400]")),
    Case("a good and a bad line", lines("BID 300", "BID 310"), (NOTHING, "BID 310")),
    Case("only prose", lines("I am still thinking"), (NOTHING, "could be read as an order")),
    Case("no text", body(""), NO_TEXT),
    Case("only a picture", picture, NO_TEXT),
    Case("only quoted", body("On Monday, Game wrote:\n> What do you bid?\n> BID 300\n"), NO_TEXT),
    Case("a bad line in HTML", html("<p>BID 150</p>"), (NOTHING, "100 or 200 would do")),
    Case("HTML without a word", html("<p><img src='x.png'></p>"), NO_TEXT),
    Case("automatic", headed(Auto_Submitted="auto-replied"), None),
    Case("a null sender", lines("BID 300"), None, sender=""),
)


@dataclass(frozen=True)
class Seated:
    """A seat of its own for each case, with its first prompt."""

    box: Box
    match: MatchMade
    address: str
    prompt: EmailMessage

    def answers(self) -> list[EmailMessage]:
        found = self.box.mails(self.address)
        return [mail for mail in found if mail["Auto-Submitted"] == "auto-replied"]

    def replies(self) -> list[dict[str, bytes]]:
        """What the inbox holds of this seat."""
        seat = self.address.partition("@")[0][:-2]
        found = self.box.inbox(self.match.match)
        return [
            mail
            for mail in found
            if f'"seat":"{seat}"'.encode() in mail["stored"]
            and f'"match":"{self.match.match}"'.encode() in mail["stored"]
        ]

    def settled(self, count: int) -> None:
        """Every mail that was sent has been read and answered."""

        def done() -> bool:
            states = [mail["state"] for mail in self.replies()]
            return len(states) == count and {*states} <= {b"done", b"shunted"}

        self.box.wait_for(done, f"what becomes of {count} mails")


@pytest.fixture(scope="module")
def box(tmp_path_factory) -> Iterator[Box]:
    """Nothing of all this may be a fault of ours: no bug, no failed job, no traceback."""
    with running(tmp_path_factory.mktemp("box") / "var") as box:
        yield box
        logs = "".join(path.read_text() for path in (box.house.settings.data / "log").glob("*"))

        assert "Traceback" not in logs
        assert '"event": "bug"' not in logs
        assert "last try failed" not in logs


@pytest.fixture(scope="module")
def seated(box: Box) -> Callable[[int], Seated]:
    """Seats by number, four to a match, made all at once."""
    count = len(CASES) // len(SEATS) + 2
    made = [begins(box, number) for number in range(count)]

    def seat(number: int) -> Seated:
        table, place = divmod(number, len(SEATS))
        return at(box, made[table], SEATS[place], table)

    return seat


def begins(box: Box, number: int) -> MatchMade:
    people = tuple(SeatWanted(name, f"{name}{number:02d}@stagepost.localhost") for name in SEATS)
    return box.house.engine.make_match(MatchWanted("pola_naftowe", people, seed=f"{number:064x}"))


def at(box: Box, made: MatchMade, name: str, number: int) -> Seated:
    address = f"{name}{number:02d}@stagepost.localhost"
    box.wait_for(lambda: box.mails(address), f"the prompt for {address}")
    return Seated(box, made, address, box.mails(address)[0])


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_a_bad_mail_has_one_kind_answer_and_changes_nothing(seated, number: int):
    case, seat = CASES[number], seated(number)
    before = seat.box.envelope(seat.match.match), seat.box.journal(seat.match.match)
    reply = case.written(seat.prompt, seat.address)
    sender = seat.address if case.sender is None else case.sender
    seat.box.posts(reply, letters.reply_to(seat.prompt), sender)
    seat.settled(1)
    answers = [" ".join(words(mail).split()) for mail in seat.answers()]

    assert (seat.box.envelope(seat.match.match), seat.box.journal(seat.match.match)) == before
    assert len(answers) == (case.says is not None), answers
    for phrase in case.says or ():
        assert phrase in answers[0]


def test_the_same_mail_again_is_dropped_and_the_first_receipt_stands(seated):
    seat = seated(len(CASES))
    reply = letters.answer(seat.prompt, seat.address, ("BID 300",))
    for _ in range(3):
        seat.box.posts(reply, letters.reply_to(seat.prompt), seat.address)
    seat.settled(1)
    [receipt] = seat.answers()

    assert "[BID 300]" in words(receipt)
    assert len(seat.box.journal(seat.match.match)) == 1


def test_other_words_under_the_same_message_id_are_another_mail(seated):
    seat = seated(len(CASES) + 1)
    for line in ("BID 300", "BID 150"):
        reply = letters.answer(seat.prompt, seat.address, (line,))
        seat.box.posts(reply, letters.reply_to(seat.prompt), seat.address)
    seat.settled(2)
    said = " ".join(words(mail) for mail in seat.answers())

    assert len(seat.answers()) == 2
    assert "100 or 200 would do" in " ".join(said.split())


def test_a_mail_from_a_stranger_is_held_and_only_the_player_hears_of_it(seated):
    seat = seated(len(CASES) + 2)
    stranger = "mallory@elsewhere.example"
    before = seat.box.envelope(seat.match.match)
    reply = letters.answer(seat.prompt, stranger, ("BID 3000",))
    seat.box.posts(reply, letters.reply_to(seat.prompt), stranger)
    seat.settled(1)
    [letter] = seat.answers()

    assert "nothing proves that you wrote it" in " ".join(words(letter).split())
    assert seat.box.envelope(seat.match.match) == before
    assert seat.box.mails(stranger) == []


def test_what_may_be_a_robots_is_set_aside_and_told_once(seated):
    """A subject or a word like `bulk` proves no robot: the player hears of it, once in a step."""
    seat = seated(len(CASES) + 4)
    before = seat.box.envelope(seat.match.match)
    for number, headers in enumerate(({"Subject": "Out of office: Re"}, {"Precedence": "bulk"})):
        reply = headed(**headers, Message_ID=f"<{number}@x.example>")(seat.prompt, seat.address)
        seat.box.posts(reply, letters.reply_to(seat.prompt), seat.address)
    seat.settled(2)
    [letter] = seat.answers()

    assert "the operator will look at it" in " ".join(words(letter).split())
    assert seat.box.envelope(seat.match.match) == before


def test_orders_for_an_old_phase_are_refused_with_what_is_asked_now(box: Box):
    made = begins(box, 90)
    seats = [at(box, made, name, 90) for name in SEATS]
    for seat in seats:
        box.answers(seat.prompt, seat.address, "BID 300")
    box.wait_for(lambda: box.envelope(made.match).step > 1, "the next step")
    for seat in seats:
        seat.settled(1)
    before = box.envelope(made.match)
    anna = seats[0]
    late = letters.answer(anna.prompt, anna.address, ("BID 400",))
    del late["Message-ID"]
    late["Message-ID"] = "<late@stagepost.localhost>"
    box.posts(late, letters.reply_to(anna.prompt), anna.address)
    anna.settled(2)
    said = " ".join(words(anna.answers()[-1]).split())

    assert NOTHING in said
    assert "earlier question" in said
    assert box.envelope(made.match) == before


def test_a_forged_and_a_cut_token_are_refused_at_rcpt(seated):
    """550, and nothing of the mail is taken; a token's case does not matter."""
    seat = seated(len(CASES) + 3)
    address = letters.reply_to(seat.prompt)
    local, _, domain = address.partition("@")
    forged = local[:-1] + ("a" if local[-1] != "a" else "b")
    with smtplib.SMTP("127.0.0.1", seat.box.house.ports.receiver, timeout=20) as server:
        server.ehlo()
        for name in (forged, local[:-1], local + "a", "r+", "r", "postmaster"):
            server.mail(seat.address)
            assert server.rcpt(f"{name}@{domain}")[0] == 550, name
            server.rset()
        server.mail(seat.address)
        assert server.rcpt(f"{local.upper()}@{domain}")[0] == 250
        assert server.rcpt(f"{local}@elsewhere.example")[0] == 550
        server.rset()

    assert seat.replies() == []
