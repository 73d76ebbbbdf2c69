"""The post office's SMTP side: whatever comes is laid into the mailboxes it is for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP

from stagepost_local import maildir
from stagepost_local.ports import LOOPBACK

MAIL_BYTES_MOST = 5_000_000
RECIPIENTS_MOST = 20
IDENT = "Stagepost post office"


class Intake:
    """What the SMTP server asks at each recipient and each mail."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's own name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= RECIPIENTS_MOST:
            return "452 4.5.3 Too many recipients"
        if "@" not in address:
            return "550 5.1.3 That is no mail address"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """250 only when the mail is on disk in every mailbox."""
        for address in dict.fromkeys(envelope.rcpt_tos):
            folder = maildir.folder_of(self._root, address)
            await asyncio.to_thread(maildir.deliver, folder, envelope.content)
        return "250 2.0.0 Delivered"


async def listen(root: Path, port: int) -> asyncio.Server:
    """Take mail on a loopback port until the returned server is closed."""
    loop = asyncio.get_running_loop()
    intake = Intake(root)
    return await loop.create_server(
        lambda: SMTP(
            intake,
            data_size_limit=MAIL_BYTES_MOST,
            enable_SMTPUTF8=True,
            hostname="localhost",
            ident=IDENT,
            loop=loop,
        ),
        host=LOOPBACK,
        port=port,
    )
