"""The plain player: it builds, keeps what is due in hand, and is seldom insolvent."""

from random_match import match_of

MATCHES = [(count, seed) for count in (3, 4, 5) for seed in (1, 2, 3)]


def test_plain_players_end_richer_than_they_began():
    scores = [
        rank.score
        for count, seed in MATCHES
        for rank in match_of("pola_naftowe", count, seed, "planned").last_ranking
    ]

    assert sum(scores) / len(scores) > 5000


def test_plain_players_are_seldom_insolvent():
    fallen = [
        len(match_of("pola_naftowe", count, seed, "planned").last.fallen) for count, seed in MATCHES
    ]

    assert sum(fallen) <= 1
