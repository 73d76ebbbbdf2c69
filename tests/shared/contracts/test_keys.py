"""Names in Redis that may never change: matches are found by them."""

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partition_of, partitions


def test_a_match_keeps_its_partition_for_good():
    assert partition_of(MatchId("abc")) == "{p02}"
    assert partition_of(MatchId("mm5kadq3pz4sy")) == "{p17}"


def test_there_are_thirty_two():
    assert partitions()[0] == "{p00}"
    assert partitions()[-1] == "{p31}"
    assert len(set(partitions())) == 32
