"""Tables and paragraphs of a plain mail fit 72 columns and stay aligned."""

from stagepost_contracts.forms import OrderForm
from stagepost_mailer.render.columns import WIDTH, filled, table, width_of
from stagepost_mailer.render.flow import flowed


def test_a_wide_letter_takes_two_columns():
    assert width_of("지원") == 4
    assert width_of("Jasło") == 5
    assert width_of("e\u0301") == 1


def test_numbers_stand_to_the_right_and_wide_names_keep_the_columns():
    lines = table(("Player", "Cash"), (("Anna", "2900"), ("지원", "40")))

    assert lines == ["  Player  Cash", "  Anna    2900", "  지원      40"]


def test_a_long_cell_wraps_within_its_column():
    lines = table(("Field", "What stands there"), (("Jasło", "a long word " * 10),))

    assert len(lines) > 2
    assert max(map(width_of, lines)) <= WIDTH


def test_a_table_of_too_many_columns_becomes_records():
    head = [f"column {number}" for number in range(12)]
    lines = table(head, [["a cell of words"] * 12])

    assert lines[:2] == ["  a cell of words", "    column 1: a cell of words"]


def test_no_line_breaks_inside_a_bracket():
    text = "You can write this: [BID 100 UP TO 400] or, if you like, [PASS]."

    assert filled(text, 30) == [
        "You can write this:",
        "[BID 100 UP TO 400] or, if you",
        "like, [PASS].",
    ]


def test_each_piece_of_a_bracket_longer_than_a_line_has_brackets():
    pieces = filled(f"[RANK {' '.join(['Krosno'] * 20)}]", 40)

    assert all("[" in piece and "]" in piece for piece in pieces)
    assert max(map(width_of, pieces)) <= 40


def test_a_body_wraps_behind_its_bullets_and_keeps_single_empty_lines():
    text = flowed("* " + "word " * 20 + "\n\n\n\nend of it\n", (OrderForm("bid"),))

    assert text.splitlines()[1].startswith("  word")
    assert "\n\n\n" not in text
    assert max(map(width_of, text.splitlines())) <= WIDTH
