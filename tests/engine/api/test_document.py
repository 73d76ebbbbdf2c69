"""The OpenAPI document tells all of the API, and nothing that is not so."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from rest import OPERATOR, SERVICE

from stagepost_contracts import api
from stagepost_contracts.errors import STATUS
from stagepost_engine.api.document import document
from stagepost_engine.api.examples import EXAMPLES
from stagepost_engine.app import build
from stagepost_engine.settings import settings_from

APP = build(
    settings_from({"STAGEPOST_OPERATOR_TOKEN": OPERATOR, "STAGEPOST_SERVICE_TOKEN": SERVICE})
)
DOCUMENT = document(APP.routes, "0")
OPERATIONS = [
    (method, path, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
]
UNDESCRIBED = ("/v1/docs", "/v1/schema")


def each() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("method", "path", "operation"),
        OPERATIONS,
        ids=[operation["operationId"] for _, _, operation in OPERATIONS],
    )


def walked(found: Any) -> Iterator[dict[str, Any]]:
    if isinstance(found, dict):
        yield found
        for value in found.values():
            yield from walked(value)
    elif isinstance(found, list):
        for value in found:
            yield from walked(value)


def test_every_route_is_described():
    routes = {
        re.sub(r":\w+\}", "}", route.path)
        for route in APP.routes
        if not route.path.startswith(UNDESCRIBED)
    }

    assert set(DOCUMENT["paths"]) == routes


def test_every_reference_leads_somewhere():
    names = {found["$ref"] for found in walked(DOCUMENT) if "$ref" in found}

    assert {name.rpartition("/")[2] for name in names} <= set(DOCUMENT["components"]["schemas"])


def test_every_operation_has_a_name_of_its_own():
    names = [operation["operationId"] for _, _, operation in OPERATIONS]

    assert len(names) == len(set(names))


@each()
def test_every_refusal_is_a_problem(method, path, operation):
    refusals = {
        status: answer
        for status, answer in operation["responses"].items()
        if int(status) >= 400 and path != "/v1/health"
    }
    for status, answer in refusals.items():
        [(kind, content)] = answer["content"].items()

        assert kind == "application/problem+json"
        assert content["schema"] == {"$ref": "#/components/schemas/ProblemSeen"}
        assert int(status) in STATUS.values()


@each()
def test_who_needs_a_token_is_told_of_401_and_how(method, path, operation):
    needs = {"bearer": []} in operation["security"]

    assert ("401" in operation["responses"]) == needs
    if needs:
        assert "WWW-Authenticate" in operation["responses"]["401"]["headers"]


@each()
def test_a_place_in_a_path_is_a_parameter(method, path, operation):
    places = set(re.findall(r"\{(\w+)\}", path))

    assert {one["name"] for one in operation["parameters"] if one["in"] == "path"} == places


def test_tagged_unions_tell_by_which_field():
    unions = [found for found in walked(DOCUMENT) if "discriminator" in found]
    fields = {found["discriminator"]["propertyName"] for found in unions}
    for found in unions:
        refs = {option["$ref"] for option in found["anyOf"]}

        assert set(found["discriminator"]["mapping"].values()) == refs
    assert {"type", "entry"} <= fields


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_one(name):
    for example in EXAMPLES[name]:
        msgspec.convert(example, getattr(api, name))


@pytest.mark.anyio
async def test_it_is_served(engine):
    answer = await engine.get("/schema/openapi.json")

    assert answer.json()["openapi"] == "3.1.0"
    assert answer.json()["paths"] == DOCUMENT["paths"]
