"""The names of everything that the inbox keeps in Redis; one match, one hash tag."""

from __future__ import annotations

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partition_of


def token(token_hash: str) -> str:
    """What a token stands for; no match is known yet, so it has no partition."""
    return f"stagepost:mail:token:{token_hash}"


def sent(token_hash: str) -> str:
    """The list of plain texts that went out under a token, newest last."""
    return f"stagepost:mail:sent:{token_hash}"


def token_hour(token_hash: str, hour: int) -> str:
    """How many mails came to a token in that hour since 1970."""
    return f"stagepost:mail:hour:{token_hash}:{hour}"


def token_phase(token_hash: str) -> str:
    """How many mails came to a token at all; a token is one phase's."""
    return f"stagepost:mail:phase:{token_hash}"


def receipts(receiver_hash: str, hour: int) -> str:
    """The receipts to an address, or to a domain, in that hour since 1970, by their keys."""
    return f"stagepost:mail:receipts:{receiver_hash}:{hour}"


def nonce(nonce_hash: str) -> str:
    """The digest of the body that came with a provider's signature first."""
    return f"stagepost:mail:nonce:{nonce_hash}"


def held(token_hash: str) -> str:
    """The mails that were held at a token and asked about."""
    return f"stagepost:mail:held:{token_hash}"


def mail(match: MatchId, intake: str) -> str:
    """One mail as it came, with what became of it."""
    return f"stagepost:{partition_of(match)}:inbox:mail:{intake}"


def mails(match: MatchId) -> str:
    """The intakes of all mails of a match."""
    return f"stagepost:{partition_of(match)}:inbox:mails:{match}"


def ended(match: MatchId) -> str:
    """There once the match is over: its mails go soon after."""
    return f"stagepost:{partition_of(match)}:inbox:ended:{match}"


def seen(match: MatchId, token_hash: str, message_hash: str) -> str:
    """The first intake of a Message-ID at a token."""
    return f"stagepost:{partition_of(match)}:inbox:seen:{token_hash}:{message_hash}"


def pending(partition: str) -> str:
    """Mails not yet applied, answered or shunted, `match/intake` by moment of receipt."""
    return f"stagepost:{partition}:inbox:pending"


def pending_of(match: MatchId) -> str:
    """The same of one match, by intake: what a deadline waits for."""
    return f"stagepost:{partition_of(match)}:inbox:pending:{match}"


def owed(partition: str) -> str:
    """Mails that the engine has answered and whose letter is not sent, as `pending`."""
    return f"stagepost:{partition}:inbox:owed"


def shunt(partition: str) -> str:
    """Mails put aside for the operator, `match/intake` by the moment of it."""
    return f"stagepost:{partition}:inbox:shunt"


def dropped(partition: str) -> str:
    """The list of what the operator let go of the shunt, with the reasons: JSON Dropped."""
    return f"stagepost:{partition}:inbox:dropped"


def bounced(match: MatchId) -> str:
    """The seats of a match whose address bounces, by `seat:tenure`: JSON Bounced."""
    return f"stagepost:{partition_of(match)}:mail:bounced:{match}"
