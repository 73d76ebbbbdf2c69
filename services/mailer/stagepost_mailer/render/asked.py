"""What a seat is asked, as the templates lay it out: lines to write, bounds, times, the default."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stagepost_contracts.forms import (
    Amount,
    Bundle,
    Choice,
    Field,
    OrderForm,
    Permutation,
    Words,
    is_possible,
)
from stagepost_contracts.notices import Ask, Offered
from stagepost_contracts.reading import usage, write
from stagepost_contracts.texts import Text, say, say_many
from stagepost_mailer.render.inert import plain
from stagepost_mailer.render.voice import Voice

COUNT_TOLD_MOST = 12  # more lines than that of one kind are as good as any number
FIELDS_TOLD_MOST = 2  # a command of more is told whole by [HELP] only


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of order: `[BID <amount>]`, what it means, its bounds, and a link with one."""

    usage: str
    meaning: str
    notes: tuple[str, ...]
    link: str


@dataclass(frozen=True, slots=True)
class Example:
    """An order that may be sent as it stands."""

    line: str
    link: str


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask in the reader's words; what is not there is empty."""

    phase: str
    question: str
    orders: tuple[Line, ...]
    standing: tuple[Line, ...]
    examples: tuple[Example, ...]
    default: str
    deadline: str
    left: str
    grace: str
    sealed: str
    standing_now: str


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer, and the lines that answer it."""

    deal: str
    by: str
    to: str
    line: str
    ends: str
    incoming: bool
    accept: Example
    refuse: Example


def asked(ask: Ask, voice: Voice, subject: str) -> Asked:
    """Return the ask for a mail with this subject."""
    has_grace = ask.grace_until is not None and ask.grace_until != ask.deadline
    return Asked(
        phase=voice.text(ask.phase),
        question=voice.text(ask.question),
        orders=order_lines(ask.forms, voice, subject),
        standing=order_lines(ask.standing, voice, subject),
        examples=tuple(
            Example(voice.line(line), voice.mailto(subject, plain(line))) for line in ask.examples
        ),
        default=voice.lines(ask.default),
        deadline="" if ask.deadline is None else voice.moment(ask.deadline),
        left="" if ask.deadline is None else voice.left(ask.deadline),
        grace=voice.moment(ask.grace_until) if has_grace and ask.grace_until is not None else "",
        sealed=voice.lines(ask.sealed),
        standing_now=voice.lines(ask.standing_now),
    )


def order_lines(
    forms: Sequence[OrderForm], voice: Voice, subject: str, *, others: bool = False
) -> tuple[Line, ...]:
    """Return a line for each form that can be used now, and `others` that say the same."""
    return tuple(
        Line(
            usage=voice.line(usage(form)),
            meaning="" if form.meaning is None else voice.rest(form.meaning),
            notes=(*_notes(form, voice), *(_others(form, voice) if others else ())),
            link=voice.mailto(subject, sample(form)),
        )
        for form in forms
        if is_possible(form)
    )


def command_lines(forms: Sequence[OrderForm], voice: Voice, subject: str) -> tuple[Line, ...]:
    """Return a short line for each command; [HELP] tells the whole of the long ones."""
    return tuple(
        line if len(form.fields) <= FIELDS_TOLD_MOST else _in_short(form, line, voice)
        for form in forms
        for line in order_lines((form,), voice, subject)
    )


def offers_seen(offers: Sequence[Offered], seat: str, voice: Voice, subject: str) -> list[Offer]:
    """Return the offers; those to `seat` with the lines that answer them."""
    return [_offer(offered, seat, voice, subject) for offered in offers]


def sample(form: OrderForm) -> str:
    """Return an order by the form; where the player must find own words, only its beginning."""
    order: dict[str, object] = {}
    for field in form.fields:
        match field:
            case Amount(least=least):
                order[field.name] = least
            case Choice(words=words):
                order[field.name] = words[0]
            case Permutation(words=words):
                order[field.name] = list(words)
            case Bundle(parts=parts):
                order[field.name] = {parts[0].word: 1} if parts else {}
            case Words():
                order[field.name] = ""
    return write(order, form).rstrip()


def _in_short(form: OrderForm, line: Line, voice: Voice) -> Line:
    usage = voice.line(f"{form.verb.upper()} …")
    return Line(usage, line.meaning, (), line.link)


def _offer(offered: Offered, seat: str, voice: Voice, subject: str) -> Offer:
    incoming = offered.to == seat
    deal = plain(offered.deal)
    accept, refuse = f"ACCEPT {deal}", f"DECLINE {deal}" if incoming else f"WITHDRAW {deal}"
    return Offer(
        deal=voice.line(deal),
        by=voice.words(offered.by),
        to=voice.words(offered.to),
        line=voice.line(offered.line),
        ends=voice.rest(offered.ends),
        incoming=incoming,
        accept=Example(voice.line(accept), voice.mailto(subject, accept)),
        refuse=Example(voice.line(refuse), voice.mailto(subject, refuse)),
    )


def _notes(form: OrderForm, voice: Voice) -> Iterator[str]:
    for field in form.fields:
        if note := _bounds(field, voice):
            yield note
        if getattr(field, "otherwise", None) is not None:
            yield voice.text(_left_out(field))
    if form.least > 0:
        yield voice.text(
            say_many(
                "At least {count} such line is needed.",
                "At least {count} such lines are needed.",
                count=form.least,
            )
        )
    if 1 < form.most <= COUNT_TOLD_MOST:
        yield voice.text(
            say_many("At most {count} such line.", "At most {count} such lines.", count=form.most)
        )


def _others(form: OrderForm, voice: Voice) -> Iterator[str]:
    if form.also:
        words = ", ".join(f"[{word}]" for word in form.also)
        yield voice.text(say("In other languages: {words}.", words=words))


def _left_out(field: Field) -> Text:
    """What a field is that the line leaves out, if that is a value one could have written."""
    place = f"<{field.name}>"
    match field:
        case Amount(least=least, most=most, otherwise=int(otherwise)) if least <= otherwise <= most:
            return say("Without {place} it is {otherwise}.", place=place, otherwise=str(otherwise))
        case Choice(words=words, otherwise=str(otherwise)) if otherwise in words:
            return say("Without {place} it is {otherwise}.", place=place, otherwise=otherwise)
        case _:
            return say("{place} may be left out.", place=place)


def _bounds(field: Field, voice: Voice) -> str:
    place = f"<{field.name}>"
    match field:
        case Amount(least=least, most=most, step=step):
            return voice.text(_range(place, least, most, step))
        case Choice(words=words):
            if len(words) == 1:
                return ""
            text = say("{place} is one of: {words}.", place=place, words=", ".join(words))
        case Permutation(words=words):
            text = say(
                "{place} is each of these once, in your order: {words}.",
                place=place,
                words=", ".join(words),
            )
        case Bundle(parts=parts):
            text = say(
                "{place} is any of these, at most so many: {parts}; or NOTHING.",
                place=place,
                parts=", ".join(f"{part.most} {part.word.upper()}" for part in parts),
            )
        case Words(most=most):
            text = say(
                "{place} is in your own words, at most {most} characters.", place=place, most=most
            )
    return voice.text(text)


def _range(place: str, least: int, most: int, step: int) -> Text:
    if least >= most:
        return say("{place} is {least}.", place=place, least=least)
    if step == 1:
        return say("{place} is {least} to {most}.", place=place, least=least, most=most)
    return say(
        "{place} is {least} to {most}, in steps of {step}.",
        place=place,
        least=least,
        most=most,
        step=step,
    )
