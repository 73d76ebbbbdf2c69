"""What the engine is told by its environment; read by the composition root alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stagepost_contracts.hooks import HTTPS_PORT

SECRET_LETTERS_LEAST = 16
TOKEN_REQUESTS = 1_200
ADDRESS_REQUESTS = 3_600


class SettingError(ValueError):
    """A setting that is missing or cannot be; the message names it and what would do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The engine's settings. `seeds_allowed` lets a match be made with a chosen seed.

    `cors_origins` are the web pages' origins that may call, `proxies` the addresses whose
    X-Forwarded-For is believed. The bounds are requests in a minute; 0 is none. Webhooks are
    called at public addresses and `webhook_ports` alone, unless `webhook_private`.
    """

    redis_url: str
    operator_token: str
    service_token: str
    host: str
    port: int
    seeds_allowed: bool
    cors_origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    token_requests: int = 0
    address_requests: int = 0
    webhook_private: bool = False
    webhook_ports: tuple[int, ...] = (HTTPS_PORT,)


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Read the settings. Raises SettingError."""
    return Settings(
        redis_url=environment.get("STAGEPOST_REDIS_URL", "redis://127.0.0.1:6379/0"),
        operator_token=_secret(environment, "STAGEPOST_OPERATOR_TOKEN"),
        service_token=_secret(environment, "STAGEPOST_SERVICE_TOKEN"),
        host=environment.get("STAGEPOST_ENGINE_HOST", "127.0.0.1"),
        port=_port(environment.get("STAGEPOST_ENGINE_PORT", "8000")),
        seeds_allowed=environment.get("STAGEPOST_ALLOW_SEEDS", "") == "1",
        cors_origins=_listed(environment.get("STAGEPOST_CORS_ORIGINS", "")),
        proxies=_listed(environment.get("STAGEPOST_PROXIES", "")),
        token_requests=_count(environment, "STAGEPOST_TOKEN_REQUESTS", TOKEN_REQUESTS),
        address_requests=_count(environment, "STAGEPOST_ADDRESS_REQUESTS", ADDRESS_REQUESTS),
        webhook_private=environment.get("STAGEPOST_WEBHOOK_PRIVATE", "") == "1",
        webhook_ports=_ports(environment.get("STAGEPOST_WEBHOOK_OUT_PORTS", "")),
    )


def _secret(environment: Mapping[str, str], name: str) -> str:
    secret = environment.get(name, "")
    if len(secret) < SECRET_LETTERS_LEAST:
        raise SettingError(f"Set {name} to a secret of {SECRET_LETTERS_LEAST} letters or more.")
    return secret


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise SettingError(f"STAGEPOST_ENGINE_PORT is {text!r}; it must be a port, 1 to 65535.")
    return int(text)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word for word in text.replace(",", " ").split() if word)


def _ports(text: str) -> tuple[int, ...]:
    words = _listed(text) or (str(HTTPS_PORT),)
    if not all(word.isdecimal() and 0 < int(word) < 65536 for word in words):
        raise SettingError(f"STAGEPOST_WEBHOOK_OUT_PORTS is {text!r}; write ports, with commas.")
    return tuple(map(int, words))


def _count(environment: Mapping[str, str], name: str, otherwise: int) -> int:
    text = environment.get(name, "") or str(otherwise)
    if not text.isdecimal():
        raise SettingError(f"{name} is {text!r}; it must be a whole number, 0 for no bound.")
    return int(text)
