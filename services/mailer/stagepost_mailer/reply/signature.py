"""Signatures, the footers of mobile clients and mailing lists, and banners of firms."""

from __future__ import annotations

import re

FOOTER_LETTERS_MOST = 160
SIGNED_NAME = re.compile(r"--?[A-Z][a-z]{1,20}(?: [A-Z][a-z.-]{0,20}){0,2}")
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
    "發自",
    "发自",
    "從我的",
    "获取 outlook",
    "wysłano ze ",
    "wysłane ze ",
    "wysłane przy użyciu",
    "wysłane za pomocą",
    "wysłane przez ",
    "von samsung",
    "dieses mail wurde von",
    "diese mail wurde von",
    "laden sie outlook",
    "envoyé à partir ",
    "envoyé par ",
    "provenance : courrier",
    "obtenez outlook",
    "inviato dal mio",
    "inviato dalla mia",
    "inviato con ",
    "inviata da ",
    "ottieni outlook",
    "enviado con ",
    "enviado com ",
    "enviado a través",
    "enviado a partir",
    "enviado pelo ",
    "enviat des de",
    "descargar outlook",
    "verzonden met ",
    "verzonden via ",
    "verstuurd met ",
    "verstuurd via ",
    "skickat med ",
    "hämta outlook",
    "sendt med ",
    "send fra min",
    "hent outlook",
    "få outlook",
    "odoslané z",
    "získat outlook",
    "az iphone-omról",
    "trimis de pe",
    "trimis din",
    "στάλθηκε από",
    "відправлено з",
    "получить outlook",
    "נשלח מ",
    "أرسلت من",
    "مرسل من",
    "được gửi từ",
    "đã gửi từ",
    "ส่งจาก",
    "dikirim dari",
    "iphone'umdan",
    "sent by galaxy",
    "securely sent with ",
    "secured with tuta",
    "elküldve az iphone",
    "изпратено от ",
    "послато са ",
    "poslano s",
    "poslano iz ",
    "أُرسلت من",
    "išsiųsta iš ",
    "saadetud minu ",
    "nosūtīts no ",
    "bidalita nire ",
    "verzonden vanuit ",
)
FOOTER_SIGNS = re.compile(
    "에서 보냄|에서 보낸|에서 보냈습니다|outlook 다운로드|다운로드하세요|에서 전송|から送信|auf viren geprüft|antivirus avast|を入手"
    "|-ról küldve|mdan gönderildi|^从 .*发送|邮箱大师$|傳送$"
)
# "Get the app for your phone", in any language, is short and names what to get for what.
OFFERED = re.compile(r"\b(?:outlook|bluemail|typeapp|aqua mail|mymail|spark|nine|yahoo mail)\b")
OFFERED_FOR = re.compile(r"\b(?:ios|android|iphone|ipad|app|mobile)\b")
OFFER_WORDS_MOST = 6
SCANNERS = re.compile(r"avast\.|avg\.com|bitdefender|kaspersky|eset |mcafee|norton|sophos")
SCANNED = re.compile(r"wirus|vir[eiuouů]|vírus|вирус|바이러스|病毒|ウイルス|antivirus|https?://")
FOOTED = (
    "virus-free.",
    "virenfrei.",
    "bez wirusów",
    "wolny od wirusów",
    "this email has been checked for viruses",
    "ta wiadomość e-mail została sprawdzona",
    "ta wiadomość została sprawdzona",
)
# What firms put under every mail; it goes on to the next empty line.
DISCLAIMERS = (
    "this email and any ",
    "this e-mail and any ",
    "this email may contain ",
    "this e-mail may contain ",
    "this email is confidential",
    "this e-mail is confidential",
    "this message and any attach",
    "this message may contain confidential",
    "this message contains confidential",
    "the information contained in this ",
    "the information in this e",
    "the contents of this e",
    "confidentiality notice",
    "disclaimer:",
    "please consider the environment",
    "treść tej wiadomości",
    "treść niniejszej wiadomości",
    "niniejsza wiadomość ",
    "informacje zawarte w ",
    "ta wiadomość oraz ",
    "zanim wydrukujesz",
    "diese e-mail enthält",
    "diese e-mail kann ",
    "diese nachricht enthält vertraulich",
    "ce message et ",
    "ce courriel et ",
    "ce message est confidentiel",
    "este mensaje y ",
    "este correo electrónico y ",
    "esta mensagem pode",
    "esta mensagem e ",
    "le informazioni contenute ",
    "questo messaggio e ",
    "dit bericht kan ",
    "dit e-mailbericht ",
    "det här meddelandet kan ",
    "данное сообщение ",
    "настоящее сообщение ",
    "본 메일은 ",
    "본 이메일은 ",
    "이 전자우편",
    "このメールには",
    "本邮件及",
    "此邮件及",
)
LIST_FOOTERS = (
    "you received this message because you are subscribed",
    "you are receiving this because",
    "to unsubscribe from this",
    "to unsubscribe, ",
    "unsubscribe:",
    "yahoo! groups links",
    "otrzymujesz tę wiadomość, ponieważ",
    "aby wypisać się z",
    "aby zrezygnować z subskrypcji",
    "reply to this email directly",
    "groups.io links:",
    "you received this digest because",
    "sie erhalten diese nachricht, weil",
    "vous recevez ce message, car",
    "이 메일은 구독",
    "수신거부",
)
LIST_WORDS = (
    "mailing list",
    "listinfo",
    "mailman",
    "lista dyskusyjna",
    "lista mailingowa",
    "groups.io",
    "googlegroups.com",
    "unsubscribe",
)
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
    "this message originated from outside",
    "this email was sent from outside",
    "uwaga: ",
    "uwaga! ",
    "[zewnętrzn",
    "wiadomość zewnętrzna",
    "nieczęsto otrzymujesz",
    "achtung: diese",
    "vorsicht: diese",
    "[extern",
    "sie erhalten nicht ",
    "sie erhalten selten",
    "attention : ce",
    "attention: ce",
    "[externe",
    "vous ne recevez pas souvent",
    "no suele recibir correo",
    "no recibe con frecuencia",
    "non si riceve spesso",
    "u ontvangt niet vaak",
    "você não costuma receber",
    "[외부",
    "외부 메일",
    "※ 외부",
)


