"""What no schema sees in compose.yaml: every name in it names something."""

import importlib.util
import re
from urllib.parse import urlsplit

import pytest
from deploy.files import (
    COMPOSE,
    DOCKERFILE,
    FILLED,
    VARIABLE,
    Missing,
    compose,
    example,
    names_read,
)

from stagepost_engine.settings import settings_from as engine_settings
from stagepost_mailer.settings import settings_from as mailer_settings

SERVICES = compose()["services"]
INTAKES = ("STAGEPOST_SMTP_PORT_IN", "STAGEPOST_LMTP_PORT_IN", "STAGEPOST_WEBHOOK_PORT")
OURS = [name for name, service in SERVICES.items() if "build" in service]


def room_of(name: str) -> str:
    return SERVICES[name]["build"]["target"]


def environment(name: str) -> dict[str, str]:
    return SERVICES[name]["environment"]


def test_there_are_the_four_processes_and_their_store():
    assert set(SERVICES) == {"valkey", "engine", "worker", "receiver", "watcher"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_waits_only_for_services_that_can_be_healthy(name: str):
    for target, how in SERVICES[name].get("depends_on", {}).items():
        assert target in SERVICES
        assert how == {"condition": "service_healthy"}
        image = DOCKERFILE.read_text().partition(f" AS {target}\n")[2]
        assert "healthcheck" in SERVICES[target] or "HEALTHCHECK" in image


def test_every_variable_is_explained_in_the_example_and_every_example_is_used():
    used = {found["name"] for found in VARIABLE.finditer(COMPOSE.read_text())}

    assert used == set(example())


def test_the_example_gives_no_secret_away():
    filled_in = {name for name, value in example().items() if value}

    assert not filled_in & set(FILLED)


@pytest.mark.parametrize("name", FILLED)
def test_what_cannot_be_guessed_is_asked_for(name: str):
    with pytest.raises(Missing, match=r"\w+ \w+"):
        compose(FILLED | {name: ""})


@pytest.mark.parametrize("name", OURS)
def test_a_setting_is_one_that_its_service_reads(name: str):
    assert set(environment(name)) - names_read(room_of(name)) == set()


def test_every_setting_of_a_service_can_be_made_in_compose():
    told = {room: set() for room in ("engine", "mailer")}
    for name in OURS:
        told[room_of(name)] |= set(environment(name))

    assert told == {room: names_read(room) for room in told}


def test_the_services_begin_with_what_they_are_told():
    assert engine_settings(environment("engine")).service_token == FILLED["STAGEPOST_SERVICE_TOKEN"]
    for name in OURS:
        if name != "engine":
            told = mailer_settings(environment(name))
            assert told.service_token == FILLED["STAGEPOST_SERVICE_TOKEN"]
            assert told.mail_domain == FILLED["STAGEPOST_MAIL_DOMAIN"]


@pytest.mark.parametrize("name", OURS)
def test_an_address_within_the_house_is_a_service_of_it(name: str):
    for key in ("STAGEPOST_REDIS_URL", "STAGEPOST_QUEUE_REDIS_URL"):
        if key in environment(name):
            assert urlsplit(environment(name)[key]).hostname == "valkey"
    if url := environment(name).get("STAGEPOST_ENGINE_URL"):
        assert urlsplit(url).hostname == "engine"
        assert str(urlsplit(url).port) == environment("engine")["STAGEPOST_ENGINE_PORT"]


@pytest.mark.parametrize("name", OURS)
def test_a_command_runs_a_module_that_there_is(name: str):
    program, switch, module = SERVICES[name]["command"]

    assert (program, switch) == ("python", "-m")
    assert importlib.util.find_spec(module) is not None
    assert module.startswith(f"stagepost_{room_of(name)}.")


@pytest.mark.parametrize("name", OURS)
def test_an_image_is_a_stage_of_the_dockerfile(name: str):
    assert re.search(rf"^FROM \S+ AS {room_of(name)}$", DOCKERFILE.read_text(), re.MULTILINE)


def test_a_published_port_is_one_that_the_service_listens_at():
    inside = {
        name: [port.rpartition(":")[2] for port in SERVICES[name].get("ports", [])] for name in OURS
    }

    assert inside["engine"] == [environment("engine")["STAGEPOST_ENGINE_PORT"]]
    assert inside["receiver"] == [environment("receiver")[key] for key in INTAKES]
    assert inside["worker"] == inside["watcher"] == []


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_may_do_no_more_than_it_must(name: str):
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
