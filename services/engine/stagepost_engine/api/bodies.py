"""Bodies of requests, read as JSON has it: 0 is no `false`, "2" is no number, and 2.0 is 2."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from litestar import Request

from stagepost_contracts.errors import Problem, ProblemCode
from stagepost_contracts.texts import say

Body = TypeVar("Body")


async def body_of(
    request: Request[Any, Any, Any], kind: type[Body], code: ProblemCode = "bad-request"
) -> Body:
    """Return the JSON body. Raises Problem `code` for one that is no JSON or of another shape."""
    try:
        return msgspec.convert(_whole(msgspec.json.decode(await request.body())), kind)
    except msgspec.MsgspecError as error:
        raise Problem(code, say("The request does not fit: {why}", why=str(error))) from error


def _whole(found: Any) -> Any:
    """Return plain data in which a number without a fraction is an integer, as in JSON Schema."""
    match found:
        case float() if found.is_integer():
            return int(found)
        case dict():
            return {name: _whole(value) for name, value in found.items()}
        case list():
            return [_whole(value) for value in found]
        case _:
            return found
