"""The fixtures of a season: what must be kept is kept, and what cannot be planned is named."""

from collections import Counter, defaultdict
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

from scoring.league.pure import fixture_search
from scoring.league.pure.fixtures import CannotPlan, fixtures
from scoring.league.pure.fixtures_document import document, lines
from scoring.league.pure.league_file import read

OCTOBER = date(2026, 10, 1)


def nights(number, *, every=7, first=OCTOBER):
    return [(first + timedelta(days=every * at)).isoformat() for at in range(number)]


def league(divisions, *, number, rounds=2, teams=None, **more):
    """Return a league's file: `divisions` are sizes, `teams` what is said of some of them."""
    names = [[f"{no}-{at}" for at in range(size)] for no, size in enumerate(divisions)]
    said = teams or {}
    settings = {"pairs": 3, "games": 3, "target": 21, "decided_by": "games"}
    settings |= {"order": ["points"], "rounds": rounds, "home_and_away": True}
    return {
        "format": "euchre-league/1",
        "name": "St Austell",
        "settings": settings,
        "divisions": [{"name": f"D{no}", "teams": part} for no, part in enumerate(names)],
        "teams": [{"name": name, **said.get(name, {})} for part in names for name in part],
        "dates": nights(number),
    } | more


def refuse_what_breaks_a_rule(file, found):
    """Check everything that must be kept, from the two documents alone."""
    settings = file["settings"]
    said = {team["name"]: team for team in file["teams"]}
    holds = {venue["name"]: venue["matches"] for venue in file.get("venues", [])}
    at_once = Counter()
    for division in file["divisions"]:
        own = [one for one in found["rounds"] if one["division"] == division["name"]]
        assert [one["no"] for one in own] == list(range(1, len(own) + 1))
        assert [one["date"] for one in own] == sorted({one["date"] for one in own})
        met, played, homes = Counter(), defaultdict(list), Counter()
        for night in own:
            there = [name for match in night["matches"] for name in (match["home"], match["away"])]
            assert sorted([*there, *night["bye"]]) == sorted(division["teams"])
            for match in night["matches"]:
                home, away = match["home"], match["away"]
                venue = said[home].get("venue")
                assert match["venue"] == venue
                at_once[night["date"], venue] += 1
                for name in (home, away):
                    assert night["date"] not in said[name].get("not_on", ())
                    homes[name] += 1 if name == home else -1
                day = date.fromisoformat(night["date"])
                assert f"{day:%A}".lower() == said[home].get("home_day", f"{day:%A}".lower())
                met[home, away] += 1
                played[frozenset((home, away))].append(night["date"])
        pairs = [
            (one, other) for one in division["teams"] for other in division["teams"] if one < other
        ]
        for one, other in pairs:
            assert len(played[frozenset((one, other))]) == settings["rounds"]
            assert abs(met[one, other] - met[other, one]) == settings["rounds"] % 2
        assert all(abs(balance) <= settings["rounds"] % 2 for balance in homes.values())
        for no in range(1, settings["rounds"]):
            ends = max(sorted(days)[no - 1] for days in played.values())
            assert ends < min(sorted(days)[no] for days in played.values())
    for (_, venue), matches in at_once.items():
        assert venue is None or matches <= holds.get(venue, 1)


def planned(file):
    found = document(fixtures(read(file)))
    refuse_what_breaks_a_rule(file, found)
    return found


@pytest.mark.parametrize("size", [2, 3, 4, 7, 10, 12])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_division_has_the_fewest_breaks(size, rounds):
    needed = rounds * (size - 1 + size % 2)
    soft = planned(league([size], number=needed, rounds=rounds))["soft"]
    assert soft["breaks"] == soft["least"] == (0 if size % 2 else rounds * (size - 2))
    assert soft["byes"] == [rounds * (size % 2)] * 2


def test_a_break_is_two_matches_in_a_row_at_home_or_away_despite_free_nights():
    lots = Random(0)
    for _ in range(200):
        plays = lots.getrandbits(14)
        homes = plays & lots.getrandbits(14)
        at_home = [homes >> night & 1 for night in range(14) if plays >> night & 1]
        slot = fixture_search.Slot(
            0, fixture_search.Team("Mounties", 0, 0, None), False, [], plays, homes
        )
        breaks = sum(one == other for one, other in pairwise(at_home))
        assert slot.weight() == breaks * fixture_search.BREAK


def test_fifty_teams_with_half_sharing_venues_have_the_fewest_breaks():
    names = [f"{no}-{at}" for no in range(5) for at in range(10)]
    Random(1).shuffle(names)
    teams = {name: {"venue": f"House {at // 2}"} for at, name in enumerate(names)}
    soft = planned(league([10] * 5, number=18, teams=teams))["soft"]
    assert soft["breaks"] == soft["least"] == 80


def test_spare_nights_keep_return_matches_apart():
    assert planned(league([6], number=13))["soft"]["returns"] == 4
    assert planned(league([6], number=10))["soft"]["returns"] == 1


def test_teams_are_not_scheduled_on_nights_they_cannot_play():
    days = nights(13)
    teams = {
        "0-0": {"not_on": days[:1]},
        "0-1": {"not_on": days[5:7]},
        "0-5": {"not_on": days[12:]},
    }
    planned(league([6], number=13, teams=teams))


