"""docs/rest.md knows every path and every code of the API, and no others."""

import re
from pathlib import Path

from stagepost_contracts.errors import STATUS
from stagepost_engine.app import build
from stagepost_engine.settings import settings_from

PAGE = (Path(__file__).parents[2] / "docs/rest.md").read_text()
SECRETS = {"STAGEPOST_OPERATOR_TOKEN": "operator" * 4, "STAGEPOST_SERVICE_TOKEN": "service0" * 4}


def paths() -> set[str]:
    """The paths that a client may ask; those of the mailer are its own."""
    found = {route.path for route in build(settings_from(SECRETS)).routes}
    kept = {
        path for path in found if not path.startswith(("/v1/service", "/v1/docs", "/v1/schema"))
    }
    return {re.sub(r"\{(\w+):\w+\}", r"$\1", path.removeprefix("/v1")) for path in kept}


def test_every_path_is_shown_and_every_shown_path_is_one():
    shown = {path.rstrip('"') for path in re.findall(r"\$house(/[\w/$-]+)", PAGE)}

    assert shown == paths()


def test_the_api_describes_itself_where_the_page_says():
    [where] = re.findall(r"at `(/v1/\S+openapi.json)`", PAGE)

    assert where in {route.path for route in build(settings_from(SECRETS)).routes}


def test_every_code_stands_beside_its_status():
    rows = re.findall(r"^\| ([\d, ]+) \| (.+) \|$", PAGE, re.MULTILINE)
    told = {
        code: {int(status) for status in statuses.split(",")}
        for statuses, codes in rows
        for code in re.findall(r"`([\w-]+)`", codes)
    }

    assert set(told) == set(STATUS)
    assert {code for code, statuses in told.items() if STATUS[code] not in statuses} == set()
