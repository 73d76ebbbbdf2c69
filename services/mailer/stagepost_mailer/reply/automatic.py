"""Is a mail a person's, a robot's, or our own mail come back?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stagepost_mailer.reply.message import header

if TYPE_CHECKING:
    from stagepost_mailer.reply.message import Incoming

ROBOT_HEADERS = ("x-autoreply", "x-autorespond")
BULK = frozenset({"bulk", "list", "junk", "auto_reply"})
DAEMONS = (
    "mailer-daemon",
    "mailerdaemon",
    "postmaster",
    "mail-daemon",
    "noreply",
    "no-reply",
    "donotreply",
    "do-not-reply",
    "bounce",
    "autoresponder",
    "auto-reply",
)
RETURNED = (
    "undeliver",
    "undelivered",
    "delivery status",
    "failure notice",
    "returned mail",
    "mail delivery",
    "not delivered",
    "not be delivered",
    "delivery failed",
    "delivery failure",
    "error during delivery",
    "delivery has failed",
    "zwrot",
    "nie można dostarczyć",
    "nie dostarczono",
    "반송",
    "전송 실패",
    "배달되지",
    "unzustellbar",
    "non remis",
)
FAILED = "fail"
VACATION = (
    "out of office",
    "out-of-office",
    "automatic reply",
    "auto reply",
    "auto-reply",
    "autoreply",
    "autoresponse",
    "auto response",
    "vacation",
    "on holiday",
    "away from",
    "autoodpowiedź",
    "automatyczna odpowiedź",
    "odpowiedź automatyczna",
    "poza biurem",
    "nieobecność",
    "urlop",
    "부재중",
    "자동 회신",
    "자동회신",
    "자동 응답",
    "자동응답",
    "휴가",
    "abwesenheit",
    "automatische antwort",
    "réponse automatique",
    "absence du bureau",
    "respuesta automática",
    "fuera de la oficina",
    "risposta automatica",
    "fuori sede",
    "resposta automática",
    "automatisch antwoord",
    "automatiskt svar",
    "automatisk svar",
    "automatická odpověď",
    "автоответ",
    "автоматический ответ",
    "автоматична відповідь",
    "自动回复",
    "自動返信",
    "不在",
)


@dataclass(frozen=True, slots=True)
class Human:
    """Nothing says that a robot wrote this."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """Written by a robot: never an order, never answered."""

    reason: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """Our mail came back; `recipient` and `token` say whose, where they are known."""

    reason: str
    recipient: str
    token: str | None


@dataclass(frozen=True, slots=True)
class Complaint:
    """The player's mail host reports one of our mails as unwanted (ARF, RFC 5965)."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """May be a robot's: held, and confirmed by the player before it counts."""

    reason: str


Origin = Human | Automatic | Bounce | Complaint | Doubtful


def classify(envelope_sender: str, incoming: Incoming, token: str | None = None) -> Origin:
    """Strong signs first, then weak ones; `token` is that of the bounce address it came to."""
    if _complains(incoming):
        return Complaint()
    null_sender = not envelope_sender.strip().strip("<>").strip()
    returned = _returned(incoming, token, null_sender=null_sender)
    if returned is not None:
        return returned
    strong = "null sender" if null_sender else _strong(incoming)
    if strong:
        return Automatic(strong)
    weak = _weak(incoming)
    return Doubtful(weak) if weak else Human()


def _returned(incoming: Incoming, token: str | None, *, null_sender: bool) -> Bounce | None:
    """A failure of delivery; a report of delay or success is only automatic."""
    failed = [found for found in incoming.deliveries if found.action.startswith(FAILED)]
    # A player may attach a report to a mail of his own.
    if failed and (null_sender or incoming.content_type == "multipart/report"):
        return Bounce(f"status {failed[0].status or 'unknown'}", failed[0].recipient, token)
    if incoming.deliveries:
        return None
    recipient = header(incoming.headers, "x-failed-recipients").partition(",")[0].strip().lower()
    if recipient:
        return Bounce("X-Failed-Recipients", recipient, token)
    subject = incoming.subject.casefold()
    # RFC 3834 robots may answer the envelope sender: words, not the address, make a bounce.
    words = next((word for word in RETURNED if word in subject), None)
    if words and (null_sender or token or _daemon(incoming)):
        return Bounce(f"subject says {words}", "", token)
    return None


def _complains(incoming: Incoming) -> bool:
    kind = header(incoming.headers, "content-type").casefold()
    return incoming.content_type == "multipart/report" and "feedback-report" in kind


def _strong(incoming: Incoming) -> str:
    headers = incoming.headers
    submitted = [value for name, value in headers if name == "auto-submitted"]
    if any(value.partition(";")[0].strip().lower() not in {"no", ""} for value in submitted):
        return "Auto-Submitted"
    if incoming.content_type == "multipart/report":
        return "multipart/report"
    present = {name for name, _ in headers}
    return next((name for name in ROBOT_HEADERS if name in present), "")


def _weak(incoming: Incoming) -> str:
    headers = incoming.headers
    if header(headers, "precedence").strip().lower() in BULK:
        return "Precedence"
    if any(name == "x-loop" for name, _ in headers):
        return "X-Loop"
    if _daemon(incoming):
        return "From a daemon"
    if incoming.from_address == "":
        return "From without one address"
    returned = next((word for word in RETURNED if word in incoming.subject.casefold()), "")
    return f"subject says {returned}" if returned else _vacation(incoming.subject)


def _vacation(subject: str) -> str:
    # "Re: ..." with our own words is an answer; a robot's subject begins with its word.
    words = subject.casefold().removeprefix("re:").strip()[:60]
    return next((f"subject says {word}" for word in VACATION if word in words), "")


def _daemon(incoming: Incoming) -> bool:
    local = incoming.from_address.partition("@")[0]
    return any(local.startswith(word) for word in DAEMONS)