def test_teams_play_at_home_only_on_their_day():
    dates = sorted([*nights(12), *nights(12, first=OCTOBER + timedelta(days=1))])
    teams = {"0-0": {"home_day": "thursday"}, "0-1": {"home_day": "friday"}}
    planned(league([5], number=12, teams=teams, dates=dates))


def test_a_derby_is_played_on_the_requested_night():
    day = nights(10)[6]
    found = planned(league([6], number=10, derbies=[["0-2", "0-4", day]]))
    night = next(one for one in found["rounds"] if one["date"] == day)
    assert {"0-2", "0-4"} in [{match["home"], match["away"]} for match in night["matches"]]


WAYS = {
    "Division D0 needs 10 nights for 6 teams that meet twice, and there are 9.": league(
        [6], number=9
    ),
    "The league has no dates to play on.": league([6], number=0),
    "0-1 has 10 matches and 9 nights: not on 2026-10-01, 2026-10-08.": league(
        [6], number=11, teams={"0-1": {"not_on": nights(2)}}
    ),
    "0-1 has 5 matches at home, and there are 0 Fridays for them.": league(
        [6], number=10, teams={"0-1": {"home_day": "friday"}}
    ),
    "Mouse would have 15 matches of 0-0, 0-1, 0-2 on 10 nights, and holds 1 at once.": league(
        [6], number=10, teams={f"0-{at}": {"venue": "Mouse"} for at in range(3)}
    ),
}


@pytest.mark.parametrize("sentence", WAYS)
def test_the_reason_a_plan_is_impossible_is_named(sentence):
    with pytest.raises(CannotPlan) as wrong:
        fixtures(read(WAYS[sentence]))
    assert str(wrong.value) == sentence


def test_the_text_lists_nights_matches_byes_and_how_far_wishes_are_met():
    teams = {"0-0": {"venue": "Red Mouse"}}
    assert list(lines(fixtures(read(league([3], number=3, rounds=1, teams=teams))))) == [
        "Thursday 2026-10-01",
        "  D0 1",
        "    0-1 - 0-2",
        "    Bye: 0-0",
        "Thursday 2026-10-08",
        "  D0 2",
        "    0-2 - 0-0",
        "    Bye: 0-1",
        "Thursday 2026-10-15",
        "  D0 3",
        "    0-0 - 0-1  (Red Mouse)",
        "    Bye: 0-2",
        "",
        "Breaks, a team twice running at home or away: 0, the fewest there can be.",
        "Idle nights, on which a team does not play though others do: 1 a team.",
    ]


def test_the_text_says_how_soon_returns_come_and_how_to_space_them():
    said = [list(lines(fixtures(read(league([6], number=number)))))[-1] for number in (10, 13)]
    assert said == [
        "Return matches: 6 are within 3 league nights of the first, the soonest on the very next "
        "league night. More free nights keep them further apart.",
        "Return matches: no two teams meet again sooner than 4 league nights after their first "
        "match.",
    ]


def test_missed_nights_of_half_the_teams_add_no_breaks_and_no_early_return():
    lots, days = Random(3), nights(25)
    away = {f"0-{at}": {"not_on": lots.sample(days, 1 + at % 2)} for at in range(5)}
    soft = planned(league([10], number=25, teams=away))["soft"]
    assert soft["breaks"] <= soft["least"]
    assert soft["returns"] > 3


def test_a_division_with_many_missed_nights_and_few_spare_ones_is_planned():
    days = nights(20)
    missed = {0: 2, 3: 10, 5: 19, 8: 17}
    away = {f"0-{team}": {"not_on": [days[night]]} for team, night in missed.items()}
    soft = planned(league([10], number=20, teams=away))["soft"]
    assert soft["breaks"] <= soft["least"]


def test_shared_venues_and_missed_nights_leave_the_fewest_breaks():
    lots, days = Random(0), nights(16)
    names = [f"{no}-{at}" for no in range(2) for at in range(6)]
    lots.shuffle(names)
    teams = {name: {"venue": f"House {at // 2}"} for at, name in enumerate(names)}
    for name in names[:3]:
        teams[name]["not_on"] = [lots.choice(days)]
    soft = planned(league([6, 6], number=16, teams=teams))["soft"]
    assert soft["breaks"] <= soft["least"] == 16


def test_a_season_is_found_with_extra_breaks_where_other_moves_find_none(monkeypatch):
    for name in ("GIVING", "MENDING", "MOST_MOVES"):
        monkeypatch.setattr(fixture_search, name, 0)
    lots, days = Random(0), nights(14)
    names = [f"{no}-{at}" for no in range(3) for at in range(6)]
    lots.shuffle(names)
    teams = {name: {"venue": f"House {at // 2}"} for at, name in enumerate(names)}
    for name in names[::2]:
        teams[name]["not_on"] = lots.sample(days, 2)
    file = league([6, 6, 6], number=14, teams=teams)
    planned(file)
    monkeypatch.setattr(fixture_search, "FREEING", 0)
    with pytest.raises(CannotPlan, match="No plan was found that keeps everything"):
        planned(file)
