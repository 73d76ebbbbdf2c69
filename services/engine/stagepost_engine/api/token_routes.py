"""Tokens over REST: their holder lists them, makes more, has another one, or none."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_contracts.tokens import Scope, TokenMade, TokenSeen, TokenWanted
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place
from stagepost_engine.api.readers import shown_by
from stagepost_engine.matches.access import Holder, Shown, holder_of, token_hash, tokens_of
from stagepost_engine.matches.command import ChangeToken, Command, MakeToken
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.fresh import token_text
from stagepost_engine.matches.service import Request as Wanted
from stagepost_engine.matches.tokens import id_of, tokens_seen

AnyRequest = Request[Any, Any, Any]


@post(
    "/matches/{match:str}/token",
    summary="Change a token",
    tags=["tokens"],
    status_code=201,
    opt=described(TokenMade, caller="holder", body=TokenWanted, status=201, codes=("busy",)),
)
async def change_token(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> TokenMade:
    """Put a new token in the place of the one that asks, and tell it once; the old one ends.

    The answer is kept nowhere, so that a key could not repeat it: hold on to the new token.
    """
    data = await body_of(request, TokenWanted)
    shown = await shown_by(request, place, match)
    new = token_text(place.entropy())
    old = _of_a_seat((await place.matches.live(MatchId(match))).envelope, shown)

    def command(envelope: Envelope) -> Command:
        holder = _of_a_seat(envelope, shown)
        scope = _scope(holder, data)
        return ChangeToken(
            holder.reader.seat, token_hash(new), data.label, data.hours, holder.id, scope
        )

    await place.matches.act(MatchId(match), Wanted(command, shown=shown))
    return await _told(place, match, old, new, data)


@delete(
    "/matches/{match:str}/token",
    summary="End a token",
    tags=["tokens"],
    status_code=204,
    opt=described(None, caller="holder", codes=("busy",), empty={204: "The token is ended."}),
)
async def end_token(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> None:
    """End the token that asks. The seat still plays by mail; its host can seat it anew."""
    shown = await shown_by(request, place, match)

    def command(envelope: Envelope) -> Command:
        holder = _of_a_seat(envelope, shown)
        return ChangeToken(holder.reader.seat, id=holder.id)

    await place.matches.act(MatchId(match), Wanted(command, shown=shown))


@get(
    "/matches/{match:str}/tokens",
    summary="The tokens of a holder",
    tags=["tokens"],
    opt=described(tuple[TokenSeen, ...], caller="holder"),
)
async def list_tokens(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> tuple[TokenSeen, ...]:
    """Return what opens the seat or the host's side of the match, without the tokens."""
    shown = await shown_by(request, place, match)
    envelope = (await place.matches.live(MatchId(match))).envelope
    return tokens_seen(envelope, holder_of(envelope, shown, reads=True))


@post(
    "/matches/{match:str}/tokens",
    summary="Make one more token",
    tags=["tokens"],
    status_code=201,
    opt=described(
        TokenMade, caller="holder", body=TokenWanted, status=201, codes=("busy", "illegal")
    ),
)
async def make_token(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> TokenMade:
    """Make a token beside the one that asks, and tell it once."""
    data = await body_of(request, TokenWanted)
    shown = await shown_by(request, place, match)
    new = token_text(place.entropy())
    old = holder_of((await place.matches.live(MatchId(match))).envelope, shown)

    def command(envelope: Envelope) -> Command:
        holder = holder_of(envelope, shown)
        scope = data.scope or "play"
        return MakeToken(holder.reader.seat, token_hash(new), data.label, data.hours, scope)

    await place.matches.act(MatchId(match), Wanted(command, shown=shown))
    return await _told(place, match, old, new, data)


@delete(
    "/matches/{match:str}/tokens/{token:str}",
    summary="End one of the tokens",
    tags=["tokens"],
    status_code=204,
    opt=described(
        None, caller="holder", codes=("busy", "not-found"), empty={204: "The token is ended."}
    ),
)
async def end_one_token(
    request: AnyRequest, match: FromPath[str], token: FromPath[str], place: NamedDependency[Place]
) -> None:
    """End a token of the one who asks, by its id in the list."""
    shown = await shown_by(request, place, match)

    def command(envelope: Envelope) -> Command:
        return ChangeToken(holder_of(envelope, shown).reader.seat, id=token)

    await place.matches.act(MatchId(match), Wanted(command, shown=shown))


def _of_a_seat(envelope: Envelope, shown: Shown | None) -> Holder:
    """Return the holder by a token of this match; a player's own is changed elsewhere."""
    holder = holder_of(envelope, shown, reads=True)
    if not holder.id:
        text = say("This is a player's token; it is changed and ended at /v1/player/token.")
        raise Problem("forbidden", text)
    return holder


def _scope(holder: Holder, wanted: TokenWanted) -> Scope:
    """Return what the new token may do: never more than the one that asks."""
    if holder.term.scope == "read" and wanted.scope == "play":
        raise Problem("forbidden", say("This token only reads; it makes none that plays."))
    return wanted.scope or holder.term.scope


async def _told(place: Place, match: str, old: Holder, new: str, wanted: TokenWanted) -> TokenMade:
    """Return the new token as it is kept; one that has run out by now was made all the same."""
    live, now = await place.matches.live_now(MatchId(match))
    envelope, seat = live.envelope, old.reader.seat
    for kept in tokens_of(envelope, seat):
        if kept.token == token_hash(new):
            term = kept.term
            return TokenMade(new, term.label, seat, term.until, kept.id, term.scope)
    ends = None if wanted.hours is None else round(now + 3600 * wanted.hours, 3)
    return TokenMade(new, wanted.label, seat, ends, id_of(token_hash(new)))


TOKEN_ROUTES = (change_token, end_token, list_tokens, make_token, end_one_token)
