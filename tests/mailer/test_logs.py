"""What a log line may hold."""

from stagepost_mailer.logs import redacted


def test_a_line_holds_neither_tokens_nor_addresses():
    token = "a" * 26
    entry = {"event": f"450 <anna@players.example> and r+{token}@game.example: later", "step": 3}
    shown = redacted(None, "info", entry)

    assert shown["event"].startswith("450 <[address]> and ")
    assert token not in shown["event"]
    assert shown["step"] == 3


def test_a_long_word_does_not_make_it_slow():
    entry = {"event": "a" * 300_000}

    assert redacted(None, "info", entry) == {"event": "a" * 300_000}
