"""The deploy files as data: compose.yaml with its variables filled in, k8s/ by kind and name."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "compose.yaml"
DOCKERFILE = ROOT / "Dockerfile"
EXAMPLE = ROOT / ".env.example"
MANIFESTS = sorted((ROOT / "k8s").glob("*.yaml"))
SETTINGS = {
    "engine": ROOT / "services/engine/stagepost_engine/settings.py",
    "mailer": ROOT / "services/mailer/stagepost_mailer/settings.py",
}
# What a newcomer has to fill in, filled in.
FILLED = {
    "STAGEPOST_OPERATOR_TOKEN": "operator" * 4,
    "STAGEPOST_SERVICE_TOKEN": "service0" * 4,
    "STAGEPOST_MAIL_KEY": "0123456789abcdef" * 4,
    "STAGEPOST_MAIL_DOMAIN": "mail.example.org",
    "STAGEPOST_SMTP_URL": "smtp://smtp.example.org:25",
}

VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?:(?P<how>:?[-?])(?P<rest>[^}]*))?\}")


class Missing(LookupError):
    """A variable that compose.yaml asks for by `:?` is not set."""


def filled(text: str, environment: Mapping[str, str]) -> str:
    """The text with its variables as compose fills them in: an empty one counts as missing."""

    def value(found: re.Match[str]) -> str:
        given = environment.get(found["name"], "")
        if given or found["how"] is None:
            return given
        if found["how"].endswith("?"):
            raise Missing(found["rest"])
        return found["rest"]

    return VARIABLE.sub(value, text)


def compose(environment: Mapping[str, str] = FILLED) -> dict[str, Any]:
    """compose.yaml; as compose does, the file is read first and its strings are filled in then."""

    def walked(found: Any) -> Any:
        match found:
            case str():
                return filled(found, environment)
            case dict():
                return {key: walked(value) for key, value in found.items()}
            case list():
                return [walked(value) for value in found]
            case _:
                return found

    return walked(yaml.safe_load(COMPOSE.read_text()))


def example() -> dict[str, str]:
    lines = EXAMPLE.read_text().splitlines()
    pairs = [line.partition("=") for line in lines if line and not line.startswith("#")]
    return {name: value for name, _, value in pairs}


def objects() -> Iterator[dict[str, Any]]:
    """Every object of k8s/ but the kustomization."""
    for path in MANIFESTS:
        if path.name != "kustomization.yaml":
            yield from filter(None, yaml.safe_load_all(path.read_text()))


def of_kind(*kinds: str) -> list[dict[str, Any]]:
    return [found for found in objects() if found["kind"] in kinds]


def named(kind: str, name: str) -> dict[str, Any]:
    [found] = [found for found in of_kind(kind) if found["metadata"]["name"] == name]
    return found


def workloads() -> list[dict[str, Any]]:
    return of_kind("Deployment", "StatefulSet")


def container(workload: dict[str, Any]) -> dict[str, Any]:
    [found] = workload["spec"]["template"]["spec"]["containers"]
    return found


def names_read(room: str) -> set[str]:
    """The variables that a service's settings module reads."""
    tree = ast.parse(SETTINGS[room].read_text())
    words = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {
        word for word in words if isinstance(word, str) and re.fullmatch(r"STAGEPOST_\w+", word)
    }
