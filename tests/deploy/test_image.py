"""The images: what the Dockerfile copies makes a wheel that holds everything the house needs."""

import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import requires
from pathlib import Path

import pytest
from deploy.files import DOCKERFILE, ROOT
from packaging.requirements import Requirement

TEXT = DOCKERFILE.read_text()
STAGES = re.findall(r"^FROM (\S+) AS (\S+)$", TEXT, re.MULTILINE)
PACKAGES = [path for room in ("shared", "services/*") for path in ROOT.glob(f"{room}/stagepost_*")]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in the wheel that the builder makes of what it is given, without a network."""
    house = tmp_path_factory.mktemp("house")
    given = re.findall(r"^COPY ((?:\S+ )+)\S+$", stage("builder"), re.MULTILINE)
    for name in {name for names in given for name in names.split()}:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, house / name)
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        "made",
    ]
    subprocess.run(command, cwd=house, check=True, capture_output=True)
    [made] = (house / "made").glob("*.whl")
    return set(zipfile.ZipFile(made).namelist())


def stage(name: str) -> str:
    return TEXT.partition(f" AS {name}\n")[2].partition("\nFROM ")[0]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_wheel_holds_every_file_of_a_package(package: Path, wheel: set[str]):
    tracked = subprocess.run(
        ["git", "ls-files", "-z", package], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    files = {
        str((ROOT / name).relative_to(package.parent))
        for name in tracked.split("\0")
        if name and (ROOT / name).exists()
    }

    assert files - wheel == set()


def test_only_what_is_copied_may_enter_the_build():
    """.dockerignore keeps everything out but what it names."""
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line[:1] == "!"}
    copied = {
        name
        for names in re.findall(r"^COPY ((?!--from)(?:\S+ )+)\S+$", TEXT, re.MULTILINE)
        for name in names.split()
    }

    assert {name for name in copied if not any(Path(name).match(mark) for mark in kept)} == set()


def test_the_builder_has_all_that_its_backend_needs():
    """The build runs without isolation: what hatchling wants is named in one pattern."""
    [pattern] = re.findall(r"keep = /\^\(([^)]+)\)==/", TEXT)
    wanted = {"hatchling"}
    for line in requires("hatchling") or []:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"python_version": "3.11"}):
            wanted.add(requirement.name)

    assert set(pattern.split("|")) == wanted


def test_the_pattern_cuts_whole_entries_out_of_the_lock():
    [program] = re.findall(r"awk '([^']+)'", TEXT)
    cut = subprocess.run(
        ["awk", program, "requirements.lock"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    entries = [entry for entry in re.split(r"^(?=[a-z])", cut, flags=re.MULTILINE) if entry]

    assert len(entries) == 6
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("target", ["engine", "mailer"])
def test_an_image_installs_its_own_lock_with_hashes_and_the_wheel_alone(target: str):
    room = stage(f"{target}-room")

    assert f"--require-hashes --requirement requirements-{target}.lock" in room
    assert "--no-deps /wheels/*.whl" in room
    assert f"COPY --from={target}-room /venv /venv" in stage(target)


@pytest.mark.parametrize("target", ["engine", "mailer"])
def test_an_image_runs_as_nobody_and_says_how_it_is(target: str):
    assert ("floor", target) in STAGES
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", stage("floor"), re.MULTILINE)
    assert "HEALTHCHECK" in stage(target)


def test_every_stage_stands_on_a_python_that_the_project_supports():
    bases = {base for base, _ in STAGES if ":" in base}

    assert bases == {"python:3.11-slim"}
