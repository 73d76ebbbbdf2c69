"""The first weeks of a small house: people who are late, silent and hasty, and a house that fails.

`make sim` plays a hundred matches to their ends like these.
"""

from simulation.year.run import played

MATCHES = 5
MOMENTS = 120


def test_the_first_weeks_keep_every_promise_and_a_seed_gives_them_again(seed):
    year = played(str(seed), MATCHES, moments=MOMENTS)
    again = played(str(seed), MATCHES, moments=MOMENTS)

    assert year.counts["mail prompt"] > MATCHES
    assert sum(year.done.values()) > 0
    assert again.counts == year.counts
    assert again.digest == year.digest
