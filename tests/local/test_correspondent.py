"""A correspondent knows a mailbox and an SMTP address; by these alone it plays."""

import os
import signal
import subprocess
import sys
import time
from email import message_from_bytes, policy
from types import SimpleNamespace

import msgspec
import pytest

from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.notices import Position
from stagepost_engine.games.bombay.orders import Build, Go
from stagepost_engine.rules.game import Order
from stagepost_local import maildir
from stagepost_local.correspondent import letters
from stagepost_local.correspondent.deciding import decided
from stagepost_local.correspondent.desk import Desk, look
from stagepost_local.correspondent.memory import Memory
from stagepost_local.valkey import free_port

ANNA = "anna@stagepost.localhost"
REPLY_TO = "r+abcdefghijklmnopqrstuvwxyz@mail.stagepost.localhost"


class View(msgspec.Struct):
    cash: int


class Bid(Order, frozen=True, tag="bid"):
    amount: int


def bidding(view, forms, dice):
    [amount] = forms[0].fields
    return (Bid(min(amount.most, view.cash) - 50 * dice.below(2, "bid")),)


TOY = SimpleNamespace(view_type=View, player=bidding)


@pytest.fixture
def mailbox(tmp_path):
    return maildir.make(tmp_path / ANNA)


@pytest.fixture
def desk(mailbox, catcher):
    return desk_at(mailbox, catcher.port)


def desk_at(mailbox, port: int) -> Desk:
    smtp = ("127.0.0.1", port)
    return Desk(ANNA, mailbox, smtp, b"seed", {"toy": TOY}, Memory(mailbox), print)


def letter(raw: bytes):
    return message_from_bytes(raw, policy=policy.default)


def test_it_answers_a_prompt_in_lines_with_the_prompt_quoted_below(desk, catcher, mailbox, mails):
    maildir.deliver(mailbox, mails.prompt(to=ANNA, position=mails.position()).as_bytes())
    look(desk)
    [(sender, recipients, raw)] = catcher.mails
    answer = letter(raw)
    first, empty, attribution, *quoted = answer.get_content().splitlines()

    assert (sender, recipients) == (ANNA, [REPLY_TO])
    assert answer["In-Reply-To"] == "<prompt-1-prompt@mail.stagepost.localhost>"
    assert answer["Subject"] == "Re: Pola Naftowe: what do you bid for lot 1?"
    assert first in ("BID 350", "BID 400")
    assert empty == ""
    assert attribution.endswith("wrote:")
    assert all(line.startswith(">") for line in quoted)
    assert maildir.unseen(mailbox) == ()


def test_the_same_seed_and_step_give_the_same_answer(desk, catcher, mailbox, mails):
    for number in (1, 2):
        maildir.deliver(
            mailbox, mails.prompt(number, to=ANNA, position=mails.position()).as_bytes()
        )
    look(desk)
    first, second = (letter(raw).get_content().splitlines()[0] for _, _, raw in catcher.mails)

    assert first == second


def test_it_says_nothing_to_a_mail_that_asks_nothing(desk, catcher, mailbox, mails):
    for kind in ("report", "receipt", "welcome", "ending"):
        maildir.deliver(mailbox, mails.prompt(to=ANNA, kind=kind).as_bytes())
    look(desk)

    assert catcher.mails == []
    assert maildir.unseen(mailbox) == ()


def test_a_restart_does_not_answer_twice(desk, catcher, mailbox, mails):
    asking = mails.prompt(to=ANNA, position=mails.position()).as_bytes()
    maildir.deliver(mailbox, asking)
    look(desk)
    # The mail lies among the new ones again, as if the move to the read ones was lost.
    maildir.deliver(mailbox, asking)
    look(desk_at(mailbox, catcher.port))

    assert len(catcher.mails) == 1


def test_two_sends_of_one_answer_are_one_mail_by_their_message_id(mailbox, catcher, mails):
    asking = mails.prompt(to=ANNA, position=mails.position()).as_bytes()
    for folder in ("one", "two"):
        elsewhere = maildir.make(mailbox.with_name(folder))
        maildir.deliver(elsewhere, asking)
        look(desk_at(elsewhere, catcher.port))
    first, second = (letter(raw)["Message-ID"] for _, _, raw in catcher.mails)

    assert first == second


