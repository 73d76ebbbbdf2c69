"""The locks agree with pyproject.toml, are hashed, and no file names a registry."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUNTIME = PROJECT["project"]["dependencies"]
EXTRAS = [line for lines in PROJECT["project"]["optional-dependencies"].values() for line in lines]
GROUPS = PROJECT["dependency-groups"]
WANTED = {
    "requirements.lock": [*RUNTIME, *EXTRAS],
    **{f"requirements-{group}.lock": lines for group, lines in GROUPS.items()},
}
AGREEMENTS = [(lock, line) for lock, lines in WANTED.items() for line in lines]

PIN = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>\S+)", re.MULTILINE)
# Written in two halves, so that this file does not name them either.
HOSTS = [
    f"{name}.{top}"
    for name, top in [
        ("py" + "pi", "org"),
        ("python" + "hosted", "org"),
        ("registry.npm" + "js", "org"),
        ("deb." + "debian", "org"),
        ("proxy.go" + "lang", "org"),
    ]
]
FILE_BYTES_MOST = 2_000_000


def pins(lock: str) -> dict[str, Version]:
    found = PIN.finditer((ROOT / lock).read_text())
    return {canonicalize_name(pin["name"]): Version(pin["version"]) for pin in found}


def tracked() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [ROOT / name for name in names.split("\0") if name]


@pytest.mark.parametrize(("lock", "line"), AGREEMENTS, ids=str)
def test_every_dependency_is_pinned_within_its_bounds(lock: str, line: str):
    wanted = Requirement(line)

    assert canonicalize_name(wanted.name) in pins(lock), f"run `make lock`: {line}"
    assert pins(lock)[canonicalize_name(wanted.name)] in wanted.specifier, (
        f"run `make lock`: {line}"
    )


@pytest.mark.parametrize("lock", WANTED)
def test_every_pin_has_a_hash_and_no_line_an_address(lock: str):
    text = (ROOT / lock).read_text()
    entries = [entry for entry in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE) if entry]

    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text


@pytest.mark.parametrize("group", GROUPS)
def test_an_image_needs_nothing_that_the_whole_house_lacks(group: str):
    assert set(GROUPS[group]) - set(RUNTIME) == set()


@pytest.mark.parametrize("group", GROUPS)
def test_an_image_runs_the_releases_that_were_tested(group: str):
    whole = pins("requirements.lock")

    assert {name: whole.get(name) for name in pins(f"requirements-{group}.lock")} == pins(
        f"requirements-{group}.lock"
    )


def test_no_file_names_a_registry():
    small = [
        path for path in tracked() if path.is_file() and path.stat().st_size <= FILE_BYTES_MOST
    ]
    naming = [
        str(path.relative_to(ROOT))
        for path in small
        if any(host.encode() in path.read_bytes() for host in HOSTS)
    ]

    assert naming == []
