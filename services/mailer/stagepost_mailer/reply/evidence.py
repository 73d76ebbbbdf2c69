"""What speaks for a line being an attribution or a header: a "wrote", an address, a date."""

from __future__ import annotations

import re

from stagepost_mailer.reply.fold import WORD, word_set

WROTE, ADDRESSED, DATED = 1, 2, 4
FULL = WROTE | ADDRESSED | DATED
FULL_LETTERS_MOST = 300
TRAILING = " -_*>)("

# Each as the one word that tells: "a écrit", "ha scritto", "đã viết", "je napisao".
WROTE_WORDS = word_set(
    """
    wrote writes schrieb geschrieben écrit écrivait escribió escrit escriure scritto scrive scrisse
    napisał napisała napisano napisana napisali pisze napisal napísal napísala napisala napsal
    napsala napisao escreveu escribiu kirjoitti írta skrev skreiv schreef έγραψε scris yazdı yazmış
    viết rašė kirjutas kirjutis rakstīja skrifaði menulis idatzi
    написал написала пишет пише написав написала написа пишува напісаў написао писал писала писав
    писала піша shkroi shkruajti ysgrifennodd skreau scríobh sgrìobh scrit zapisał yozdi жазды
    quoting quoted zitat zitiert cytowanie cytując citando citation citeren citace citat idézet
    """
)
# These scripts put no space around their words.
WROTE_ANYWHERE = re.compile(
    "写道|寫道|작성|쓴 글|쓰신 글|보낸 메시지|のメッセージ|のメール|書きました|は書いた|さんは書|提到|寫了|写了|เขียนว่า|เขียน:|كتب|تمت كتابة|כתב|מאת|نوشت|ने लिखा|লিখেছেন|գրել|წერს|დაწერა"
)
# Two letters of these words more may follow: a mark in brackets, the other gender.
WROTE_ENDS = (
    *WROTE_WORDS,
    "napisał/a",
    "napisał(a",
    "napisal(a",
    "napísal(a",
    "napsal(a",
    "napisao/la",
    "написал(а",
    "написав(ла",
    *WROTE_ANYWHERE.pattern.split("|"),
)
ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
DATE = re.compile(
    r"(?<!\d)(?:\d{1,2}[:.h]\d\d(?!\d)|(?:19|20)\d\d(?!\d)|\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}(?!\d))"
)


def evidence(plain: str) -> int:
    """The kinds of evidence in a folded line, as bits."""
    addressed = "@" in plain and ADDRESS.search(plain) is not None
    dated = DATE.search(plain) is not None
    wrote = not WROTE_WORDS.isdisjoint(WORD.findall(plain)) or (
        not plain.isascii() and WROTE_ANYWHERE.search(plain) is not None
    )
    return wrote * WROTE + addressed * ADDRESSED + dated * DATED


def is_sentence(plain: str) -> bool:
    """Whether it ends as prose does; the full stop behind a number is that of a date."""
    return plain.endswith(("!", "?")) or (plain.endswith(".") and not plain[-2:-1].isdigit())


def ends_in_words(plain: str) -> bool:
    """Whether a folded line ends as attributions do: a colon, a "wrote", or full evidence."""
    may_be_full = "@" in plain and len(plain) < FULL_LETTERS_MOST and not is_sentence(plain)
    if may_be_full and evidence(plain) == FULL:
        return True
    if plain[-1:].isalnum() and not plain.endswith(WROTE_ENDS):
        return False
    text = plain.rstrip("*_ ")
    if text.endswith(":"):
        return True
    bare = text.rstrip(TRAILING)
    if not bare.endswith(WROTE_ENDS):
        return False
    words = bare.removesuffix("(a").rsplit(maxsplit=1)
    # A longer word that only ends like one is none, where words are spaced.
    return not bare.isascii() or not words or words[-1].strip("(\"'") in WROTE_WORDS
