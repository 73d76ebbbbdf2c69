"""DEPUTY: who may play for a seat beside its player, in which phases, until when, seeing what."""

import msgspec
import pytest
from outputs import outputs_for
from tables import NAMES, fault_of, laid, played_out, said

from stagepost_contracts.notices import DeputyEnded, DeputyWelcome, Prompt, Reminder, Report
from stagepost_contracts.people import Person
from stagepost_contracts.policy import Policy
from stagepost_engine.matches.command import ComeBack, Deputize, Say, SeatPlayer
from stagepost_engine.matches.deputies import deputy_seen
from stagepost_engine.matches.introducing import Introducing, deputized

PEOPLE = {
    f"{name}:1": Person(f"{name.lower()}@example.org", "pl", "Europe/Warsaw") for name in NAMES
}
OLA = "ola@deputies.example"
COMMANDS = ("show", "help", "rules", "deputy end", "unsubscribe")
# The tables begin on 15 January 2027.
NAMED = f"DEPUTY {OLA} UNTIL 20 Jan"


def names(table, line: str, seat: str = "Anna", people=None):
    """Say the line as it comes from outside: at the edge its address leaves it."""
    people = PEOPLE if people is None else people
    met = Introducing(people)
    envelope = table.live.envelope
    answer = table.does(met.said(envelope, Say(seat, envelope.step, (line,), by_mail=True))).answer
    people.update(
        {
            name: msgspec.json.decode(person, type=Person)
            for name, person in met.people_of(table.live.envelope)
        }
    )
    return answer


def with_deputy(line: str = NAMED, **more):
    table = laid(**more)
    answer = names(table, line, people=dict(PEOPLE))
    assert answer.fault is None, fault_of(answer)
    return table


def told_to_deputy(table):
    return [notice for notice in table.notices if notice.deputy]


def news_of(table) -> list[str]:
    """What Anna herself was mailed as news."""
    mine = [told for told in table.told("Anna") if not told.deputy]
    return [said(text) for told in mine for text in getattr(told.body, "news", ())]


def test_a_player_names_a_deputy_who_is_welcomed_by_what_they_may_do():
    table = with_deputy(f"{NAMED} FOR lobby, auction")
    [notice] = told_to_deputy(table)

    assert isinstance(notice.body, DeputyWelcome)
    assert (notice.seat, notice.tenure, notice.deputy) == ("Anna", 1, 1)
    assert notice.body.until == "2027-01-20"
    assert [said(title) for title in notice.body.phases] == ["Lobbying", "Auction: the bids"]
    assert notice.body.ask.default == ("BID 100",)
    assert [form.verb for form in notice.body.commands] == list(COMMANDS)


def test_no_address_reaches_what_is_decided_journaled_or_told():
    table = with_deputy()
    table.says("Anna", "BID 300", deputy=1)
    kept = [msgspec.json.encode(entry) for entry in table.journal]
    kept += [msgspec.json.encode(table.live.envelope), *map(msgspec.json.encode, table.notices)]

    assert table.journal[0].command.lines == ("DEPUTY ola UNTIL 20 Jan",)
    assert not [one for one in kept if b"deputies.example" in one]


def test_what_the_edge_keeps_is_a_person_of_the_deputys_own():
    met = Introducing(PEOPLE)
    table = laid()
    command = met.said(table.live.envelope, Say("Anna", 1, (NAMED,)))
    table.does(command)
    [(field, person)] = met.people_of(table.live.envelope)

    assert field == "Anna:1:deputy1"
    assert msgspec.json.decode(person, type=Person) == Person(OLA, "pl", "Europe/Warsaw")


