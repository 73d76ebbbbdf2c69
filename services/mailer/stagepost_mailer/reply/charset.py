"""Bytes to text by an allowed list of charsets; any other is read as Latin-1."""

from __future__ import annotations

import email.header
from email.errors import HeaderParseError

# Declared name to Python codec. utf-7, unicode_escape and the like are not here on purpose.
CODECS = {
    "": "utf-8",
    "ascii": "utf-8",
    "us-ascii": "utf-8",
    "ansi_x3.4-1968": "utf-8",
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-1": "cp1252",
    "iso-8859-8-i": "iso8859-8",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "ibm852": "cp852",
    "cp852": "cp852",
    "cp866": "cp866",
    "macintosh": "mac-roman",
    "x-mac-ce": "mac-latin2",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "cp949": "cp949",
    "uhc": "cp949",
    "windows-949": "cp949",
    "iso-2022-kr": "iso2022-kr",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "windows-31j": "cp932",
    "iso-2022-jp": "iso2022-jp",
    "euc-jp": "euc-jp",
    "tis-620": "cp874",
    "windows-874": "cp874",
}
CODECS.update({f"iso-8859-{number}": f"iso8859-{number}" for number in (*range(2, 12), 13, 14)})
CODECS.update({"iso-8859-15": "iso8859-15", "iso-8859-16": "iso8859-16"})
CODECS.update({f"windows-{number}": f"cp{number}" for number in range(1250, 1259)})
CODECS.update({f"cp{number}": f"cp{number}" for number in range(1250, 1259)})

# Line ends in a decoded header would let one header become two.
HEADER_BREAKS = str.maketrans(dict.fromkeys(map(chr, (*range(32), 127, 0x85, 0x2028, 0x2029)), " "))


def decoded(content: bytes, declared: str) -> str:
    """The text of a body part; undecodable bytes never raise."""
    codec = CODECS.get(declared.strip().strip("\"'").lower(), "latin-1")
    try:
        return content.decode(codec)
    except UnicodeError:
        pass
    try:
        return content.decode("utf-8")
    except UnicodeError:
        return content.decode("cp1252" if codec == "utf-8" else codec, "replace")


def header_text(value: object) -> str:
    """A header with its encoded words decoded and its line ends made spaces."""
    plain = str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    try:
        pieces = email.header.decode_header(plain)
    except (HeaderParseError, ValueError, LookupError):
        pieces = [(plain, None)]
    text = "".join(
        piece if isinstance(piece, str) else decoded(piece, charset or "latin-1")
        for piece, charset in pieces
    )
    return text.translate(HEADER_BREAKS).strip()
