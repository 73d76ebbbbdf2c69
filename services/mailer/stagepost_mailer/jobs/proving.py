"""What is known of a mail's sender: by our mail host's word, or by our own look."""

from __future__ import annotations

import asyncio

from stagepost_mailer.addresses.senders import Alignment, alignment
from stagepost_mailer.inbox.store import Mail
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.reply.message import Unparseable, parse


async def proof_of(tools: Tools, mail: Mail) -> Alignment:
    """`none` where nobody looked, or the domain asks for no proof."""
    if not tools.authserv_id and tools.look is None:
        return "none"
    incoming = parse(mail.raw)
    if isinstance(incoming, Unparseable):
        return "none"
    found = alignment(incoming.headers, tools.authserv_id) if tools.authserv_id else "none"
    if found != "none" or tools.look is None or not incoming.from_address:
        return found
    return await asyncio.to_thread(tools.look, mail.raw, incoming.from_address)
