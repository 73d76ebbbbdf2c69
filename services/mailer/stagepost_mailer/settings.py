"""What the mailer is told by its surroundings; read by the three composition roots alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import msgspec

from stagepost_contracts.hooks import HTTPS_PORT, Reach
from stagepost_mailer.inbox.gate import Patience
from stagepost_mailer.inbox.limits import Allowance
from stagepost_mailer.inbox.listener import Encryption

REDIS_URL_HERE = "redis://127.0.0.1:6379/0"
ENGINE_URL_HERE = "http://127.0.0.1:8000"
SMTP_URL_HERE = "smtp://127.0.0.1:25"
MAIL_KEY_BYTES_LEAST = 16
SECRET_LETTERS_LEAST = 16
JOB_SECONDS = 45


class Unset(RuntimeError):
    """A sentence for the operator: which setting is wrong, and what would do."""


@dataclass(frozen=True, slots=True)
class Tls:
    """The files of the listeners' certificate, and who must use it."""

    chain: Path
    key: Path
    encryption: Encryption


@dataclass(frozen=True, slots=True)
class Settings:
    """`authserv_id` empty: no Authentication-Results header is believed. A port 0 is closed,
    as is the webhook without a secret, and without `imap_url` no mailbox is looked at.

    `retry_seconds` are the pauses between tries of a job; empty means the job's own.
    """

    redis_url: str
    queue_redis_url: str
    engine_url: str
    service_token: str
    mail_key: bytes
    mail_domain: str
    smtp_url: str
    receiver_host: str
    smtp_port_in: int
    lmtp_port_in: int
    imap_url: str
    authserv_id: str
    check_dkim: bool
    job_seconds: int
    retry_seconds: tuple[int, ...]
    allowance: Allowance
    patience: Patience
    tls: Tls | None
    webhook_port: int
    webhook_secret: bytes
    unsubscribe_url: str
    reach: Reach


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Reads the STAGEPOST_ variables. Raises Unset with the remedy."""
    redis_url = environment.get("STAGEPOST_REDIS_URL", REDIS_URL_HERE)
    return Settings(
        redis_url=redis_url,
        queue_redis_url=environment.get("STAGEPOST_QUEUE_REDIS_URL") or redis_url,
        engine_url=environment.get("STAGEPOST_ENGINE_URL", ENGINE_URL_HERE),
        service_token=environment.get("STAGEPOST_SERVICE_TOKEN", ""),
        mail_key=_mail_key(environment.get("STAGEPOST_MAIL_KEY", "")),
        mail_domain=environment.get("STAGEPOST_MAIL_DOMAIN", "stagepost.localhost").lower(),
        smtp_url=environment.get("STAGEPOST_SMTP_URL", SMTP_URL_HERE),
        receiver_host=environment.get("STAGEPOST_RECEIVER_HOST", "127.0.0.1"),
        smtp_port_in=_number(environment, "STAGEPOST_SMTP_PORT_IN", 8025),
        lmtp_port_in=_number(environment, "STAGEPOST_LMTP_PORT_IN", 8024),
        imap_url=environment.get("STAGEPOST_IMAP_URL", ""),
        authserv_id=environment.get("STAGEPOST_AUTHSERV_ID", ""),
        check_dkim=environment.get("STAGEPOST_CHECK_DKIM", "") not in {"", "0"},
        job_seconds=_number(environment, "STAGEPOST_JOB_SECONDS", JOB_SECONDS),
        retry_seconds=_numbers(environment, "STAGEPOST_RETRY_SECONDS"),
        allowance=_allowance(environment),
        patience=_patience(environment),
        tls=_tls(environment),
        webhook_port=_number(environment, "STAGEPOST_WEBHOOK_PORT", 0),
        webhook_secret=_webhook_secret(environment.get("STAGEPOST_WEBHOOK_SECRET", "")),
        unsubscribe_url=_unsubscribe_url(environment.get("STAGEPOST_UNSUBSCRIBE_URL", "")),
        reach=Reach(
            private=environment.get("STAGEPOST_WEBHOOK_PRIVATE", "") == "1",
            ports=_numbers(environment, "STAGEPOST_WEBHOOK_OUT_PORTS") or (HTTPS_PORT,),
        ),
    )


def _patience(environment: Mapping[str, str]) -> Patience:
    usual = Patience()
    return Patience(
        connections=_number(environment, "STAGEPOST_CONNECTIONS", usual.connections),
        connections_a_host=_number(
            environment, "STAGEPOST_CONNECTIONS_A_HOST", usual.connections_a_host
        ),
        idle_seconds=_number(environment, "STAGEPOST_IDLE_SECONDS", usual.idle_seconds),
    )


def _tls(environment: Mapping[str, str]) -> Tls | None:
    chain = environment.get("STAGEPOST_TLS_CERT", "")
    key = environment.get("STAGEPOST_TLS_KEY", "")
    if not chain and not key:
        return None
    if not chain or not key:
        raise Unset("STAGEPOST_TLS_CERT and STAGEPOST_TLS_KEY go together; set both, or neither.")
    wanted = environment.get("STAGEPOST_TLS_MODE") or "offered"
    if wanted not in get_args(Encryption):
        raise Unset(f"STAGEPOST_TLS_MODE is “{wanted}”; write offered, required or implicit.")
    return Tls(Path(chain), Path(key), msgspec.convert(wanted, Encryption))


def _webhook_secret(written: str) -> bytes:
    if written and len(written) < SECRET_LETTERS_LEAST:
        raise Unset(
            f"STAGEPOST_WEBHOOK_SECRET is shorter than {SECRET_LETTERS_LEAST} letters; whoever "
            "guesses it can write mail in any player's name. Take the provider's, or a longer one."
        )
    return written.encode()


def _unsubscribe_url(written: str) -> str:
    if written and not written.startswith("https://"):
        raise Unset(
            f"STAGEPOST_UNSUBSCRIBE_URL is “{written}”; mail programs post to https:// only. Write "
            "the address that leads to /unsubscribe/ of the webhook's port, or leave it empty."
        )
    return written.rstrip("/")


def _allowance(environment: Mapping[str, str]) -> Allowance:
    usual = Allowance()
    return Allowance(
        mails_an_hour=_number(environment, "STAGEPOST_MAILS_AN_HOUR", usual.mails_an_hour),
        mails_a_phase=_number(environment, "STAGEPOST_MAILS_A_PHASE", usual.mails_a_phase),
        receipts_an_hour=_number(environment, "STAGEPOST_RECEIPTS_AN_HOUR", usual.receipts_an_hour),
        domain_mails_an_hour=_number(
            environment, "STAGEPOST_DOMAIN_MAILS_AN_HOUR", usual.domain_mails_an_hour
        ),
    )


def _mail_key(written: str) -> bytes:
    try:
        key = bytes.fromhex(written)
    except ValueError as error:
        raise Unset("STAGEPOST_MAIL_KEY is not hex; write 64 hex digits.") from error
    if len(key) < MAIL_KEY_BYTES_LEAST:
        raise Unset(
            "STAGEPOST_MAIL_KEY is missing or too short; the secret of every reply address "
            "is made from it. Write 64 hex digits, and keep them."
        )
    return key


def _number(environment: Mapping[str, str], name: str, otherwise: int) -> int:
    written = environment.get(name, "")
    if not written:
        return otherwise
    if not written.isdecimal():
        raise Unset(f"{name} is “{written}”; write a whole number.")
    return int(written)


def _numbers(environment: Mapping[str, str], name: str) -> tuple[int, ...]:
    words = environment.get(name, "").replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        raise Unset(f"{name} is “{environment[name]}”; write whole numbers with commas.")
    return tuple(int(word) for word in words)