def test_a_mail_whose_250_was_lost_is_sent_again_to_the_byte(
    desk, catcher, mailbox, mails, monkeypatch
):
    """The house may have it already: only the same bytes are known as a repeat, also next day."""
    maildir.deliver(mailbox, mails.prompt(to=ANNA, position=mails.position()).as_bytes())
    catcher.endings.append("451 4.3.0 lost")

    assert look(desk) is False
    monkeypatch.setattr(letters, "formatdate", lambda **_: "Mon, 30 Nov 2026 12:00:00 GMT")
    assert look(desk_at(mailbox, catcher.port)) is True
    first, second = (raw for _, _, raw in catcher.mails)

    assert first == second


def test_with_the_smtp_port_closed_nothing_moves(mailbox, mails, catching_later):
    """It has no other way out: the mail waits until somebody takes it."""
    port = free_port()
    desk = desk_at(mailbox, port)
    maildir.deliver(mailbox, mails.prompt(to=ANNA, position=mails.position()).as_bytes())

    assert look(desk) is False
    assert len(maildir.unseen(mailbox)) == 1
    catcher = catching_later(port)

    assert look(desk) is True
    assert len(catcher.mails) == 1


def test_a_refusal_for_now_is_tried_again_and_one_for_good_is_not(desk, catcher, mailbox, mails):
    catcher.verdicts += ["451 4.7.1 Later", "550 5.1.1 Never"]
    maildir.deliver(mailbox, mails.prompt(to=ANNA, position=mails.position()).as_bytes())

    assert look(desk) is False
    assert look(desk) is True
    assert look(desk) is True
    assert catcher.mails == []


def test_who_is_rejected_plays_the_default_of_the_mail_once(desk, catcher, mailbox, mails):
    text = "Not so.\n\nIf nothing comes, this is played for\nyou: [BID 100]; [PASS].\n\nMatch m1\n"
    for number in (1, 2):
        maildir.deliver(
            mailbox, mails.prompt(number, to=ANNA, kind="rejection", text=text).as_bytes()
        )
    look(desk)
    [(_, _, raw)] = catcher.mails

    assert letter(raw).get_content().splitlines()[:3] == ["BID 100", "PASS", ""]


def test_a_mail_it_does_not_understand_does_not_stop_the_next(desk, catcher, mailbox, mails):
    maildir.deliver(mailbox, b"\xff\xfe no mail at all")
    maildir.deliver(mailbox, mails.prompt(1, to=ANNA, position=b"{").as_bytes())
    maildir.deliver(mailbox, mails.prompt(2, to=ANNA, position=mails.position()).as_bytes())
    look(desk)

    assert len(catcher.mails) == 1


def test_as_a_process_it_is_told_no_secret_and_ends_when_asked(mailbox, catcher):
    command = [sys.executable, "-m", "stagepost_local.correspondent", "--address", ANNA]
    command += ["--smtp", f"127.0.0.1:{catcher.port}", "--mailbox", str(mailbox)]
    with subprocess.Popen(command, env={"PATH": os.environ["PATH"]}) as process:
        time.sleep(1.5)

        assert process.poll() is None
        process.send_signal(signal.SIGTERM)

    assert process.returncode == 0


def test_a_turn_of_bombay_takes_the_bale_of_a_token_that_it_reaches():
    """The forms of the first line have no TAKE where the elephant stands on no such token."""
    first = (OrderForm("go", (Choice("place", ("B",)),)), OrderForm("build", (bale_field(),)))
    turn = (Go("B"), Build("blue", "yellow"))
    position = Position("toy", "m", "anna", 1, "turn", msgspec.Raw(b'{"cash": 1}'), first)
    game = SimpleNamespace(view_type=View, player=lambda *_: turn)

    assert decided({"toy": game}, position, b"") == ("GO B", "BUILD blue TAKE yellow")


def bale_field() -> Choice:
    return Choice("bale", ("blue", "yellow"))
