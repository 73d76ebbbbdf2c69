"""A turn as a player writes it, through the whole of a match's decisions."""

from tables import fault_of, laid, played_out


def started():
    table = laid(4, game="bombay")
    return table, table.awaited[0]


def test_several_lines_are_one_move():
    table, seat = started()
    answer = table.says(seat, "go e4", "", "GO  hyderabad")

    assert [reading.as_line for reading in answer.readings if reading.as_line] == [
        "GO E4",
        "GO hyderabad",
    ]
    assert answer.resolved
    assert table.live.state.elephants[seat].place == "hyderabad"


def test_a_line_that_fails_changes_nothing_and_is_named():
    table, seat = started()
    before = table.live.state
    answer = table.says(seat, "GO E4", "SELL blue", "GO H3")

    assert answer.fault.line == "SELL blue"
    assert fault_of(answer).startswith("E4 is no city: bales are sold in cities. The orders before")
    assert table.live.state == before


def test_a_move_beyond_the_points_is_refused_by_its_own_place():
    table, seat = started()
    answer = table.says(seat, "GO E4", "GO G4", "GO bombay", "GO E1")

    assert answer.fault.line == "GO E1"
    assert fault_of(answer).startswith("The points left do not pay for a move.")


def test_typed_orders_say_the_same():
    table, seat = started()
    answer = table.submits(seat, {"kind": "go", "place": "E4"}, {"kind": "stay"})

    assert fault_of(answer).startswith("[STAY] is the empty turn and stands alone.")


def test_silence_is_the_empty_turn():
    table, seat = started()
    table.falls("deadline")

    assert table.awaited != (seat,)
    assert table.live.state.elephants[seat].place == "A"


def test_a_match_is_played_out_with_silent_seats():
    table = played_out(laid(3, game="bombay"))

    assert table.live.envelope.over
    assert {notice.kind for notice in table.notices} >= {"prompt", "ending"}
