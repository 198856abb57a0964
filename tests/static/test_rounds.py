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


def brought(phone, *rounds, night="2026-11-29 Drive"):
    """Remember these rounds one after the other, each with the hands that came with it, if any."""
    for round, take in rounds:
        at = phone.run("Date.now()")
        said = {"tournament": f"round {round}", "night": night, "round": round, "at": at}
        phone.rememberRound("/t/a/", said | ({"take": take} if take else {}))
    return [(one["tournament"], one.get("take")) for one in phone.tournaments()]


def test_hands_that_came_stay_with_the_round_that_stays(phone):
    assert brought(phone, (3, "first"), (2, "second"), (1, None)) == [("round 3", "second")]


@pytest.mark.parametrize("later", [3, 4])
def test_hands_that_came_stay_when_the_site_says_more_of_the_night(phone, later):
    assert brought(phone, (3, "hands"), (later, None)) == [(f"round {later}", "hands")]


def test_hands_of_an_earlier_night_go_with_it(phone):
    brought(phone, (3, "hands"), night="2026-11-22 Drive")
    assert brought(phone, (1, None)) == [("round 1", None)]


def test_a_new_night_replaces_the_one_before(phone):
    remember(phone, "/t/a/", 6, night="2026-11-22 Drive")
    remember(phone, "/t/b/", 4, night="2026-11-22 Drive")
    remember(phone, "/t/a/", 1)
    remember(phone, "/t/c/", 1)
    assert kept(phone) == ["/t/a/ 1", "/t/c/ 1"]


def test_a_phone_without_a_tournament_has_none(phone):
    assert kept(phone) == []
