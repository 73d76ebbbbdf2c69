"""The engine's answer to a seat as a response: what was done, or a problem."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response

from stagepost_contracts.answers import Answer
from stagepost_contracts.errors import Problem
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.saying import said

AnyRequest = Request[Any, Any, Any]


def answered(request: AnyRequest, answer: Answer) -> Response[Answer]:
    """Return the answer; a fault is a problem with the sentence that a mail would carry."""
    if answer.fault is not None:
        fault = answer.fault
        lines = [reading.line for reading in answer.readings]
        line = lines.index(fault.line) if fault.line in lines else None
        raise Problem(fault.code, fault.text, line=line)
    return Response(said(answer, language_of(request)))
