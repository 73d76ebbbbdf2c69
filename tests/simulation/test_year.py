"""The first weeks of a small house: people who are late, silent and hasty, and a house that fails.

`make sim` plays a hundred matches to their ends like these.
"""

from simulation.year.run import played

MATCHES = 6
MOMENTS = 260


def test_the_first_weeks_of_a_house_keep_every_promise(seed):
    year = played(str(seed), MATCHES, moments=MOMENTS)

    assert year.counts["mail prompt"] > MATCHES
    assert year.counts["steps"] > MATCHES
    assert sum(year.done.values()) > 0