def test_an_address_of_a_reply_that_is_refused_is_kept_nowhere():
    table, met = laid(), Introducing(PEOPLE)
    table.does(met.said(table.live.envelope, Say("Anna", 1, (f"DEPUTY {OLA} UNTIL never",))))

    assert met.people_of(table.live.envelope) == ()
    assert table.live.envelope.seat("Anna").deputies == ()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "DEPUTY anna@example.org UNTIL 20 Jan",
            "That is your own address; a deputy is somebody else.",
        ),
        (
            "DEPUTY Piotr+games@example.org UNTIL 20 Jan",
            "Who has that address plays in this match already; a deputy must be somebody else.",
        ),
        ("DEPUTY ola@ UNTIL 20 Jan", "“ola@” is not a mail address."),
        (
            "DEPUTY ola UNTIL 20 Jan",
            (
                "You have named no deputy ola before; write the mail address too: "
                "DEPUTY anna@example.org UNTIL 5 Jan FOR auction"
            ),
        ),
        (
            f"DEPUTY {OLA} UNTIL 20 May",
            (
                "A deputy can be until 2027-03-16 at the latest, and from 2027-01-15 on; "
                "2027-05-20 is not in between. You can name them again later."
            ),
        ),
        (
            f"DEPUTY {OLA} UNTIL soon",
            "“soon” is not a date here; write it as: DEPUTY anna@example.org UNTIL 5 Jan FOR auction",
        ),
        (
            f"DEPUTY {OLA}",
            "UNTIL is missing; write it as: DEPUTY <name> UNTIL <date> (FOR <phases>)",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_what_would_do(line, sentence):
    table = laid()

    assert fault_of(names(table, line, people=dict(PEOPLE))) == sentence
    assert table.live.envelope.seat("Anna").deputy is None


def test_a_deputy_of_one_seat_is_nobody_elses():
    people = dict(PEOPLE)
    table = laid()
    names(table, NAMED, people=people)
    refused = names(table, NAMED, "Piotr", people)
    names(table, "DEPUTY END", people=people)
    taken = names(table, NAMED, "Piotr", people)

    assert "plays in this match already" in fault_of(refused)
    assert taken.fault is None
    assert "plays in this match already" in fault_of(
        names(table, "DEPUTY ola UNTIL 20 Jan", people=people)
    )


def test_a_name_of_before_is_enough_and_the_words_may_come_in_any_order():
    people = dict(PEOPLE)
    table = laid()
    names(table, NAMED, people=people)
    names(table, "DEPUTY other@deputies.example UNTIL 20 Jan", people=people)
    answer = names(table, "deputy OLA for lobby until tomorrow", people=people)
    seen = deputy_seen(table.live.envelope, "Anna", table.now)

    assert answer.fault is None
    assert (seen.name, f"{seen.until}", seen.phases) == ("ola", "2027-01-16", ("lobby",))
    assert table.live.envelope.seat("Anna").deputies == ("ola", "other")


def test_the_line_may_be_in_polish_and_no_name_is_a_word_of_it():
    people = dict(PEOPLE)
    table = laid()
    polish = names(table, "Zastępca do@deputies.example DO 20 sty DLA lobby", people=people)
    seen = deputy_seen(table.live.envelope, "Anna", table.now)

    assert polish.fault is None
    assert (seen.name, f"{seen.until}", seen.phases) == ("deputy", "2027-01-20", ("lobby",))
    assert people["Anna:1:deputy1"].address == "do@deputies.example"


def test_two_of_one_name_are_told_apart_and_one_address_is_one_deputy():
    people = dict(PEOPLE)
    table = laid()
    for address in (OLA, "ola@elsewhere.example", OLA.upper()):
        names(table, f"DEPUTY {address} UNTIL 20 Jan", people=people)

    assert table.live.envelope.seat("Anna").deputies == ("ola", "ola2")
    assert table.live.envelope.seat("Anna").deputy.number == 1


def test_a_move_of_the_deputy_is_the_seats_and_the_player_is_told():
    table = with_deputy()
    answer = table.says("Anna", "BID 300", deputy=1)

    assert answer.sealed == ("BID 300",)
    assert table.journal[-1].command.deputy == 1
    assert "Anna" not in table.awaited
    assert news_of(table)[-1] == (
        "Your deputy ola has written for you: [BID 300]. Until the step closes you can still move "
        "yourself: whoever moves last counts."
    )


def test_whoever_moves_last_counts_and_the_receipts_say_so():
    table = with_deputy()
    deputys = table.says("Anna", "BID 300", deputy=1)
    players = table.says("Anna", "BID 500")

    assert (players.sealed, players.replaced) == (("BID 500",), ("BID 300",))
    for answer in (deputys, players):
        assert "whoever moves last before the close counts" in said(answer.told[-1])

    table.says("Anna", "WITHDRAW", deputy=1)

    assert "Anna" in table.awaited
    assert "Your deputy ola has written for you: [WITHDRAW]." in news_of(table)[-1]


def test_a_move_that_closes_the_step_is_told_in_the_mail_that_goes_anyway():
    table = with_deputy()
    for seat in table.awaited[1:]:
        table.says(seat, "BID 100")
    table.notices.clear()
    table.says("Anna", "BID 900", deputy=1)
    mine = [told for told in table.told("Anna") if not told.deputy]

    assert len(mine) == 1
    assert "Your deputy ola has played for you: [BID 900]." in news_of(table)


def test_the_record_knows_no_deputy():
    with_it, without = with_deputy(), laid()
    for table, more in ((with_it, {"deputy": 1}), (without, {})):
        table.says("Anna", "BID 300", **more)
        for seat in table.awaited:
            table.says(seat, "BID 100")
    moves = [
        [entry.moves for entry in table.entries if hasattr(entry, "moves")]
        for table in (with_it, without)
    ]
    plain = [
        [{s: (m.orders, m.late) for s, m in step.items()} for step in found] for found in moves
    ]

    assert plain[0] == plain[1]


def test_a_reminder_goes_to_the_deputy_as_well():
    table = with_deputy(policy=Policy(hours=48, reminders=(6.0,)))
    table.notices.clear()
    table.falls("reminder")
    [player, deputy] = [told for told in table.told("Anna") if isinstance(told.body, Reminder)]

    assert (player.deputy, deputy.deputy) == (0, 1)
    assert deputy.body.ask == player.body.ask


def test_a_deputy_is_mailed_nothing_of_other_phases():
    table = with_deputy(f"{NAMED} FOR declare", policy=Policy(hours=48, reminders=(6.0,)))
    table.notices.clear()
    table.falls("reminder")
    for seat, bid in zip(NAMES[:4], (900, 100, 100, 100), strict=True):
        table.says(seat, f"BID {bid}")

    assert table.awaited == ("Anna",)
    assert told_to_deputy(table) == []


def test_a_prompt_to_the_deputy_has_what_a_deputy_may_write():
    table = with_deputy("DEPUTY ola@deputies.example UNTIL 20 Jan")
    table.says("Piotr", "OFFER anna GIVE 100 CASH GET 1 BARRELS AT exchange")
    table.notices.clear()
    for seat, bid in zip(NAMES[:4], (900, 100, 100, 100), strict=True):
        table.says(seat, f"BID {bid}")
    [player, deputy] = [told for told in table.told("Anna") if isinstance(told.body, Prompt)]

    assert (player.deputy, deputy.deputy) == (0, 1)
    assert deputy.key == f"{player.key}-deputy1"
    assert deputy.body.ask == player.body.ask
    assert deputy.body.offers == ()
    assert {form.verb for form in deputy.body.commands} == set(COMMANDS)
    assert said(deputy.body.news[0]) == (
        "You play for Anna as the deputy until 2027-01-20. The player is asked as well: whoever "
        "moves last before the close counts."
    )


def test_a_phase_that_the_deputy_is_not_for_is_the_players_alone():
    table = with_deputy(f"{NAMED} FOR auction")
    table.says("Anna", "BID 300")
    answer = table.says("Anna", "BID 900", deputy=1)

    assert fault_of(answer) == (
        "You are the deputy of Anna for Auction: the bids alone; what is asked now is for the player."
    )
    assert (answer.ask, answer.sealed, answer.commitment) == (None, (), "")
    assert table.live.envelope.seat("Anna").misses == 0


@pytest.mark.parametrize(
    "line",
    [
        "PLAN infrastructure BUY TANKER",
        "DEFAULT lobby BID 200",
        "LEAVE",
        "AWAY 20 Jan",
        "DEPUTY mine@deputies.example UNTIL 20 Jan",
        "OFFER piotr GIVE 100 CASH GET NOTHING",
        "PAUSE",
        "EXTEND 5",
        "KICK piotr",
    ],
)
def test_nothing_that_binds_the_seat_further_on_is_the_deputys(line):
    table = with_deputy()
    before = table.live.envelope
    answer = table.says("Anna", line, deputy=1)

    assert fault_of(answer).startswith("That is for the player alone.")
    assert table.live.envelope == before


def test_a_deputy_sees_the_seats_view_and_their_own_help():
    table = with_deputy()
    shown = table.says("Anna", "SHOW", deputy=1)
    helped = table.says("Anna", "HELP", deputy=1)

    assert shown.sheet == table.says("Anna", "SHOW").sheet
    assert [form.verb for form in helped.help] == list(COMMANDS)


def test_it_ends_by_itself_at_the_end_of_the_date_in_the_zone_of_the_match():
    table = with_deputy(policy=Policy(hours=24 * 30, zone="Europe/Warsaw"))
    ends = table.live.envelope.seat("Anna").deputy.ends
    table.now = ends + 60
    late = table.says("Anna", "BID 900", deputy=1)
    # Received in time and read later, it counts: what came in time always does.
    in_time = table.says("Anna", "BID 300", deputy=1, received=ends - 1)

    assert ends == 1_800_486_000.0  # 2027-01-21 00:00 +01:00
    assert fault_of(late) == "You are not the deputy of Anna any more. Nothing was changed."
    assert (late.ask, late.sealed, late.standing, late.sheet, late.offers) == (
        None,
        (),
        (),
        None,
        (),
    )
    assert in_time.sealed == ("BID 300",)


def test_the_end_is_told_once_to_both():
    table = with_deputy(policy=Policy(hours=24 * 30))
    table.notices.clear()
    table.falls("deputy")
    [player, deputy] = table.notices

    assert isinstance(player.body, Report)
    assert said(player.body.news[-1]) == (
        "ola is not your deputy any more: the time until 2027-01-20 is over."
    )
    assert isinstance(deputy.body, DeputyEnded)
    assert said(deputy.body.why) == "The time that the player gave you, until 2027-01-20, is over."
    assert not [due for due in table.live.envelope.dues if due.kind == "deputy"]
    assert table.says("Anna", "BID 900", deputy=1).fault is not None


@pytest.mark.parametrize("how", ["DEPUTY END", "DEPUTY new@deputies.example UNTIL 20 Jan", "LEAVE"])
def test_the_player_ends_it_at_once_and_the_deputy_is_told(how):
    table = with_deputy()
    table.notices.clear()
    names(table, how, people=dict(PEOPLE))
    ended = [told for told in table.notices if isinstance(told.body, DeputyEnded)]

    assert [(told.seat, told.deputy) for told in ended] == [("Anna", 1)]
    assert table.says("Anna", "BID 900", deputy=1).fault.code == "forbidden"


def test_a_match_that_is_over_has_no_deputies():
    table = with_deputy(seed=3, seats=3, policy=Policy(hours=1, least_hours=0))
    played_out(table)
    ended = [told for told in table.notices if isinstance(told.body, DeputyEnded)]

    assert table.live.envelope.seat("Anna").deputy is None
    assert len(ended) == 1


def test_a_mail_to_the_deputy_that_came_back_is_no_mark_on_the_seat():
    table = with_deputy()
    table.does(ComeBack("Anna", 1, 1))
    table.does(ComeBack("Anna", 1, 7))

    assert table.live.envelope.seat("Anna").returned is None
    assert news_of(table)[-1].startswith("A mail to your deputy ola came back:")


def test_a_reply_of_the_deputy_does_not_show_that_mail_reaches_the_player():
    table = with_deputy()
    table.does(ComeBack("Anna", 1))
    table.says("Anna", "BID 300", deputy=1, by_mail=True)

    assert table.live.envelope.seat("Anna").returned == 1


def test_a_deputy_who_is_seated_elsewhere_is_a_deputy_no_more():
    people = dict(PEOPLE)
    table = laid()
    names(table, NAMED, people=people)
    without = deputized(table.live.envelope, people, OLA, "Piotr")
    table.does(SeatPlayer("Piotr", b"t" * 32, without=without))

    assert without == ("Anna",)
    assert table.live.envelope.seat("Anna").deputy is None


@pytest.mark.parametrize("line", ["DEPUTY END", "UNSUBSCRIBE"])
def test_a_deputy_can_give_it_up_and_the_player_goes_on(line):
    table = with_deputy()
    table.notices.clear()
    answer = table.says("Anna", line, deputy=1)
    kinds = sorted((told.deputy, told.kind) for told in table.told("Anna"))

    assert [said(text) for text in answer.told] == ["You are not the deputy of Anna any more."]
    assert answer.ask is None
    assert table.live.envelope.seat("Anna").deputy is None
    assert not table.live.envelope.seat("Anna").unsubscribed
    assert kinds == [(0, "report"), (1, "deputy_ended")]
    assert news_of(table)[-1] == "Your deputy ola has given it up."


def test_an_end_said_twice_says_that_nobody_plays():
    people = dict(PEOPLE)
    table = laid()
    names(table, NAMED, people=people)
    table.says("Anna", "DEPUTY END")
    again = table.says("Anna", "DEPUTY END")

    assert [said(text) for text in again.told] == ["Nobody plays for you."]


def test_a_typed_end_says_that_there_is_none():
    answer = laid().does(Deputize("Anna", {"kind": "deputy_end"})).answer

    assert [said(text) for text in answer.told] == ["Nobody plays for you."]


@pytest.mark.parametrize("reader", [*NAMES[1:4], None])
def test_nobody_else_can_tell_that_a_seat_has_a_deputy(reader):
    """All bytes that another reader gets, mails and moves of the deputy included.

    The due index, which no reader sees, is left out: it holds the end.
    """
    with_it, without = with_deputy(), laid()
    for table, more in ((with_it, {"deputy": 1}), (without, {})):
        table.says("Anna", "BID 300", **more)
        for seat in table.awaited:
            table.says(seat, "BID 100")
    same = [outputs_for(table, reader)[:-1] for table in (with_it, without)]
    fresh = [without_nonces(table) for table in same]

    assert fresh[0] == fresh[1]


def without_nonces(outputs):
    """The record holds nonces and commitments, which are fresh in each match."""
    *others, record = outputs
    entries = msgspec.json.decode(record)
    for entry in entries:
        entry.pop("chain", None)
        for move in entry.get("moves", {}).values():
            move.pop("nonce", None)
            move.pop("commitment", None)
    return [*others, entries]
