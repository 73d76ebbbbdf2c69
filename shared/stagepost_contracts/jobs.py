"""The names of the mailer's jobs and queues; jobs are called by name, with JSON arguments."""

from __future__ import annotations

from typing import Final

QUEUE: Final = "stagepost"
SEND_NOTICE: Final = "stagepost_mailer.jobs.send.send_notice"
READ_MAIL: Final = "stagepost_mailer.jobs.receive.read_mail"
COME_DUE: Final = "stagepost_mailer.jobs.come_due.come_due"
DRAIN: Final = "stagepost_mailer.jobs.drain.drain"
MAKE_GOOD: Final = "stagepost_mailer.jobs.make_good.make_good"
