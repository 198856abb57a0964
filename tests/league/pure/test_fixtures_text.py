"""Fixtures pasted, or from a file."""

import json
from datetime import date, time

import pytest

from scoring.league.pure.fixtures import fixtures
from scoring.league.pure.fixtures_document import document
from scoring.league.pure.fixtures_text import read_fixtures
from tests.league.pure.test_fixture_faults import a_league

DAY, HALF_7 = date(2026, 10, 1), time(19, 30)


def test_lines_are_read_however_dates_and_names_are_written():
    found = read_fixtures(
        "2026-10-01, Mounties, Trolls\n\nThu 8 October 2026; shufflers ; JUDA\n"
        "October 15, 2026\tTrolls\tShufflers\n",
        a_league(),
    )
    assert found.faults == ()
    assert found.matches == (
        (DAY, "Mounties", "Trolls", None),
        (date(2026, 10, 8), "Shufflers", "Juda", None),
        (date(2026, 10, 15), "Trolls", "Shufflers", None),
    )


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("Date,Home,Away\r\n2026-10-01,Mounties,Trolls\r\n", None),
        ("sep=;\r\nNight;Time;Home team;Visitors\r\n2026-10-01;19:30;Mounties;Trolls\r\n", HALF_7),
        ("Date,Home,Away,Start\n2026-10-01,Mounties,Trolls,7.30 pm", HALF_7),
        ("Date,Home,Away\n2026-10-01 19:30:00,Mounties,Trolls", HALF_7),
        ("2026-10-01,19:30,Mounties,Trolls", HALF_7),
        ("2026-10-01, Mounties, Trolls, 7:30pm", HALF_7),
        ("2026-10-01 19:30\tMounties\tTrolls", HALF_7),
        ("Thu 01.10.26, Mounties, Trolls", None),
        ('October 1, 2026, "Mounties", Trolls', None),
    ],
)
def test_headings_quotes_and_separators_are_ignored_and_times_kept(text, hour):
    found = read_fixtures(text, a_league())
    assert (found.matches, found.faults) == (((DAY, "Mounties", "Trolls", hour),), ())


def test_a_bad_time_is_refused_and_another_time_makes_no_new_match():
    text = "Date,Time,Home,Away\n2026-10-01,25:00,Mounties,Trolls\n2026-10-01,soon,Juda,Trolls"
    assert [fault[:6] for fault in read_fixtures(text, a_league()).faults] == ["Line 2", "Line 3"]
    twice = "2026-10-01,19:30,Mounties,Trolls\n2026-10-01,20:00,Mounties,Trolls"
    assert "listed already" in read_fixtures(twice, a_league()).faults[0]


def test_an_unknown_heading_is_asked_about():
    found = read_fixtures("Datum,Heim,Gast\n2026-10-01,Mounties,Trolls", a_league())
    assert found.matches == ()
    assert found.faults[0].startswith("Line 1: if this is the heading")


def test_a_file_of_planned_fixtures_is_read_back_unchanged():
    league = a_league()
    plan = fixtures(league)
    found = read_fixtures(json.dumps(document(plan)), league)
    assert found.faults == ()
    assert {(day, home) for day, home, *_ in found.matches} == {
        (night.date, one.home) for night in plan.nights for one in night.matches
    }


def test_all_faults_are_reported_at_once():
    text = (
        "31/31/2026, Mounties, Trols\n2026-10-01, Juda\n2026-10-01, Juda, Juda\n"
        "2026-10-01, Mounties, Trolls\n2026-10-01, Mounties, Trolls"
    )
    assert read_fixtures(text, a_league()).faults == (
        "Line 1: “31/31/2026” is not in the calendar.",
        'Line 1: no team "Trols", perhaps Trolls.',
        "Line 2: write the night, home team and away team, separated by commas.",
        "Line 3: Juda cannot meet themselves.",
        "Line 5: is listed already (Line 4).",
    )
    assert read_fixtures("\n", a_league()).faults[0].startswith("No matches found.")
    assert read_fixtures("{", a_league()).faults[0].startswith("this isn’t JSON")
    assert read_fixtures('{"format": "x", "rounds": []}', a_league()).faults == (
        "format: must be euchre-fixtures/1.",
    )


def test_dates_with_the_month_first_are_recognised_by_the_list_or_the_nights():
    for days, expected in (
        (("10/1/2026", "10/8/2026"), (DAY, date(2026, 10, 8))),
        (("1/10/2026", "8/10/2026"), (DAY, date(2026, 10, 8))),
        (("12/11/2026", "12/24/2026"), (date(2026, 12, 11), date(2026, 12, 24))),
    ):
        lines = zip(days, ("Mounties, Trolls", "Trolls, Mounties"), strict=True)
        found = read_fixtures("\n".join(", ".join(line) for line in lines), a_league())
        assert (found.faults, found.either) == ((), "")
        assert tuple(day for day, *_ in found.matches) == expected


def test_ambiguous_dates_are_asked_about_once():
    text = "11/12/2026, Mounties, Trolls\n12/11/2026, Trolls, Mounties"
    asked = read_fixtures(text, a_league())
    assert (asked.matches, asked.faults, asked.either) == ((), (), "11/12/2026")
    for day_first, months in ((True, [12, 11]), (False, [11, 12])):
        found = read_fixtures(text, a_league(), day_first=day_first)
        assert [day.month for day, *_ in found.matches] == months


@pytest.mark.parametrize("hour", ["19:30", "19.30", "7.30 pm", "7:30 p.m."])
def test_no_match_is_lost_where_an_unclear_date_has_its_time_beside_it(hour):
    text = f"2026-10-01, Mounties, Trolls\n10/12/2026 {hour}, Trolls, Mounties"
    assert read_fixtures(text, a_league()).either == "10/12/2026"
    found = read_fixtures(text, a_league(), day_first=True)
    assert found.faults == ()
    assert found.matches[1] == (date(2026, 12, 10), "Trolls", "Mounties", HALF_7)


@pytest.mark.parametrize(
    "first", ["Thu 1 October 2026", "10/1/2026 7:30 p.m.", "1 Oct 2026 7.30 pm"]
)
def test_a_first_line_with_a_day_in_words_is_no_heading(first):
    text = f"{first}, Mounties, Trolls\n2026-10-08, Trolls, Mounties"
    found = read_fixtures(text, a_league(), day_first=False)
    assert found.faults == ()
    assert [day for day, *_ in found.matches] == [DAY, date(2026, 10, 8)]


@pytest.mark.parametrize("day", ["2026-10-01 7:30, ", "2026-10-01, 7.30, "])
def test_a_time_of_the_morning_or_evening_is_asked_about(day):
    (fault,) = read_fixtures(f"{day}Mounties, Trolls", a_league()).faults
    assert "19:30 or 07:30" in fault
    found = read_fixtures(f"{day.replace('7', '07')}Mounties, Trolls", a_league())
    assert found.matches == ((DAY, "Mounties", "Trolls", time(7, 30)),)


@pytest.mark.parametrize("hour", ["TBC", "tba", "-", "?"])
def test_a_time_to_be_confirmed_is_the_time_of_the_league(hour):
    text = f"Date,Time,Home,Away\n2026-10-01,{hour},Mounties,Trolls"
    assert read_fixtures(text, a_league()).matches == ((DAY, "Mounties", "Trolls", None),)