def is_signature_mark(line: str) -> bool:
    """The mark that RFC 3676 gives a signature, with or without its space."""
    return line.strip() in {"--", "- --", "—", "––"}


def is_signed_name(line: str) -> bool:
    """A dash and a name: "-Anna Kowalska"; a dash before a list's item has a space behind it."""
    return line.startswith("-") and SIGNED_NAME.fullmatch(line) is not None


def is_footer(plain: str) -> bool:
    """A folded line that the client added under every mail."""
    if not plain or len(plain) > FOOTER_LETTERS_MOST:
        return False
    text = plain.strip("*_-~[]<>|() ")
    if text.startswith(FOOTERS) or text.startswith(FOOTED):
        return True
    if not text.isascii() and (FOOTER_SIGNS.search(text) is not None or text == "ᐧ"):
        return True
    if SCANNERS.search(text) is not None:
        return SCANNED.search(text) is not None
    return len(text.split()) <= OFFER_WORDS_MOST and _offers(text)


def is_disclaimer(plain: str) -> bool:
    """A folded line that begins what a firm puts under every mail."""
    return plain.strip("*_-[]<>|( ").startswith(DISCLAIMERS)


def _offers(text: str) -> bool:
    return OFFERED.search(text) is not None and OFFERED_FOR.search(text) is not None


def is_list_footer(plain: list[str], start: int) -> bool:
    """Whether a mailing list's footer begins here; all that follows is the list's."""
    if plain[start].startswith(LIST_FOOTERS):
        return True
    if plain[start].strip("_-= "):
        return False
    below = plain[start + 1 : start + 3]
    told = any(line.startswith(LIST_FOOTERS) for line in below)
    return told or any(word in line for line in below for word in LIST_WORDS)


def is_warning(plain: str) -> bool:
    """A firm's banner above a mail from outside."""
    return plain.lstrip("*_ ").startswith(WARNINGS)
