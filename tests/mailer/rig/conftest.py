"""Our processes between a real postfix and a real dovecot."""

from collections.abc import Iterator

import pytest
from mailer.house import FarEnd, House, house_on
from mailer.rig import daemons
from mailer.rig.daemons import Rig

# Real people write less than these tests do.
GENEROUS = {
    "STAGEPOST_MAILS_AN_HOUR": "1000",
    "STAGEPOST_MAILS_A_PHASE": "1000",
    "STAGEPOST_RECEIPTS_AN_HOUR": "1000000",
    "STAGEPOST_DOMAIN_MAILS_AN_HOUR": "1000000",
}


@pytest.fixture(scope="session")
def rig() -> Iterator[Rig]:
    """Both servers, once for all tests; skipped where the machine cannot run them."""
    if reason := daemons.why_not():
        pytest.skip(reason)
    with daemons.running() as rig:
        yield rig


@pytest.fixture
def posthouse(rig: Rig, redis_url: str) -> Iterator[House]:
    """The mailer, whose mail host is postfix and whose LMTP postfix hands mail to."""
    rig.empty()
    with house_on(redis_url) as house:
        house.far = FarEnd(port=rig.smtp)
        house.lmtp_port = rig.house
        house.more = GENEROUS
        yield house
