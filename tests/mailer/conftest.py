"""The mailer's processes and what stands around them."""

from collections.abc import Iterator

import pytest
from mailer.house import House, house_on


@pytest.fixture
def house(redis_url: str) -> Iterator[House]:
    """Nothing runs yet; the far mail host is open."""
    with house_on(redis_url) as house:
        house.far.open()
        yield house
