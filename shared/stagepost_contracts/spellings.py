"""Other words for commands and their keywords, in Polish and in Korean: understood from anybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from stagepost_contracts.forms import Field, OrderForm

LANGUAGES: Final = ("pl", "ko")

Spellings = Mapping[str, tuple[str, ...]]

VERBS: Final[Mapping[str, Spellings]] = MappingProxyType(
    {
        "pl": {
            "show": ("POKAŻ",),
            "help": ("POMOC",),
            "rules": ("ZASADY",),
            "seed": ("ZIARNO",),
            "token": ("ŻETON",),
            "token player": ("ŻETON GRACZA",),
            "token end": ("ZAKOŃCZ ŻETON",),
            "withdraw": ("WYCOFAJ",),
            "plan": ("ZAPLANUJ",),
            "default": ("DOMYŚLNIE",),
            "plans": ("PLANY",),
            "cancel": ("ODWOŁAJ",),
            "cancel default": ("ODWOŁAJ DOMYŚLNIE",),
            "away": ("URLOP",),
            "back": ("WRÓCIŁEM", "WRÓCIŁAM"),
            "off days": ("DNI WOLNE",),
            "quiet": ("CISZA",),
            "unsubscribe": ("WYPISZ",),
            "subscribe": ("ZAPISZ",),
            "extend": ("PRZEDŁUŻ",),
            "wait": ("CZEKAJ",),
            "ready": ("GOTOWE", "GOTOWY", "GOTOWA"),
            "pause": ("PAUZA",),
            "resume": ("WZNÓW",),
            "leave": ("ODCHODZĘ",),
            "return": ("WRACAM",),
            "kick": ("WYRZUĆ",),
            "undo": ("COFNIJ",),
            "finish": ("ZAKOŃCZ",),
            "cancel undo": ("ODWOŁAJ COFNIJ",),
            "cancel finish": ("ODWOŁAJ ZAKOŃCZ",),
            "cancel pause": ("ODWOŁAJ PAUZA",),
            "cancel resume": ("ODWOŁAJ WZNÓW",),
            "cancel kick": ("ODWOŁAJ WYRZUĆ",),
            "deputy": ("ZASTĘPCA",),
            "deputy end": ("ZAKOŃCZ ZASTĘPCA",),
            "offer": ("OFERTA",),
            "accept": ("PRZYJMIJ",),
            "decline": ("ODRZUĆ",),
            "confirm": ("POTWIERDZAM",),
        },
        "ko": {
            "show": ("보기",),
            "help": ("도움말",),
            "rules": ("규칙",),
            "seed": ("씨앗",),
            "token": ("토큰",),
            "token player": ("토큰 플레이어",),
            "token end": ("토큰 종료",),
            "withdraw": ("철회",),
            "plan": ("계획",),
            "default": ("기본값",),
            "plans": ("계획목록",),
            "cancel": ("취소",),
            "cancel default": ("취소 기본값", "기본값 취소"),
            "away": ("부재",),
            "back": ("복귀",),
            "off days": ("휴무일",),
            "quiet": ("방해금지",),
            "unsubscribe": ("메일중단",),
            "subscribe": ("메일재개",),
            "extend": ("연장",),
            "wait": ("대기",),
            "ready": ("준비완료",),
            "pause": ("일시정지",),
            "resume": ("재개",),
            "leave": ("퇴장",),
            "return": ("재입장",),
            "kick": ("추방",),
            "undo": ("무르기",),
            "finish": ("마침",),
            "cancel undo": ("취소 무르기", "무르기 취소"),
            "cancel finish": ("취소 마침", "마침 취소"),
            "cancel pause": ("취소 일시정지", "일시정지 취소"),
            "cancel resume": ("취소 재개", "재개 취소"),
            "cancel kick": ("취소 추방", "추방 취소"),
            "deputy": ("대리",),
            "deputy end": ("대리 종료",),
            "offer": ("제안",),
            "accept": ("수락",),
            "decline": ("거절",),
            "confirm": ("확인",),
        },
    }
)
"""By language, other words for each verb. Where one is the same in both, it stands once: PLAN."""

KEYWORDS: Final[Mapping[str, Spellings]] = MappingProxyType(
    {
        "pl": {
            "give": ("DAJĘ", "DAM"),
            "get": ("BIORĘ", "DOSTAJĘ"),
            "at": ("FAZA",),
            "round": ("RUNDA",),
            "until": ("DO",),
            "for": ("DLA",),
        },
        "ko": {
            "give": ("주기",),
            "get": ("받기",),
            "at": ("단계",),
            "round": ("라운드",),
            "until": ("까지",),
            "for": ("담당",),
        },
    }
)
"""The same for the words that introduce a field of a command."""


def _together(table: Mapping[str, Spellings]) -> Mapping[str, tuple[str, ...]]:
    """Return the other words for each word, of all languages."""
    words = dict.fromkeys(word for spellings in table.values() for word in spellings)
    return MappingProxyType(
        {
            word: tuple(other for spellings in table.values() for other in spellings.get(word, ()))
            for word in words
        }
    )


OTHERS: Final = _together(VERBS)
OTHER_KEYWORDS: Final = _together(KEYWORDS)


def spelled(form: OrderForm) -> OrderForm:
    """Return a command's form with all its spellings."""
    also = OTHERS.get(form.verb, ())
    if not any(field.keyword for field in form.fields):
        return replace(form, also=also)
    return replace(form, also=also, fields=tuple(map(_spelled_field, form.fields)))


def every_spelling() -> Iterator[str]:
    """Yield each other spelling of a verb, of all languages."""
    for words in OTHERS.values():
        yield from words


def spellings_of(verb: str) -> tuple[str, ...]:
    """Return the other spellings of a verb, of all languages."""
    return OTHERS.get(verb, ())


def _spelled_field(field: Field) -> Field:
    return replace(field, also=OTHER_KEYWORDS.get(field.keyword, ())) if field.keyword else field
