"""Some libraries have one door each: who may import them, by room."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / folder for folder in ("shared", "services/engine", "services/mailer")]
SOURCES = sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))

# The local room is a composition root from top to bottom; it is not among the sources.
DOORS = {
    "redis": {
        "stagepost_engine.app",
        "stagepost_engine.store",
        "stagepost_mailer.inbox",
        "stagepost_mailer.outbox",
        "stagepost_mailer.pipe",
        "stagepost_mailer.receiver",
        "stagepost_mailer.time",
        "stagepost_mailer.watcher",
        "stagepost_mailer.worker",
    },
    "rq": {"stagepost_mailer.jobs", "stagepost_mailer.time", "stagepost_mailer.worker"},
    "aiosmtplib": {"stagepost_mailer.smtp"},
}


def module_of(path: Path) -> str:
    """`services/mailer/stagepost_mailer/time/dues.py` is `stagepost_mailer.time.dues`."""
    [folder] = [folder for folder in FOLDERS if path.is_relative_to(folder)]
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imported_by(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names=aliases):
                names.update(alias.name.partition(".")[0] for alias in aliases)
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module.partition(".")[0])
    return names


def is_within(module: str, rooms: set[str]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


@pytest.mark.parametrize("library", DOORS)
def test_a_library_is_imported_only_by_its_door(library: str):
    importers = [module_of(path) for path in SOURCES if library in imported_by(path)]

    assert [module for module in importers if not is_within(module, DOORS[library])] == []
