"""A holder's webhook over REST: set, seen, tried and taken away."""

from __future__ import annotations

import base64
from typing import Any, Final

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.errors import Problem
from stagepost_contracts.hooks import (
    SECRET_PREFIX,
    TRY_SECONDS_MOST,
    Hook,
    HookMade,
    HookSeen,
    HookTest,
    HookTried,
    HookWanted,
    checked_url,
)
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.saying import said
from stagepost_engine.matches.access import Holder, Shown, holder_of
from stagepost_engine.matches.command import Command, EndHook, SetHook
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.hooks import hook_of
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.service import Request as Wanted
from stagepost_engine.store.hooks import HookKept

AnyRequest = Request[Any, Any, Any]

ID_LETTERS: Final = 16
TESTS_A_MINUTE_MOST: Final = 6


@put(
    "/matches/{match:str}/webhook",
    summary="Set a webhook",
    tags=["webhooks"],
    opt=described(HookMade, caller="holder", body=HookWanted, codes=("bad-url", "busy")),
)
async def set_webhook(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> HookMade:
    """Post what happens from now on to a URL, signed with a secret that is told here alone.

    A holder has one: a new one takes the place of the one before, and its secret is another.
    """
    data = await body_of(request, HookWanted)
    shown = await shown_by(request, place, match)
    live, now = await place.matches.live_now(MatchId(match))
    holder = _of_the_match(live.envelope, shown)
    url = checked_url(data.url.strip(), place.reach)
    secret = SECRET_PREFIX + base64.b64encode(place.entropy()).decode()
    hook = place.entropy().hex()[:ID_LETTERS]
    kept = _kept(
        live,
        holder,
        data.language or language_of(request),
        Hook(url, secret, "", live.game.title, now),
    )

    def command(envelope: Envelope) -> Command:
        found = _of_the_match(envelope, shown)
        return SetHook(found.reader.seat, hook, found.id, 0)

    wanted = Wanted(command, shown=shown, hook=(hook, msgspec.json.encode(kept)))
    await place.matches.act(MatchId(match), wanted)
    after = hook_of((await place.matches.live(MatchId(match))).envelope, holder.reader.seat)
    return HookMade(url, secret, kept.since, after.number if after else 0)


@get(
    "/matches/{match:str}/webhook",
    summary="See a webhook",
    tags=["webhooks"],
    opt=described(HookSeen, caller="holder", codes=("not-found",)),
)
async def see_webhook(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[HookSeen]:
    """Return where the holder's events are posted, and what became of the last one."""
    _, kept = await _found(request, match, place, reads=True)
    state = kept.state
    waiting = 0 if state.off else kept.waiting
    seen = HookSeen(kept.hook.url, kept.hook.since, waiting, state.failures, state.last, state.off)
    return Response(said(seen, language_of(request)))


@delete(
    "/matches/{match:str}/webhook",
    summary="Take a webhook away",
    tags=["webhooks"],
    status_code=204,
    opt=described(
        None, caller="holder", codes=("not-found", "busy"), empty={204: "It is called no more."}
    ),
)
async def end_webhook(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> None:
    """Post no more events of the holder; what waits is dropped."""
    shown = await shown_by(request, place, match)
    wanted = Wanted(lambda envelope: EndHook(holder_of(envelope, shown).reader.seat), shown=shown)
    await place.matches.act(MatchId(match), wanted)


@post(
    "/matches/{match:str}/webhook/test",
    summary="Try a webhook",
    tags=["webhooks"],
    status_code=200,
    opt=described(HookTried, caller="holder", codes=("not-found",)),
)
async def try_webhook(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[HookTried]:
    """Post a test now, and return the status that the far side gave, or why it came to none."""
    hook, _ = await _found(request, match, place, reads=False)
    wait = await place.limits.wait({f"hook:{hook}": TESTS_A_MINUTE_MOST})
    if wait:
        raise Problem("too-many", say("A webhook is tried six times in a minute at the most."))
    test = HookTest(MatchId(match), hook, place.entropy().hex()[:ID_LETTERS])
    tried = await place.store.hooks.test(test, TRY_SECONDS_MOST)
    if tried is None:
        text = say("The mailer, which makes the call, does not answer at the moment. Try again.")
        raise Problem("unavailable", text)
    return Response(said(tried, language_of(request)))


def _kept(live: Live, holder: Holder, language: str, hook: Hook) -> Hook:
    seat = holder.reader.seat
    tenure = live.envelope.seat(seat).tenure if seat else 0
    return msgspec.structs.replace(
        hook, since=round(hook.since, 3), language=language, seat=seat, tenure=tenure
    )


async def _found(
    request: AnyRequest, match: str, place: Place, *, reads: bool
) -> tuple[str, HookKept]:
    """Return the holder's webhook and its id. Raises Problem."""
    shown = await shown_by(request, place, match)
    envelope = (await place.matches.live(MatchId(match))).envelope
    found = hook_of(envelope, holder_of(envelope, shown, reads=reads).reader.seat)
    kept = await place.store.hooks.read(MatchId(match), found.id) if found else None
    if found is None or kept is None:
        raise Problem("not-found", say("You have no webhook here."))
    return found.id, kept


def _of_the_match(envelope: Envelope, shown: Shown | None) -> Holder:
    """Return the holder by a token of this match, with which the webhook ends."""
    holder = holder_of(envelope, shown)
    if not holder.id:
        raise Problem("forbidden", say("A webhook is set with a token of the seat itself."))
    return holder


HOOK_ROUTES = (set_webhook, see_webhook, end_webhook, try_webhook)
