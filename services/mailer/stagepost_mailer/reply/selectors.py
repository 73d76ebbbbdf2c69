"""What an HTML element is to a reply: plain, a quote, the start of one, or not to be seen."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from stagepost_mailer.reply.fold import word_set

if TYPE_CHECKING:
    from stagepost_mailer.reply.tags import Tag

STYLE_LETTERS_MOST = 2000


class Role(Enum):
    """How the text inside, or after, an element is taken."""

    PLAIN = "plain"
    QUOTE = "quote"
    REST = "rest"
    HIDDEN = "hidden"


HIDDEN_TAGS = word_set("head noscript object script style template textarea title")
QUOTE_CLASSES = word_set(
    """
    gmail_quote gmail_quote_container gmail_attr gmail_extra moz-cite-prefix moz-forward-container
    yahoo_quoted yahoo-quoted protonmail_quote zmail_extra zmail_extra_hr tutanota_quote
    mail_quote replycontainer
    """
)
REST_IDS = word_set(
    """
    divrplyfwdmsg appendonsend mail-editor-reference-message-container olk_src_body_section
    ms-outlook-mobile-reference-message reply-intro isreplycontent isforwardcontent
    composer_quote_header
    """
)
REST_CLASSES = frozenset({"ms-outlook-mobile-reference-message", "olk_src_body_section"})
UNSEEN = re.compile(
    r"(?:^|;)(?:display:none|visibility:hidden|mso-hide:all|font-size:0+(?:\.0+)?"
    r"(?:px|pt|em|rem|ex|%)?(?=;|!|$)|font:0(?:px|pt)?/)"
)
BARE = {**dict.fromkeys(HIDDEN_TAGS, Role.HIDDEN), "blockquote": Role.QUOTE}
OUTLOOK_COLOURS = ("#b5c4df", "#e1e1e1")


def role(tag: Tag) -> Role:
    """By name, then style, then the ids and classes of known clients."""
    if not tag.attributes:
        return BARE.get(tag.name, Role.PLAIN)
    style = "".join(tag.attributes.get("style", "")[:STYLE_LETTERS_MOST].lower().split())
    if tag.name in HIDDEN_TAGS or "hidden" in tag.attributes or UNSEEN.search(style):
        return Role.HIDDEN
    if "border-top:solid" in style and any(colour in style for colour in OUTLOOK_COLOURS):
        return Role.REST
    name = tag.attributes.get("id", "").lower().removeprefix("x_")
    classes = {
        word.removeprefix("x_") for word in tag.attributes.get("class", "").lower().split()[:20]
    }
    if name in REST_IDS or classes & REST_CLASSES:
        return Role.REST
    if tag.name == "blockquote" or classes & QUOTE_CLASSES or name in QUOTE_CLASSES:
        return Role.QUOTE
    return Role.PLAIN
