"""A team that is at home on another weekday than its league plays."""

from collections import defaultdict
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from scoring.league.pure import fixture_search
from scoring.league.pure.fixtures import fixtures
from scoring.league.pure.home_days import kept_for_some, only_for, own_weekday, too_few
from scoring.league.pure.values import Division, Team
from tests.league.pure.test_fixture_faults import a_league

THURSDAY, TUESDAY = 3, 1
FIRST = date(2026, 10, 1)
THURSDAYS = tuple(FIRST + timedelta(weeks=no) for no in range(12))
TUESDAYS = tuple(day + timedelta(days=5) for day in THURSDAYS)
NAMES = ("Bugle Boys", "Mounties", "Trolls", "Juda", "Albany", "Brodhead")


def a_season(*nights, **days):
    league = a_league()
    return replace(
        league,
        divisions=(Division(name=None, teams=NAMES),),
        teams={name: Team(name=name, home_day=days.get(name.split()[0])) for name in NAMES},
        dates=tuple(sorted(nights)),
        settings=replace(league.settings, rounds=2),
    )


def days_between(found):
    """The days from one match of a team to its next, of all teams."""
    played = defaultdict(list)
    for night in found.nights:
        for match in night.matches:
            played[match.home].append(night.date)
            played[match.away].append(night.date)
    return [(after - before).days for days in played.values() for before, after in pairwise(days)]


def test_fewer_teams_play_twice_in_three_days_or_wait_weeks_without_extra_breaks(monkeypatch):
    monkeypatch.setattr(fixture_search, "MOST_MOVES", 60_000)
    league = kept_for_some(a_season(*THURSDAYS, *TUESDAYS, Bugle=TUESDAY))
    spaced = fixtures(league, seed=1)
    monkeypatch.setattr(fixture_search.Search, "space_out", lambda self: False)
    crowded = fixtures(league, seed=1)
    soon, was_soon = (sum(days <= 3 for days in days_between(one)) for one in (spaced, crowded))
    longest, was_longest = (max(days_between(one)) for one in (spaced, crowded))
    assert (spaced.wishes.breaks <= crowded.wishes.breaks, spaced.wishes.near) == (True, 0)
    assert (2 * soon <= was_soon, longest < was_longest) == (True, True)


def test_a_league_on_one_weekday_is_drawn_as_if_days_did_not_matter(monkeypatch):
    league = a_season(*THURSDAYS)
    plain = fixtures(league)
    monkeypatch.setattr(fixture_search.Search, "space_out", lambda self: False)
    assert fixtures(league) == plain


def test_the_leagues_own_weekday_is_the_one_that_no_team_asked_for():
    asked = [TUESDAY, *[None] * 5]
    fewer = THURSDAYS[:10]
    assert own_weekday([*fewer, *TUESDAYS], asked) == THURSDAY
    assert own_weekday([*THURSDAYS, *TUESDAYS], [TUESDAY, *[THURSDAY] * 5]) == THURSDAY
    friday = FIRST + timedelta(days=1)
    assert own_weekday([*THURSDAYS, friday], [THURSDAY, None]) == THURSDAY
    assert own_weekday([], asked) is None
    assert only_for([*THURSDAYS, *TUESDAYS], {"Bugle": TUESDAY, "Juda": None}) == {1: ["Bugle"]}
    assert only_for(TUESDAYS, {"Bugle": TUESDAY, "Juda": None}) == {}


def test_too_few_nights_on_a_teams_own_weekday_are_named():
    none = a_season(*THURSDAYS, Bugle=TUESDAY)
    assert [one.says for one in too_few(none)] == [
        "Bugle Boys are at home on Tuesdays. None of the nights is a Tuesday."
    ]
    few = a_season(*THURSDAYS, *TUESDAYS[:3], Bugle=TUESDAY, Juda=TUESDAY)
    assert [one.says for one in too_few(few)] == [
        "Bugle Boys and Juda are at home on Tuesdays. Each needs 5, but only 3 nights are Tuesdays "
        "they can play."
    ]
    assert list(too_few(a_season(*THURSDAYS, *TUESDAYS, Bugle=TUESDAY))) == []


def test_nights_requested_by_one_team_are_its_own_and_fridays_stay_for_all():
    friday = THURSDAYS[-1] + timedelta(days=1)
    league = a_season(*THURSDAYS[:-1], friday, *TUESDAYS, Bugle=TUESDAY)
    assert {name: team.not_home for name, team in kept_for_some(league).teams.items()} == {
        "Bugle Boys": frozenset(),
        **dict.fromkeys(NAMES[1:], frozenset({TUESDAY})),
    }
    planned = fixtures(kept_for_some(league))
    at_home = {
        (night.date.weekday(), match.home == "Bugle Boys")
        for night in planned.nights
        for match in night.matches
    }
    assert (TUESDAY, True) in at_home
    assert at_home - {(4, False)} == {(TUESDAY, True), (THURSDAY, False)}
