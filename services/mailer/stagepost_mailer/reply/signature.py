"""Signatures, the footers of mobile clients and mailing lists, and banners of firms."""

from __future__ import annotations

import re

from stagepost_mailer.reply.fold import caseless

FOOTER_LETTERS_MOST = 160
FOOTERS = (
    "sent from my ",
    "sent from ",
    "sent via ",
    "sent with ",
    "sent using ",
    "get outlook for ",
    "download outlook",
    "wysłano z ",
    "wysłane z ",
    "wysłano przy użyciu",
    "wysłano za pomocą",
    "wysłano bezpiecznie",
    "pobierz outlook",
    "pobierz aplikację",
    "von meinem ",
    "gesendet mit ",
    "gesendet von ",
    "diese nachricht wurde von meinem",
    "holen sie sich outlook",
    "envoyé de mon ",
    "envoyé depuis ",
    "envoyé avec ",
    "télécharger outlook",
    "inviato da ",
    "scarica outlook",
    "enviado desde ",
    "enviado do ",
    "enviado de ",
    "obtener outlook",
    "obter o outlook",
    "verzonden vanaf ",
    "verstuurd vanaf ",
    "outlook voor ",
    "skickat från ",
    "sendt fra ",
    "lähetetty ",
    "odesláno z",
    "отправлено с ",
    "отправлено из ",
    "надіслано з",
    "发自我的",
    "从我的",
)
FOOTER_SIGNS = re.compile(
    "에서 보냄|에서 보낸|outlook 다운로드|다운로드하세요|에서 전송|から送信|outlook を入手"
)
LIST_FOOTERS = (
    "you received this message because you are subscribed",
    "you are receiving this because",
    "to unsubscribe from this",
    "to unsubscribe, ",
    "unsubscribe:",
    "yahoo! groups links",
    "otrzymujesz tę wiadomość, ponieważ",
)
LIST_WORDS = ("mailing list", "listinfo", "mailman", "lista dyskusyjna")
WARNINGS = (
    "[external",
    "external email",
    "external:",
    "caution:",
    "caution -",
    "warning: this",
    "you don't often get email",
    "some people who received this message don't often",
    "this message was sent from outside",
    "this email originated from outside",
    "uwaga: ",
    "nieczęsto otrzymujesz",
    "[외부",
    "외부 메일",
)


def is_signature_mark(line: str) -> bool:
    """The mark that RFC 3676 gives a signature, with or without its space."""
    return line.strip() in {"--", "- --", "—", "––"}


def is_footer(line: str) -> bool:
    """A line that the client added under every mail."""
    if not line or len(line) > FOOTER_LETTERS_MOST:
        return False
    text = caseless(line).strip("*_-~[]<>| ")
    return text.startswith(FOOTERS) or FOOTER_SIGNS.search(text) is not None or line.strip() == "ᐧ"


def is_list_footer(lines: list[str], start: int) -> bool:
    """Whether a mailing list's footer begins here; all that follows is the list's."""
    text = caseless(lines[start])
    if text.startswith(LIST_FOOTERS):
        return True
    if not text or lines[start].strip("_-= "):
        return False
    below = caseless(" ".join(lines[start + 1 : start + 3]))
    return any(word in below for word in LIST_WORDS)


def is_warning(line: str) -> bool:
    """A firm's banner above a mail from outside."""
    return caseless(line).lstrip("*_ ").startswith(WARNINGS)
