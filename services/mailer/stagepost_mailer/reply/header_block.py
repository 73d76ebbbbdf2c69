"""Blocks of headers and banners that clients put above an unmarked quote."""

from __future__ import annotations

import re

from stagepost_mailer.reply.attribution import ADDRESS, NUMERIC_DATE, TIME, YEAR
from stagepost_mailer.reply.fold import caseless, word_set
from stagepost_mailer.reply.quote_mark import is_marked

BLOCK_LINES_MOST = 6
BLOCK_SPAN_MOST = 14
KEY_LETTERS_MOST = 24
BANNER_LETTERS_MOST = 140

KEYS = word_set(
    """
    from sent to cc bcc subject date reply-to replyto importance
    von gesendet an betreff datum kopie gesendetam antwortan
    de envoyé envoyéle à objet copie copieà
    da inviato inviatoil a oggetto risposta
    van verzonden aan onderwerp beantwoorden
    od wysłano wysłane wysłany do temat data dw nadawca adresat odbiorca nadano
    fra sendt til emne kopitil från skickat till ämne kopia
    enviado enviadoel enviadaem para assunto asunto remitente fecha per
    lähettäjä lähetetty vastaanottaja aihe päivämäärä
    odesláno komu předmět datumodeslání odoslané predmet
    feladó küldte küldve elküldve címzett tárgy dátum másolat
    trimis către subiect kimden gönderildi gönderilme kime konu tarih
    발신 발신자 날짜 수신 수신자 제목 보낸사람 받는사람 보낸날짜 보낸시간 받은날짜 참조 일시
    发件人 发送时间 收件人 主题 抄送 日期 寄件者 收件者 主旨 寄件日期
    差出人 送信日時 宛先 件名 日時
    от отправлено кому тема дата від надіслано копия копія
    από στάλθηκε προς θέμα ημερομηνία
    từ ngày tới chủđề จาก ส่ง ถึง เรื่อง מאת נשלח אל נושא
    من إلى الموضوع التاريخ تاريخ
    """
)
BANNER_WORDS = re.compile(
    "original|message|mensaje|mensagem|messaggio|forward|nachricht|besked|meddel|melding|bericht"
    "|wiadomo|przekazan|weitergeleitet|transfér|transfer|inoltrat|doorgestuurd|viesti|zpráva|üzenet"
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
DRAWN = ("--", "__", "==", "- -")
RULE = "-_=—–─* "
RULE_LETTERS_LEAST = 2


def block_end(lines: list[str], start: int) -> int | None:
    """The index after a block of headers that begins here, or None."""
    if not _is_header(lines[start]):
        return None
    headers, proofs, end, seen = 0, 0, start, 0
    for index in range(start, min(len(lines), start + BLOCK_SPAN_MOST)):
        if not lines[index] or is_marked(lines[index]):
            continue
        seen += 1
        if seen > BLOCK_LINES_MOST:
            break
        if _is_header(lines[index]):
            headers, end = headers + 1, index + 1
            proofs += _proves(lines[index])
    return end if headers > 1 and proofs else None


def is_banner(line: str) -> bool:
    """Whether the line is a drawn "Original Message" or the like."""
    text = line.strip().strip("*").strip()
    if len(text) > BANNER_LETTERS_MOST:
        return False
    plain = caseless(text)
    if plain.startswith(BEGINS):
        return True
    inner = plain.strip(RULE + "[]<>:")
    drawn = plain.startswith(DRAWN) and plain.endswith(DRAWN)
    return drawn and bool(inner) and BANNER_WORDS.search(inner) is not None


def is_rule(line: str) -> bool:
    """Whether the line is only drawn: dashes, underscores, equals signs."""
    text = line.strip()
    return len(text) > RULE_LETTERS_LEAST and not text.strip(RULE)


def _is_header(line: str) -> bool:
    text = caseless(line[:200]).lstrip("*_ ")
    key, colon, _ = text.partition(":")
    return bool(colon) and len(key) <= KEY_LETTERS_MOST and _key(key) in KEYS


def _key(text: str) -> str:
    return "".join(text.split()).strip("*_")


def _proves(line: str) -> bool:
    text = caseless(line)
    return any(sign.search(text) for sign in (ADDRESS, TIME, YEAR, NUMERIC_DATE))
