"""What no schema sees in k8s/: selectors meet labels, names meet names, settings are settings."""

import importlib.util
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from deploy.files import (
    DOCKERFILE,
    FILLED,
    ROOT,
    container,
    named,
    names_read,
    of_kind,
    workloads,
)

from stagepost_engine.settings import settings_from as engine_settings
from stagepost_mailer.settings import settings_from as mailer_settings

# What may stay empty, filled in as the comments beside it say.
WHOLE = {
    **FILLED,
    "STAGEPOST_WEBHOOK_SECRET": "webhook0" * 4,
    "STAGEPOST_TLS_CERT": "/tls/tls.crt",
    "STAGEPOST_UNSUBSCRIBE_URL": "https://mail.example.org/unsubscribe",
    "STAGEPOST_TLS_KEY": "/tls/tls.key",
}
LABEL = "app.kubernetes.io/name"
ROOMS = {"stagepost-engine": "engine", "stagepost-mailer": "mailer"}


def name_of(found: dict[str, Any]) -> str:
    return found["metadata"]["name"]


def each(found: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("found", found, ids=name_of)


def labels(workload: dict[str, Any]) -> dict[str, str]:
    return workload["spec"]["template"]["metadata"]["labels"]


def pods(selector: dict[str, str]) -> list[str]:
    return [name_of(one) for one in workloads() if selector.items() <= labels(one).items()]


OURS = [one for one in workloads() if container(one)["image"] in ROOMS]
STORES = of_kind("StatefulSet")


def test_there_are_the_four_processes_and_two_stores():
    assert {name_of(one) for one in OURS} == {"engine", "worker", "receiver", "watcher"}
    assert {name_of(one) for one in STORES} == {"valkey", "queue"}


@each(workloads())
def test_a_workload_selects_its_own_pods_and_no_others(found: dict[str, Any]):
    assert pods(found["spec"]["selector"]["matchLabels"]) == [name_of(found)]


@each(of_kind("Service", "PodDisruptionBudget", "NetworkPolicy"))
def test_what_selects_pods_finds_those_of_its_name(found: dict[str, Any]):
    spec = found["spec"]
    selector = spec.get("podSelector") or spec["selector"]

    assert pods(selector.get("matchLabels", selector)) == [name_of(found)]


@each(of_kind("NetworkPolicy"))
def test_a_store_is_open_to_those_who_are_told_its_address(found: dict[str, Any]):
    [rule] = found["spec"]["ingress"]
    [peer] = rule["from"]
    [expression] = peer["podSelector"]["matchExpressions"]
    told = {
        name_of(one)
        for one in OURS
        for value in environment(one).values()
        if urlsplit(value).scheme == "redis" and urlsplit(value).hostname == name_of(found)
    }

    assert expression["key"] == LABEL
    assert set(expression["values"]) == told


@each(of_kind("Service"))
def test_a_service_leads_to_ports_that_its_pods_have(found: dict[str, Any]):
    [workload] = [one for one in workloads() if name_of(one) == name_of(found)]
    known = {port["name"] for port in container(workload)["ports"]}

    assert {port["targetPort"] for port in found["spec"]["ports"]} <= known


@each(STORES)
def test_a_store_has_a_service_of_its_name_and_a_disk(found: dict[str, Any]):
    [claim] = found["spec"]["volumeClaimTemplates"]
    mounted = {mount["name"]: mount["mountPath"] for mount in container(found)["volumeMounts"]}

    assert named("Service", found["spec"]["serviceName"])["spec"]["clusterIP"] == "None"
    assert mounted == {claim["metadata"]["name"]: "/data"}


def environment(workload: dict[str, Any]) -> dict[str, str]:
    """What the process is told, its secrets filled in."""
    told: dict[str, str] = {}
    for source in container(workload)["envFrom"]:
        if "configMapRef" in source:
            told |= named("ConfigMap", source["configMapRef"]["name"])["data"]
        else:
            told |= named("Secret", source["secretRef"]["name"])["stringData"]
    return told | {name: WHOLE[name] for name, value in told.items() if not value}


@each(OURS)
def test_a_setting_is_one_that_its_service_reads(found: dict[str, Any]):
    room = ROOMS[container(found)["image"]]

    assert set(environment(found)) - names_read(room) == set()


@each(OURS)
def test_a_service_begins_with_what_it_is_told(found: dict[str, Any]):
    read = {"engine": engine_settings, "mailer": mailer_settings}[ROOMS[container(found)["image"]]]

    assert read(environment(found)).service_token == FILLED["STAGEPOST_SERVICE_TOKEN"]


@each(OURS)
def test_an_address_within_the_cluster_is_a_service_of_it(found: dict[str, Any]):
    for name in ("STAGEPOST_REDIS_URL", "STAGEPOST_QUEUE_REDIS_URL", "STAGEPOST_ENGINE_URL"):
        if url := environment(found).get(name):
            service = named("Service", str(urlsplit(url).hostname))
            assert urlsplit(url).port in {port["port"] for port in service["spec"]["ports"]}


@each(OURS)
def test_a_port_is_the_one_that_the_settings_say(found: dict[str, Any]):
    ports = {port["name"]: str(port["containerPort"]) for port in container(found).get("ports", [])}
    told = environment(found)
    settings = {
        "http": told.get("STAGEPOST_ENGINE_PORT"),
        "smtp": told.get("STAGEPOST_SMTP_PORT_IN"),
        "lmtp": told.get("STAGEPOST_LMTP_PORT_IN"),
        "webhook": told.get("STAGEPOST_WEBHOOK_PORT"),
    }

    assert ports == {name: settings[name] for name in ports}


def test_the_receiver_opens_every_port_that_its_service_has():
    """SMTP, LMTP and the webhook, each by a setting that says so."""
    [receiver] = [one for one in OURS if name_of(one) == "receiver"]
    read = mailer_settings(environment(receiver))
    ports = {port["name"] for port in container(receiver)["ports"]}

    assert {port["targetPort"] for port in named("Service", "receiver")["spec"]["ports"]} == ports
    assert (read.smtp_port_in, read.lmtp_port_in, read.webhook_port) == (8025, 8024, 8026)
    assert read.webhook_secret


def test_the_certificate_is_what_the_secret_mounts():
    """The settings name files of the mount, the mount a Secret of the example, and none must be."""
    [receiver] = [one for one in OURS if name_of(one) == "receiver"]
    read = mailer_settings(environment(receiver))
    [mount] = [m for m in container(receiver)["volumeMounts"] if m["name"] == "tls"]
    [volume] = [v for v in receiver["spec"]["template"]["spec"]["volumes"] if v["name"] == "tls"]
    secret = named("Secret", volume["secret"]["secretName"])
    files = {f"{mount['mountPath']}/{name}" for name in secret["stringData"]}

    assert read.tls is not None
    assert {str(read.tls.chain), str(read.tls.key)} == files
    assert secret["type"] == "kubernetes.io/tls"
    assert volume["secret"]["optional"] is True
    assert receiver["spec"]["template"]["spec"]["securityContext"]["fsGroup"] == 10001


def test_the_receiver_begins_without_a_certificate():
    """As the files stand, with the settings empty."""
    [receiver] = [one for one in OURS if name_of(one) == "receiver"]
    told = environment(receiver) | {"STAGEPOST_TLS_CERT": "", "STAGEPOST_TLS_KEY": ""}

    assert mailer_settings(told).tls is None


def test_the_example_gives_no_secret_away():
    given = {
        name for one in of_kind("Secret") for name, value in one["stringData"].items() if value
    }

    assert given == {"STAGEPOST_SMTP_URL"}


@each(OURS)
def test_a_command_runs_a_module_that_there_is(found: dict[str, Any]):
    program, switch, module = container(found)["command"]

    assert (program, switch) == ("python", "-m")
    assert importlib.util.find_spec(module) is not None
    assert module.startswith(f"stagepost_{ROOMS[container(found)['image']]}.")


def test_an_image_is_a_stage_of_the_dockerfile_and_has_a_tag():
    kustomization = yaml.safe_load((ROOT / "k8s/kustomization.yaml").read_text())
    tags = {image["name"]: image["newTag"] for image in kustomization["images"]}
    stages = DOCKERFILE.read_text()

    assert {container(one)["image"] for one in workloads()} == set(tags)
    assert all(f" AS {room}\n" in stages for room in ROOMS.values())
    assert {one["namespace"] for one in [kustomization]} == {
        name_of(one) for one in of_kind("Namespace")
    }


@each(OURS)
def test_no_service_of_the_cluster_can_overwrite_a_setting(found: dict[str, Any]):
    """A Service `x-engine` would set X_ENGINE_PORT to an address, and ours are numbers."""
    assert found["spec"]["template"]["spec"]["enableServiceLinks"] is False


@each(workloads())
def test_a_pod_may_do_no_more_than_it_must(found: dict[str, Any]):
    pod = found["spec"]["template"]["spec"]
    one = container(found)

    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    assert one["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {"requests", "limits"} <= set(one["resources"])
    assert "livenessProbe" in one


@each(of_kind("Deployment"))
def test_one_node_less_is_borne(found: dict[str, Any]):
    assert found["spec"]["replicas"] >= 2
    assert named("PodDisruptionBudget", name_of(found))["spec"]["minAvailable"] == 1
