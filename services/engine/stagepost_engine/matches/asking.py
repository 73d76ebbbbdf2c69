"""What a seat is asked now, made for its eyes: forms, bounds, default, deadline."""

from __future__ import annotations

from typing import Any

import msgspec

from stagepost_contracts.forms import Amount, Choice, OrderForm, Permutation, is_possible
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Ask, Offered
from stagepost_contracts.reading import write
from stagepost_engine.matches.ahead import own_default
from stagepost_engine.matches.clock import deadline_shown
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.forms import form_of
from stagepost_engine.rules.game import Forms, Move, no_forms
from stagepost_engine.rules.play import is_over

EXAMPLES_MOST = 6


def ask(live: Live, seat: Seat) -> Ask | None:
    """Return what `seat` must decide now, or None if it has nothing to decide."""
    if not live.started or is_over(live.state) or seat not in live.actors:
        return None
    phase = live.game.phase(live.state.phase)
    state = live.free_state(seat)
    forms = tuple(form for form in phase.forms(state, seat, ()) if is_possible(form))
    policy, deadline = live.envelope.policy, deadline_shown(live.envelope)
    grace = deadline + 3600 * policy.grace_hours if deadline and policy.grace_hours else None
    return Ask(
        phase=phase.title,
        question=phase.question(live.state, seat),
        forms=forms,
        default=lines_of(live, seat, own_default(live, seat) or phase.default(live.state, seat)),
        deadline=deadline,
        grace_until=grace,
        standing=tuple(form for forms in standing_forms(live, seat).values() for form in forms),
        examples=tuple(example(form) for form in forms[:EXAMPLES_MOST]),
        sealed=sealed_lines(live, seat),
        standing_now=standing_lines(live, seat),
    )


def standing_forms(live: Live, seat: Seat) -> dict[str, Forms]:
    """Return the standing orders the seat may give now, by the phase they are for."""
    if not live.started or is_over(live.state):
        return {}
    if ("standing", seat) not in live.known:
        offered = {
            phase.name: tuple(f for f in phase.standing(live.state, seat) if is_possible(f))
            for phase in live.game.phases
            if phase.standing is not no_forms
        }
        found = {name: forms for name, forms in offered.items() if forms}
        live.known["standing", seat] = found
    return dict(live.known["standing", seat])


def lines_of(live: Live, seat: Seat, move: Move) -> tuple[str, ...]:
    """Return a move of the present phase as the lines that read back as it."""
    phase = live.game.phase(live.state.phase)
    return tuple(
        line_of(order, phase.forms(live.state, seat, move[:index]))
        for index, order in enumerate(move)
    )


def sealed_lines(live: Live, seat: Seat) -> tuple[str, ...]:
    """Return the seat's sealed move as lines; empty if it has sealed none."""
    kept = live.envelope.sealed.get(seat)
    if kept is None:
        return ()
    if (seat, kept.move) not in live.known:
        live.known[seat, kept.move] = lines_of(live, seat, live.move(kept.move))
    found: tuple[str, ...] = live.known[seat, kept.move]
    return found


def standing_lines(live: Live, seat: Seat) -> tuple[str, ...]:
    """Return the seat's standing orders as lines, its plans and own defaults among them."""
    offered = standing_forms(live, seat)
    standing = tuple(
        line_of(order, offered.get(phase, ()))
        for phase, kept in live.envelope.standing.get(seat, {}).items()
        for order in live.move(kept.move)
    )
    return standing + ahead_lines(live, seat)


def ahead_lines(live: Live, seat: Seat) -> tuple[str, ...]:
    """Return the seat's plans and own defaults as the lines that give them again."""
    kept = {"PLAN": live.envelope.plans, "DEFAULT": live.envelope.defaults}
    return tuple(
        f"{verb} {phase} {line}"
        for verb, by_seat in kept.items()
        for phase, ahead in by_seat.get(seat, {}).items()
        for line in ahead.lines
    )


def offers_seen(live: Live, seat: Seat | None) -> tuple[Offered, ...]:
    """Return the open offers that the seat made or was made."""
    deals = live.game.deals
    if deals is None:
        return ()
    return tuple(
        Offered(
            deal=offer.deal,
            by=offer.by,
            to=offer.to,
            line=offer_line(live, offer.by, live.offer(offer)),
            ends=deals.ends(live.state, live.offer(offer)),
        )
        for offer in live.envelope.offers
        if seat in (offer.by, offer.to)
    )


def offer_line(live: Live, by: Seat, offer: Any) -> str:
    """Return an offer as the line that its maker wrote."""
    assert live.game.deals is not None
    return line_of(offer, live.game.deals.forms(live.state, by))


def example(form: OrderForm) -> str:
    """Return one line that fits the form, for a reader to copy."""
    values: dict[str, Any] = {}
    for field in form.fields:
        otherwise = getattr(field, "otherwise", None)
        match field:
            case _ if otherwise is not None:
                values[field.name] = otherwise
            case Amount(least=least):
                values[field.name] = least
            case Choice(words=words):
                values[field.name] = words[0]
            case Permutation(words=words):
                values[field.name] = words
            case _:
                values[field.name] = {} if field.keyword else ""
    return write(values, form)


def line_of(order: Any, forms: Forms) -> str:
    """Return an order as a line, as its form writes it where it is offered."""
    form = form_of(order, forms)
    fields: dict[str, Any] = msgspec.to_builtins(order)
    if form is None:  # the form is no longer offered; the words are the same
        said = " ".join(str(value) for key, value in fields.items() if key != "kind")
        return f"{fields['kind'].replace('_', ' ').upper()} {said}".strip()
    return write(fields | {f.name: getattr(order, f.name) for f in form.fields}, form)
