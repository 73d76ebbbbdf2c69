"""Lines as people write them, read by the forms alone, and written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.forms import (
    Amount,
    Bundle,
    Choice,
    OrderForm,
    Part,
    Permutation,
    Words,
)
from stagepost_contracts.reading import read, read_both, speaks, usage, write

BID = OrderForm("bid", (Amount("amount", 100, 900, 100),))
FIELDS = ("texas", "north-sea", "persian-gulf")
WELL = OrderForm("buy well", (Choice("field", FIELDS), Amount("count", 1, 2, otherwise=1)))
TANKER = OrderForm("buy tanker", (Amount("count", 1, 2, otherwise=1),))
STAY = OrderForm("stay")
ORDER = OrderForm("order", (Permutation("sellers", ("Anna", "Piotr", "Zoë")),))
SEED = OrderForm("seed", (Words("words", 40),))
DEAL = OrderForm(
    "offer",
    (
        Choice("to", ("Anna", "Piotr")),
        Bundle(
            "give", (Part("cash", 900), Part("barrels", 9), Part("well texas", 2)), keyword="give"
        ),
        Choice("at", ("fees", "income"), keyword="at", otherwise="now"),
        Bundle("get", (Part("cash", 900), Part("barrels", 9)), keyword="get"),
    ),
)
FORMS = (BID, WELL, TANKER, STAY, ORDER, SEED, DEAL)
LIMIT = OrderForm(
    "up to",
    (
        Amount("limit", 100, 900, 100),
        Choice("then", ("pass", "ask"), keyword="then", otherwise="pass"),
    ),
)

READ = [
    ("BID 300", {"kind": "bid", "amount": 300}),
    ("Bid: 300.", {"kind": "bid", "amount": 300}),
    ("bid 1 000", {"kind": "bid", "amount": 1000}),
    ("BID 1.000", {"kind": "bid", "amount": 1000}),
    ("BID 1,000 P$", {"kind": "bid", "amount": 1000}),
    ("ＢＩＤ ３００", {"kind": "bid", "amount": 300}),
    ("  bid\t300  ", {"kind": "bid", "amount": 300}),
    ("BUY WELL texas", {"kind": "buy_well", "field": "texas", "count": 1}),
    ("buy well North Sea 2", {"kind": "buy_well", "field": "north-sea", "count": 2}),
    ("buy well NORTH_SEA", {"kind": "buy_well", "field": "north-sea", "count": 1}),
    ("buy 2 wells persian", {"kind": "buy_well", "field": "persian-gulf", "count": 2}),
    ("BUY 2 TANKERS", {"kind": "buy_tanker", "count": 2}),
    ("Stay!", {"kind": "stay"}),
    ("order piotr, zoë, anna", {"kind": "order", "sellers": ["Piotr", "Zoë", "Anna"]}),
    ("SEED a lucky word", {"kind": "seed", "words": "a lucky word"}),
]


@pytest.mark.parametrize(("line", "spoken"), READ)
def test_lines_that_are_read(line, spoken):
    assert read(line, FORMS) == spoken


def test_a_deal_of_several_things():
    spoken = read("offer anna give 300, 2 barrels and 1 well texas at fees get nothing", FORMS)

    assert spoken["give"] == {"cash": 300, "barrels": 2, "well texas": 1}
    assert (spoken["at"], spoken["get"]) == ("fees", {})


REFUSED = [
    ("BID 1.5", "“1.5” is not a whole number; write it as: BID <amount>"),
    ("BID 1e3", "“1e3” is not a whole number; write it as: BID <amount>"),
    ("BID -300", "“-300” is not a whole number; write it as: BID <amount>"),
    ("BID 9999999999999", "“9999999999999” is not a whole number; write it as: BID <amount>"),
    ("BID", "Something is missing; write it as: BID <amount>"),
    ("BID 300 right now", "“right now” is too much; write it as: BID <amount>"),
    ("BIDD 300", "“BIDD 300” is not an order for now. Did you mean: BID <amount>"),
    (
        "bid 300, good luck everybody",
        "“good luck everybody” is too much; write it as: BID <amount>",
    ),
    ("BUY WELL texsa", "“texsa” is not among: texas, north-sea, persian-gulf. Did you mean texas?"),
    ("ORDER anna anna piotr", "Name each of these once: Anna, Piotr, Zoë."),
    (
        "OFFER anna GIVE 3",
        "GET is missing; write it as: OFFER <to> GIVE <give> (AT <at>) GET <get>",
    ),
    ("OFFER anna GIVE lots GET 1", "Say how much of what: cash, barrels, well texas; or NOTHING."),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSED)
def test_lines_that_are_refused_by_name(line, sentence):
    with pytest.raises(UnreadableLine) as caught:
        read(line, FORMS)

    text = caught.value.text
    assert text.template.format(**text.args) == sentence


def test_a_move_and_a_limit_in_one_line():
    spelled = read_both("BID 100 UP TO 400 THEN ASK", FORMS, (LIMIT,))

    assert spelled.order == {"kind": "bid", "amount": 100}
    assert spelled.standing == {"kind": "up_to", "limit": 400, "then": "ask"}


def test_a_limit_alone():
    spelled = read_both("up to 400", FORMS, (LIMIT,))

    assert spelled.order is None
    assert spelled.standing["then"] == "pass"


def test_a_prefix_needs_three_letters_and_one_fit():
    assert read("sta", FORMS) == {"kind": "stay"}
    with pytest.raises(UnreadableLine):
        read("st", FORMS)


@pytest.mark.parametrize("line", ["", "   ", "hello there", "1 2 3", "foo 1 2", ":", "…"])
def test_prose_speaks_no_order(line):
    assert not speaks(line, FORMS)


def values(field):
    match field:
        case Amount(least=least, most=most, step=step):
            found = st.integers(0, (most - least) // step).map(lambda n: least + n * step)
        case Choice(words=words):
            found = st.sampled_from(words)
        case Permutation(words=words):
            found = st.permutations(words)
        case Bundle(parts=parts):
            found = st.dictionaries(
                st.sampled_from([part.word for part in parts]), st.integers(1, 9)
            )
        case Words():
            found = st.from_regex(r"[a-z]{1,8}( [a-z]{1,8}){0,2}", fullmatch=True)
    otherwise = getattr(field, "otherwise", None)
    return found if otherwise is None else st.one_of(st.just(otherwise), found)


orders = st.sampled_from(FORMS).flatmap(
    lambda form: st.tuples(
        st.just(form), st.fixed_dictionaries({field.name: values(field) for field in form.fields})
    )
)


@given(orders)
def test_what_is_written_reads_back(drawn):
    """read(write(order)) == order, for every form and every value that fits it."""
    form, fields = drawn
    spoken = {"kind": form.kind} | fields

    assert read(write(spoken, form), FORMS) == spoken


@given(st.text(max_size=600))
def test_any_line_is_read_or_refused(line):
    """No line crashes the reader, and none takes it long."""
    try:
        spelled = read_both(line, FORMS, (LIMIT,))
    except UnreadableLine:
        return

    assert spelled.order or spelled.standing


@pytest.mark.parametrize("form", [BID, WELL, TANKER, ORDER, DEAL])
def test_a_pattern_is_no_order(form):
    """A pattern with a place to fill in reads as no order, in whatever mail it is quoted."""
    with pytest.raises(UnreadableLine):
        read(usage(form), (form,))
