"""Which tournaments a phone remembers, so that they can be brought back."""

import pytest

from tests.javascript import Module
from tests.static.test_again import STORAGE


@pytest.fixture
def phone():
    module = Module("table/pad/rounds.js")
    module.run(STORAGE)
    return module


def remember(phone, path, round, *, night="2026-11-29 Drive"):
    said = {"tournament": f"{path} {round}", "night": night, "round": round}
    phone.rememberRound(path, said | {"at": phone.run("Date.now()")})


def kept(phone):
    return [one["tournament"] for one in phone.tournaments()]


def test_a_phone_keeps_the_latest_round_though_a_restored_site_knows_an_earlier_one(phone):
    for round in (1, 3, 2):
        remember(phone, "/t/a/", round)
    assert kept(phone) == ["/t/a/ 3"]


def test_hands_that_came_stay_with_the_round_that_stays(phone):
    night = "2026-11-29 Drive"
    for round, take in ((3, "first"), (2, "second"), (1, None)):
        at = phone.run("Date.now()")
        said = {"tournament": f"round {round}", "night": night, "round": round, "at": at}
        phone.rememberRound("/t/a/", said | ({"take": take} if take else {}))
    assert [(one["tournament"], one["take"]) for one in phone.tournaments()] == [
        ("round 3", "second")
    ]


def test_a_new_night_replaces_the_one_before(phone):
    remember(phone, "/t/a/", 6, night="2026-11-22 Drive")
    remember(phone, "/t/b/", 4, night="2026-11-22 Drive")
    remember(phone, "/t/a/", 1)
    remember(phone, "/t/c/", 1)
    assert kept(phone) == ["/t/a/ 1", "/t/c/ 1"]


def test_a_phone_without_a_tournament_has_none(phone):
    assert kept(phone) == []
