"""Time policies by name: each can be played with, and stands in the match's own zone."""

import pytest

from stagepost_contracts.errors import Problem
from stagepost_contracts.policy import Policy, checked_policy
from stagepost_contracts.presets import PRESETS, policy_of


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_a_policy_that_can_be(name):
    assert checked_policy(policy_of(name, "Europe/Warsaw")).zone == "Europe/Warsaw"


def test_the_presets_are_four():
    assert list(PRESETS) == ["brisk", "evening", "weekend", "relaxed"]


def test_a_whole_policy_stays_as_it_is():
    policy = Policy(hours=7, zone="Asia/Seoul")

    assert policy_of(policy, "UTC") is policy


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(Problem) as refused:
        policy_of("leisurely", "UTC")

    assert refused.value.code == "bad-policy"
    assert refused.value.text.args["names"] == "brisk, evening, weekend, relaxed"
