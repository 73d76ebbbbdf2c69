"""Tokens that are made in a match, and webhooks that hear of it: by the journal both come again."""

import msgspec
import pytest
from tables import fault_of, laid

from stagepost_contracts.texts import say
from stagepost_engine.matches.access import token_hash, tokens_of
from stagepost_engine.matches.command import ChangeToken, EndHook, MakeToken, SetHook, StopHook
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.envelope import decode_envelope, encode_envelope
from stagepost_engine.matches.fresh import Fresh, token_text
from stagepost_engine.matches.hooks import hook_of
from stagepost_engine.matches.live import Live

HOLDERS = ("Anna", "Piotr", None)


def replayed(table) -> bytes:
    """The envelope that the journal alone leads to."""
    live = table.first
    for entry in table.journal:
        moment = Moment(entry.now, entry.received, Fresh(entry.entropy, made=entry.made))
        live = Live(decide(live, entry.command, moment).live.envelope)
    return encode_envelope(live.envelope)


def test_the_journal_leads_to_the_same_hashes_and_to_no_token():
    table = laid()
    for line in ("TOKEN", "TOKEN PLAYER", "TOKEN"):
        answer = table.says("Anna", line)
        assert answer.fault is None, fault_of(answer)
    [mail] = [kept for kept in tokens_of(table.live.envelope, "Anna") if kept.id != "first"]
    guesses = [token_text(entry.entropy)[:40] for entry in table.journal]
    told = b"".join(msgspec.json.encode(one) for one in table.notices if one.kind == "token")

    assert replayed(table) == encode_envelope(table.live.envelope)
    assert [len(entry.made) for entry in table.journal] == [1, 1, 1]
    assert mail.token == table.journal[-1].made[0]
    assert all(token_hash(guess) not in entry.made for guess in guesses for entry in table.journal)
    assert b'"text"' not in told
    assert len({notice.cause for notice in table.notices if notice.kind == "token"}) == 3


def test_a_webhooks_numbers_come_again_by_the_journal():
    table = laid()
    for holder in HOLDERS:
        table.does(SetHook(holder, f"hook-{holder}", "first", 7))
    for seat, amount in (("Anna", 100), ("Piotr", 200), ("Marcin", 300), ("Krzysiek", 400)):
        table.says(seat, f"BID {amount}")
    table.falls("deadline")
    numbers = {
        holder: [
            heard.event.number
            for news in table.hook_news
            if news.hook == f"hook-{holder}"
            for heard in news.heard
        ]
        for holder in HOLDERS
    }

    assert replayed(table) == encode_envelope(table.live.envelope)
    for holder, found in numbers.items():
        assert found == list(range(8, 8 + len(found)))
        assert hook_of(table.live.envelope, holder).number == found[-1]
    assert len(numbers["Anna"]) >= len(numbers[None]) > 3


@pytest.mark.parametrize("ending", ["taken", "stopped", "token", "tokens term"])
def test_a_webhook_that_has_ended_hears_nothing(ending):
    table = laid()
    made = MakeToken("Anna", b"t" * 32, hours=1)
    table.does(made)
    [more] = [kept for kept in tokens_of(table.live.envelope, "Anna") if kept.id != "first"]
    table.does(SetHook("Anna", "h1", more.id, 0))
    match ending:
        case "taken":
            table.does(EndHook("Anna"))
        case "stopped":
            table.does(StopHook("h1", say("it is gone")))
        case "token":
            table.does(ChangeToken("Anna", id=more.id))
        case _:
            table.now += 3601
    heard = len(table.hook_news)
    table.says("Piotr", "PAUSE")
    table.says("Marcin", "PAUSE")
    table.says("Anna", "PAUSE")

    assert table.live.envelope.paused is not None
    assert len(table.hook_news) == heard
    assert replayed(table) == encode_envelope(table.live.envelope)


def test_envelopes_keep_tokens_and_webhooks():
    table = laid()
    table.does(MakeToken(None, b"t" * 32, "bot", 24, "read"))
    table.does(SetHook(None, "h1", "first", 3))
    stored = encode_envelope(table.live.envelope)

    assert decode_envelope(stored) == table.live.envelope
    assert decode_envelope(stored).host_tokens[0].term.scope == "read"
