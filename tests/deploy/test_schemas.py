"""Each deploy file fits the schema of its kind; none of it asks the network."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from deploy.files import COMPOSE, DOCKERFILE, MANIFESTS, ROOT

BIN = Path(sys.executable).parent


def checked(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_dockerfile_has_no_fault_that_hadolint_knows():
    checked(BIN / "hadolint", "--failure-threshold", "info", DOCKERFILE)


def test_compose_fits_its_specification():
    checked(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE)


@pytest.mark.parametrize(
    "path", [path for path in MANIFESTS if path.name != "kustomization.yaml"], ids=lambda p: p.name
)
def test_a_manifest_has_every_field_that_it_needs_and_no_other(path: Path):
    checked(BIN / "kubernetes-validate", "--strict", path)


def test_the_kustomization_names_every_manifest_but_the_example():
    kustomization = yaml.safe_load((ROOT / "k8s/kustomization.yaml").read_text())
    known = {"kustomization.yaml", "secret.example.yaml"}

    assert set(kustomization["resources"]) == {path.name for path in MANIFESTS} - known


def test_the_validators_do_refuse(tmp_path: Path):
    """A validator that nods at everything proves nothing."""
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\nsepc: {}\n")
    with pytest.raises(AssertionError):
        checked(BIN / "kubernetes-validate", "--strict", wrong)
    wrong.write_text("services: {engine: {imgae: a}}\n")
    with pytest.raises(AssertionError):
        checked(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", wrong)
    wrong.write_text("FROM python\nRUN cd /tmp && sudo ls\n")
    with pytest.raises(AssertionError):
        checked(BIN / "hadolint", wrong)
