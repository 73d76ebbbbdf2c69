"""The settings of the mailer, and the sentence for whoever left one out."""

import pytest

from stagepost_mailer.settings import Unset, settings_from

KEY = {"STAGEPOST_MAIL_KEY": "ab" * 32}


def test_the_queue_lives_with_the_matches_unless_told_otherwise():
    settings = settings_from({**KEY, "STAGEPOST_REDIS_URL": "redis://one"})

    assert settings.queue_redis_url == "redis://one"


@pytest.mark.parametrize("key", ["", "xyz", "abcd"])
def test_a_mail_key_that_is_none_is_refused(key: str):
    with pytest.raises(Unset, match="STAGEPOST_MAIL_KEY"):
        settings_from({"STAGEPOST_MAIL_KEY": key})


@pytest.mark.parametrize("name", ["STAGEPOST_SMTP_PORT_IN", "STAGEPOST_RETRY_SECONDS"])
def test_a_number_that_is_none_is_named(name: str):
    with pytest.raises(Unset, match=name):
        settings_from({**KEY, name: "many"})
