"""What only the operator may call: a match is taken away whole, and brought to a house again."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.backups import (
    BACKUP_BYTES_MOST,
    BackupWanted,
    MatchBackup,
    MatchRestored,
    RestoreWanted,
)
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_engine.api.bearer import hold_to
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place

AnyRequest = Request[Any, Any, Any]


@post(
    "/operator/matches/{match:str}/backups",
    summary="Take a backup",
    tags=["operator"],
    status_code=201,
    opt=described(MatchBackup, caller="operator", body=BackupWanted, status=201, codes=("busy",)),
)
async def back_up_match(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> MatchBackup:
    """Return all of a match: sealed moves, the seed and the addresses. Its table is told of it."""
    hold_to(request, place.operator_token)
    wanted = await body_of(request, BackupWanted)
    return await place.backups.make(MatchId(match), people=wanted.people)


@post(
    "/operator/matches",
    summary="Bring a match back",
    tags=["operator"],
    status_code=201,
    request_max_body_size=BACKUP_BYTES_MOST,
    opt=described(
        MatchRestored,
        caller="operator",
        body=RestoreWanted,
        status=201,
        codes=("bad-backup", "match-exists", "busy"),
        also={200: MatchRestored},
    ),
)
async def restore_match(
    request: AnyRequest, place: NamedDependency[Place]
) -> Response[MatchRestored]:
    """Let a match go on here as its backup holds it; 200 where this backup brought it before.

    Its clock stood since the backup. Its table is told; with `remind` every seat is mailed.
    """
    hold_to(request, place.operator_token)  # before the body, which may be large, is read
    try:
        wanted = msgspec.json.decode(await request.body(), type=RestoreWanted)
    except msgspec.MsgspecError as error:
        text = say("The backup is broken: {why}. Take another one.", why=str(error))
        raise Problem("bad-backup", text) from error
    found = await place.backups.restore(wanted.backup, remind=wanted.remind)
    return Response(found, status_code=201 if found.new else 200)


OPERATOR_ROUTES = (back_up_match, restore_match)
