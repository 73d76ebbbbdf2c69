"""Blocks of headers and banners that clients put above an unmarked quote."""

from __future__ import annotations

import re

from stagepost_mailer.reply.body import Body
from stagepost_mailer.reply.evidence import ADDRESS, DATE
from stagepost_mailer.reply.fold import word_set

BLOCK_LINES_MOST = 6
BLOCK_SPAN_MOST = 14
KEY_LETTERS_MOST = 24
KEY_COLUMNS_MOST = 200
BANNER_LETTERS_MOST = 140

# Outlook, Apple Mail, Yahoo, Thunderbird and the portals of each country; spaces taken out.
KEYS = word_set(
    """
    from sent to cc bcc subject date reply-to replyto importance
    von gesendet an betreff datum kopie gesendetam antwortan
    de envoyé envoyéle à objet sujet copie copieà messagedu
    da inviato inviatoil a oggetto risposta
    van verzonden aan onderwerp beantwoorden
    od wysłano wysłane wysłany do temat data dw nadawca adresat odbiorca nadano dnia
    fra sendt til emne dato kopitil från skickat till ämne kopia
    enviado enviadoel enviadaem para assunto asunto remitente fecha per
    enviat enviatel pera assumpte
    lähettäjä lähetetty vastaanottaja aihe päivämäärä päiväys kopio
    odesláno komu předmět datumodeslání odoslané predmet kópia kopie
    poslano prima poslato zadeva naslov tema
    feladó küldte küldve elküldve címzett tárgy dátum másolat
    dela trimis către catre subiect
    kimden gönderen gönderildi gönderilme kime alıcı konu tarih bilgi
    nuo išsiųsta kam nosūtīts saatja saadetud adressaat teema kuupäev
    dari dikirim kepada subjek tanggal
    발신 발신자 날짜 수신 수신자 제목 보낸사람 보낸이 받는사람 받는이 보낸날짜 보낸시간 받은날짜
    참조 일시
    发件人 发送时间 收件人 主题 抄送 日期 寄件者 收件者 主旨 寄件日期 副本
    差出人 送信日時 送信者 宛先 件名 日時
    от отправлено кому тема дата від надіслано копия копія изпратено до относно
    од послато за
    από στάλθηκε προς θέμα ημερομηνία κοιν
    từ ngày tới đến chủđề จาก ส่ง ถึง เรื่อง วันที่ מאת נשלח אל נושא
    من إلى الموضوع التاريخ تاريخ
    """
)
WRITERS = word_set(
    """
    from von de da van od fra från remitente lähettäjä feladó dela kimden gönderen nadawca dari
    발신 발신자 보낸사람 보낸이 发件人 寄件者 差出人 送信者 от від од από từ จาก מאת من
    """
)
# What is known of a line: nothing, a header, one with an address or a date, one that names
# the writer with an address.
NONE, HEADER, PROOF, WRITER = range(4)
BANNER_WORDS = re.compile(
    "original|message|mensaje|mensagem|messaggio|forward|nachricht|besked|meddel|melding|bericht"
    "|wiadomo|przekazan|weitergeleitet|transfér|transfer|inoltrat|doorgestuurd|viesti|zpráva|üzenet"
    "|napisał|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev"
    "|сообщение|повідомлення|ileti|wrote|원본|전달|邮件|郵件|原始|メッセージ|元の"
)
BEGINS = (
    "begin forwarded message",
    "anfang der weitergeleiteten",
    "début du message",
    "inicio del mensaje",
    "inizio messaggio inoltrato",
    "rozpoczęcie przekazywanej",
    "początek przekazywanej",
    "전달된 메시지",
)
# BlackBerry draws nothing around it, and some web mail lost its dashes.
BARE_BANNERS = frozenset(
    """
    original message|forwarded message|wiadomość oryginalna|oryginalna wiadomość
    |wiadomość przekazana dalej|ursprüngliche nachricht|originalnachricht|message d'origine
    |message original|mensaje original|mensagem original|messaggio originale
    |oorspronkelijk bericht|origineel bericht|originalmeddelande|oprindelig meddelelse
    |opprinnelig melding|원본 메시지|원본 메일|원본메일|原始邮件|原始郵件|元のメッセージ
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
# The first header may have come to stand on the banner's line.
DRAWN_BEFORE = re.compile(r"[-_=]{2,}[^-_=]{3,60}[-_=]{2,} ?[^-_= ]")
DRAWN = ("--", "__", "==", "- -")
RULE = "-_=—–─* "
RULE_LETTERS_LEAST = 2


def header_kinds(body: Body) -> list[int]:
    """For each line what kind of header it is."""
    return [_kind(plain) for plain in body.plain]


def block_end(body: Body, kinds: list[int], start: int) -> int | None:
    """The index after a block of headers that begins here, or None."""
    if kinds[start] == NONE:
        return None
    headers, proofs, end, seen = 0, 0, start, 0
    folded = False
    for index in range(start, min(len(kinds), start + BLOCK_SPAN_MOST)):
        if not body.lines[index] or body.marked[index]:
            if folded:
                break
            continue
        seen += 1
        if seen > BLOCK_LINES_MOST:
            break
        # A long header may be wrapped into the next line, but not beyond an empty one.
        folded = kinds[index] == NONE
        if folded and not body.lines[index - 1] and headers > 1:
            break
        if not folded:
            headers, end = headers + 1, index + 1
            proofs += kinds[index] != HEADER
    if kinds[start] == WRITER:
        return end
    return end if headers > 1 and proofs else None


def is_banner(plain: str, below: int = NONE) -> bool:
    """Whether the folded line is an "Original Message" or the like: drawn, or above a header."""
    text = plain.strip("* ")
    if len(text) > BANNER_LETTERS_MOST:
        return _is_glued(text)
    if text.startswith(BEGINS):
        return True
    if below != NONE and text.strip(RULE + ":") in BARE_BANNERS:
        return True
    if not text.startswith(DRAWN):
        return False
    if not text.endswith(DRAWN):
        return _is_glued(text)
    inner = text.strip(RULE + "[]<>:")
    return bool(inner) and BANNER_WORDS.search(inner) is not None


def is_rule(plain: str) -> bool:
    """Whether the folded line is only drawn: dashes, underscores, equals signs."""
    return len(plain) > RULE_LETTERS_LEAST and not plain.strip(RULE)


def _is_glued(text: str) -> bool:
    glued = DRAWN_BEFORE.match(text)
    return glued is not None and BANNER_WORDS.search(glued[0]) is not None


def _kind(plain: str) -> int:
    key, colon, value = plain[:KEY_COLUMNS_MOST].lstrip("*_ ").partition(":")
    if not colon or len(key) > KEY_LETTERS_MOST:
        return NONE
    bare = key.replace(" ", "").strip("*_")
    if bare not in KEYS:
        return NONE
    if bare in WRITERS and ADDRESS.search(value):
        return WRITER
    return PROOF if ADDRESS.search(plain) or DATE.search(plain) else HEADER
