"""Bad input: for every order what is refused, and the sentence that says what would do."""

import pytest
from oil_company import MIXED, held, refusal, rolled, rolls, table

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.reading import read
from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES
from stagepost_engine.games.crude.policy import POLICY
from stagepost_engine.games.crude.squares import NAMES
from stagepost_engine.games.crude.state import card_named
from stagepost_texts.catalogue import spoken


def special():
    return table("purchase", queue=(0, 1, 2, 3))


def market():
    return table()


def hits():
    return rolled(3, 4, nw=held(2, 2, refinery="3-1", station="3-6", rig="3-4"))


def debts():
    return rolls(1, 1, 0, likely="barrel-tax", cash=0, nw=MIXED)


def assets():
    return rolled(1, 6, cash=760, nw=held(0, 0, rig="1-1 2-2"))


def poor():
    return rolled(1, 6, cash=POOR, nw=held(0, 0, rig="1-1"))


def full():
    return rolled(1, 6, nw=held(0, 0, station=" ".join(NAMES)))


POOR = {"anna": 12, "piotr": 0, "marcin": 0, "ola": 0}

REFUSED = [
    (special, "BUILD RIG 7-1", "“7-1” is not among: "),
    (special, "BUILD RIG", "Something is missing; write it as: BUILD RIG <at> (TO <to>)"),
    (special, "BUILD RIG 1-1 TO", "Something is missing; write it as: BUILD RIG <at> (TO <to>)"),
    (special, "BUILD RIG 1-1 1-2", "“1-2” is too much; write it as: BUILD RIG <at> (TO <to>)"),
    (special, "BUILD REFINERY 1-6", "“1-6” is not among: "),
    (special, "BUILD REFINERY 6-1", "“6-1” is not among: "),
    (
        special,
        "BUILD WELL 1-1",
        "“BUILD WELL 1-1” is not an order for now. Did you mean: BUILD RIG",
    ),
    (special, "BUILD STATION 1-1 TO 6-6", "36 gas stations cost "),
    (special, "STAY / BUILD RIG 1-1", "There is nothing to order now."),
    (special, "BUILD RIG 1-1 / STAY", "STAY says that you do nothing: it stands alone."),
    (
        poor,
        "LIQUIDATE 1-1 / BUILD REFINERY 4-4",
        "1 refinery costs 50 M$, and 14 M$ are left to you.",
    ),
    (full, "BUILD RIG 1-1", "Your quadrant has no room left for 1 drilling rig."),
    (special, "LIQUIDATE 1-1", "“LIQUIDATE 1-1” is not an order for now."),
    (special, "DECLARE", "“DECLARE” is not an order for now."),
    (
        market,
        "BUY CRUDE",
        "“CRUDE” is not a whole number; write it as: BUY <count> <good> <market>",
    ),
    (market, "BUY 0 CRUDE DOMESTIC", "count 0 is out of bounds: it runs from 1 to "),
    (market, "BUY 99 CRUDE DOMESTIC", "count 99 is out of bounds: it runs from 1 to "),
    (market, "BUY 9 GASOLINE DOMESTIC", "You hold 200 M$: in the domestic market that buys at the"),
    (market, "BUY 1 OIL DOMESTIC", "“OIL” is not among: crude, gasoline."),
    (market, "BUY 1 CRUDE CONSUMER", "“CONSUMER” is not among: domestic, foreign."),
    (market, "BUY 1 CRUDE", "Something is missing; write it as: BUY <count> <good> <market>"),
    (market, "SELL 3 CRUDE FOREIGN", "count 3 is out of bounds: it runs from 1 to 2."),
    (market, "STAY / BUY 1 CRUDE FOREIGN", "There is nothing to order now."),
    (hits, "REFINE", "Something is missing; write it as: REFINE <count>"),
    (hits, "REFINE 2", "count 2 is out of bounds: it runs from 1 to 1."),
    (hits, "REFINE 1 / REFINE 1", "“REFINE 1” is not an order for now."),
    (hits, "SELL 2", "count 2 is out of bounds: it runs from 1 to 1."),
    (hits, "SELL 1 CRUDE", "“CRUDE” is not among: gasoline."),
    (hits, "SELL 1 GASOLINE FOREIGN", "“FOREIGN” is not among: consumer."),
    (hits, "CONVERT / CONVERT", "“CONVERT” is not an order for now."),
    (hits, "CONVERT 3-4", "“3-4” is too much; write it as: CONVERT"),
    (hits, "BUILD RIG 1-1", "“BUILD RIG 1-1” is not an order for now."),
    (debts, "LIQUIDATE 4-4", "“4-4” is not among: "),
    (debts, "LIQUIDATE 1-1", "This is missing: COVER"),
    (
        debts,
        "STAY",
        "“STAY” is not an order for now. You can write: LIQUIDATE <at> (TO <to>); COVER",
    ),
    (debts, "COVER / COVER", "There is nothing to order now."),
    (assets, "LIQUIDATE 2-2", "“2-2” is not among: 1-1."),
    (assets, "LIQUIDATE 1-1 / LIQUIDATE 1-1", "“LIQUIDATE 1-1” is not an order for now."),
    (assets, "BUILD RIG 2-2", "“2-2” is not among: "),
    (assets, "DECLARE / STAY", "There is nothing to order now."),
]


@pytest.mark.parametrize(("where", "line", "sentence"), REFUSED)
def test_a_bad_line_is_refused_with_what_would_do(where, line, sentence):
    assert refusal(where().says, "anna", line).startswith(sentence)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("POLICY REFINE SOME", "“SOME” is not among: all, none, ask."),
        ("POLICY SELL ALL", "“ALL” is not a whole number"),
        ("POLICY CONVERT", "Something is missing"),
        (
            "POLICY CONVERT 20 SELL 10",
            "“SELL 10” is too much; write it as: POLICY (REFINE <refine>)",
        ),
    ],
)
def test_a_bad_policy_is_refused(line, sentence):
    with pytest.raises(UnreadableLine) as refused:
        read(line, (POLICY,))

    assert spoken(refused.value.text, "en").startswith(sentence)


def test_a_move_of_several_lines_is_refused_whole():
    talk = special()
    refusal(talk.says, "anna", "BUILD RIG 1-1 / BUILD STATION 2-1 TO 6-6")

    assert talk.state.cash["anna"] == 200
    assert talk.awaited == ("anna",)


def test_a_range_that_costs_too_much_names_what_would_do():
    talk = rolled(1, 6, cash=POOR, nw=held(0, 0))
    each = card_named(DEFAULT_TABLES, "recovery").rig.buy

    assert refusal(talk.says, "anna", "BUILD RIG 1-1 TO 6-6") == (
        f"36 drilling rigs cost {36 * each} M$, and 12 M$ are left to you: enough for {12 // each}."
    )


def test_nobody_else_may_order():
    assert "nothing to decide" in refusal(market().says, "piotr", "STAY")
