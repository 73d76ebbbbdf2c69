"""Blocks of headers and banners that clients put above an unmarked quote."""

from __future__ import annotations

import re

from stagepost_mailer.reply.body import Body
from stagepost_mailer.reply.evidence import ADDRESS, DATE
from stagepost_mailer.reply.fold import word_set

BLOCK_LINES_MOST = 9
BLOCK_SPAN_MOST = 20
KEY_LETTERS_MOST = 24
KEY_COLUMNS_MOST = 200
BANNER_LETTERS_MOST = 140
WRAPPED_COLUMNS_LEAST = 50
DATE_LETTERS_MOST = 40
NAME_LETTERS_MOST = 80
NOTES_KEYS = frozenset({"to", "cc", "subject", "an", "kopie", "thema", "betreff", "do", "temat"})
NOTES_KEYS_LEAST = 2
FOLDED_COLUMNS_LEAST = 40
ADDRESS_ALONE = re.compile(r"<?[^\s<>@]+@[^\s<>@]+\.[a-z]+>?")

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
    poslano prima poslato zadeva naslov tema šalje za kome kopija tēma no saatmisaeg kopi
    feladó küldte küldve elküldve címzett tárgy dátum másolat
    dela trimis către catre subiect
    kimden gönderen gönderildi gönderilme gönderilmetarihi kime alıcı konu tarih bilgi
    nuo išsiųsta kam nosūtīts saatja saadetud adressaat teema kuupäev
    dari dikirim kepada subjek tanggal
    발신 발신자 날짜 수신 수신자 제목 보낸사람 보낸이 받는사람 받는이 보낸날짜 보낸시간 받은날짜
    참조 일시 받은사람 받은이 보낸날 받는날 받은시간 숨은참조 작성자 작성일
    发件人 发送时间 收件人 主题 抄送 日期 寄件者 收件者 主旨 寄件日期 副本
    差出人 送信日時 送信者 宛先 件名 日時 日付 送信元 発信者 送信日 寄件人 收件匣 發件人 發送時間 發送日期
    收件者 收件人 主題 時間 时间 发送日期 密送
    от отправлено кому тема дата від надіслано копия копія изпратено до относно
    од послато за
    από στάλθηκε προς θέμα ημερομηνία κοιν
    từ ngày tới đến chủđề จาก ส่ง ถึง เรื่อง วันที่ מאת נשלח אל נושא
    من إلى الموضوع التاريخ تاريخ تمالإرسال تاريخالإرسال مرسل نسخة đãgửi chủđề gửi
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
    "original|původní|pôvodn|oryginaln|ursprüng|исходн|özgün|eredeti|alkuperäi|oprindelig|message|mensaje|mensagem|messaggio|forward|nachricht|besked|meddel|melding|bericht"
    "|wiadomo|przekazan|weitergeleitet|transfér|transfer|inoltrat|doorgestuurd|viesti|zpráv|üzenet"
    "|napisał|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev"
    "|сообщени|повідомлення|ileti|съобщение|poruk|sporočil|správ|žinut|laišk|ziņ|kiri|mesaj|pesan|thư|tin nhắn|رسالة|הודעה|ข้อความ|wrote|쓰신|받은 메일|원본|전달|邮件|郵件|原始|メッセージ|元の"
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
    proofs, end, seen = 0, start, 0
    keys: set[str] = set()
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
        again, folded = folded, kinds[index] == NONE
        if folded and len(keys) > 1 and not _may_be_rest(body, index, again=again):
            break
        if not folded:
            key = _key(body.plain[index].partition(":")[0])
            if key in keys:
                # No block holds a header twice: this one is of a mail that is quoted in it.
                break
            keys.add(key)
            end = index + 1
            proofs += kinds[index] != HEADER
    if kinds[start] == WRITER or (len(keys) > 1 and proofs):
        return end
    return None


def bare_block_end(body: Body, start: int) -> int:
    """The index after headers without colons right under a banner, or `start`."""
    end = start
    while end < min(start + BLOCK_LINES_MOST, len(body.lines)):
        key = body.plain[end].partition(" ")[0]
        if key not in KEYS or body.marked[end]:
            break
        end += 1
    return end if end - start > 1 else start


def banner_end(body: Body, kinds: list[int], at: int) -> int | None:
    """The index after an "Original Message" or the like that begins here, or None."""
    text = body.plain[at].strip("* ")
    if text.startswith(DRAWN):
        return at + 1 if _is_drawn(text) else _torn_end(body, text, at)
    if text.startswith(BEGINS):
        return at + 1
    if text.strip(RULE + ":") not in BARE_BANNERS:
        return None
    below = body.next_written(at + 1)
    return None if below is None or kinds[below] == NONE else at + 1


def is_rule(plain: str) -> bool:
    """Whether the folded line is only drawn: dashes, underscores, equals signs."""
    return len(plain) > RULE_LETTERS_LEAST and not plain.strip(RULE)


def notes_end(body: Body, at: int) -> int | None:
    """The index after a name over a date, where keys without colons tell that Notes wrote them."""
    last = at + 1
    if last >= len(body.lines) or not 0 < len(body.plain[last]) < DATE_LETTERS_MOST:
        return None
    if DATE.search(body.plain[last]) is None or len(body.plain[at]) > NAME_LETTERS_MOST:
        return None
    below = body.plain[last + 1 : last + BLOCK_SPAN_MOST]
    keys = {plain for plain in below if plain in NOTES_KEYS}
    return last + 1 if len(keys) >= NOTES_KEYS_LEAST else None


def is_arrowed(plain: str) -> bool:
    """GroupWise's line above a quote without marks: ">>> Anna 12.03.2026 15:33 >>>"."""
    return plain.startswith(">>> ") and plain.endswith(">>>") and DATE.search(plain) is not None


def _key(key: str) -> str:
    """A header's bare name; all that name the writer are one."""
    bare = key.replace(" ", "").strip("*_")
    return "" if bare in WRITERS else bare


def _may_be_rest(body: Body, at: int, *, again: bool) -> bool:
    """Whether a header's value may go on in this line; a list of readers goes on again."""
    above = body.lines[at - 1]
    if not above or above[-1] in ":,;<" or body.lines[at][0].isspace():
        return bool(above)
    wrapped = len(above) + len(body.lines[at].split()[0]) >= WRAPPED_COLUMNS_LEAST
    return not again and (wrapped or len(above) >= FOLDED_COLUMNS_LEAST)


def _is_drawn(text: str) -> bool:
    if len(text) > BANNER_LETTERS_MOST or not text.endswith(DRAWN):
        return _is_glued(text)
    inner = text.strip(RULE + "[]<>:")
    return bool(inner) and BANNER_WORDS.search(inner) is not None


def _torn_end(body: Body, text: str, at: int) -> int | None:
    """The index after a banner that a client wrapped, or None."""
    below = at + 1
    if below == len(body.lines) or body.marked[below] or not body.plain[below].endswith(DRAWN):
        return None
    found = BANNER_WORDS.search(f"{text} {body.plain[below]}"[: 2 * BANNER_LETTERS_MOST])
    return below + 1 if found and text.strip(RULE) else None


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
