"""A day as people type it, in every way that they do."""

from datetime import date, datetime

import pytest

from scoring.common.dates import named_day
from scoring.common.days import (
    NoDay,
    TwoDays,
    day_first_in,
    days_apart,
    read_day,
    read_hour,
)

CHRISTMAS_EVE = date(2026, 12, 24)
OCTOBER = date(2026, 10, 1)


@pytest.mark.parametrize(
    "typed",
    [
        *("2026-12-24", "24/12/2026", "24.12.2026", "24-12-2026", "24/12/26", "24 12 2026"),
        *(
            "24 Dec 2026",
            "24 December 2026",
            "24th December, 2026",
            "24th of Dec 26",
            "24-Dec-2026",
        ),
        *("December 24, 2026", "dec 24th 2026", "Thu 24 Dec 2026", "Thursday, 24 December 2026"),
        *("24 Dec", "24/12", "24.12.", "Dec 24", " thursday 24 dec. "),
    ],
)
def test_a_day_is_read_in_any_way_of_typing(typed):
    assert read_day(typed, after=OCTOBER) == CHRISTMAS_EVE


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("12/24/2026", CHRISTMAS_EVE),
        ("24/12/2026 at 19:30", CHRISTMAS_EVE),
        ("24 Dec 2026, 7 pm", CHRISTMAS_EVE),
        ("24 Dec '26", CHRISTMAS_EVE),
        ("12/24/26", CHRISTMAS_EVE),
        ("3.4.2026", date(2026, 4, 3)),
        ("5/5/2026", date(2026, 5, 5)),
        ("Thu 10/1/2026", OCTOBER),
        ("Thursday, 1/10/2026", OCTOBER),
    ],
)
def test_figures_that_can_be_only_one_day_are_that_day(typed, day):
    assert read_day(typed) == day


@pytest.mark.parametrize("typed", ["3/4/2026", "3-4-26", "3/4"])
def test_figures_that_can_be_two_days_are_refused_with_both(typed):
    with pytest.raises(TwoDays, match="could be 3 April or 4 March 2026"):
        read_day(typed, near=date(2026, 6, 1))
    ways = [read_day(typed, near=date(2026, 6, 1), day_first=first) for first in (True, False)]
    assert ways == [date(2026, 4, 3), date(2026, 3, 4)]


@pytest.mark.parametrize(
    "typed", ["0001-01-01", "9999-12-31", "1 Jan 1899", "3/4/2200", "31 Dec 0099"]
)
def test_a_year_in_which_no_one_plays_is_refused_in_a_sentence(typed):
    with pytest.raises(NoDay, match="enter a year from 1900 to 2199"):
        read_day(typed, near=OCTOBER)
    with pytest.raises(NoDay, match="enter a year from"):
        read_hour(f"{typed} 18:00", near=OCTOBER)
    assert read_day("31 Dec 2199") == date(2199, 12, 31)


def test_figures_that_can_be_two_days_are_read_as_a_night_of_the_season():
    assert read_day("10/1/2026", after=OCTOBER) == OCTOBER
    assert read_day("10/1/2026", fits=[OCTOBER].__contains__) == OCTOBER
    assert read_day("10/1/2027", after=OCTOBER, day_first=True) == date(2027, 1, 10)


@pytest.mark.parametrize(
    ("typed", "nights", "day_first"),
    [
        (["3/4/2026", "13/4/2026"], [], True),
        (["3/4/2026", "4/13/2026"], [], False),
        (["3/4/2026", "Fri 3/4/2026"], [], True),
        (["13/4/2026", "4/13/2026", "3/4/2026"], [], None),
        (["3/4/2026", "5/5/2026", "soon", ""], [], None),
        (["10/1/2026", "10/8/2026"], [OCTOBER, date(2026, 10, 8)], False),
        (["1/10/2026", "8/10/2026"], [OCTOBER, date(2026, 10, 8)], True),
        (["2026-10-01", "1 Oct", "10/1"], [OCTOBER], False),
    ],
)
def test_the_other_days_or_the_nights_show_whether_day_or_month_comes_first(
    typed, nights, day_first
):
    assert day_first_in(typed, after=OCTOBER, fits=nights.__contains__) is day_first


@pytest.mark.parametrize(
    "typed",
    [
        *("12/24/2026 19:32:10", "12/24/26 19:32", "24/12/2026, 19:32:10"),
        *("2026/12/24 7:32:10 PM GMT+1", "2026-12-24T19:32:10.123Z", "2026-12-24 19:32:10+01:00"),
        *("24-Dec-26", "24/12/26", "Thu 24 Dec 2026", "24 Dec 2026 00:00:00"),
    ],
)
def test_a_day_is_read_in_the_formats_of_spreadsheets_and_forms(typed):
    assert read_day(typed) == CHRISTMAS_EVE


@pytest.mark.parametrize(
    "typed", ["1 Oct 19:30", "1st Oct 7.30 pm", "Oct 1st 7 pm", "1 Oct at 7pm"]
)
def test_a_month_or_day_that_ends_in_t_keeps_it_before_a_time(typed):
    assert read_hour(typed, near=OCTOBER).date() == OCTOBER
    assert read_day("1 Oct 19:30:00", near=OCTOBER) == OCTOBER
    assert read_day("Oct 1st 7:30 p.m.", near=OCTOBER) == OCTOBER


def test_a_day_without_a_year_is_the_first_after_a_day_or_the_nearest_to_one():
    assert read_day("10 April", after=OCTOBER) == date(2027, 4, 10)
    assert read_day("1 Oct", after=OCTOBER) == OCTOBER
    assert read_day("28 December", near=date(2027, 1, 3)) == date(2026, 12, 28)
    with pytest.raises(NoDay, match="add the year"):
        read_day("24 Dec")


@pytest.mark.parametrize(
    "typed", ["", "soon", "24", "31 Feb 2026", "29 Feb", "24 Foo 2026", "1/2/3"]
)
def test_an_invalid_day_is_refused_in_a_sentence(typed):
    with pytest.raises(NoDay) as wrong:
        read_day(typed, near=date(2026, 6, 1))
    assert str(wrong.value) in (
        f"“{typed}” is not a date. Write it as 24 December 2026.",
        f"“{typed}” is not in the calendar.",
    )


def test_a_printed_day_is_read_again():
    assert named_day(CHRISTMAS_EVE) == "Thu 24 Dec 2026"
    assert read_day(named_day(CHRISTMAS_EVE)) == CHRISTMAS_EVE


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("24 Dec, 31 Dec 2026", ["24 Dec", "31 Dec 2026"]),
        ("December 24, 2026; 31/12/2026", ["December 24 2026", "31/12/2026"]),
        ("2026-12-24 2026-12-31\n24.12.26", ["2026-12-24", "2026-12-31", "24.12.26"]),
        ("Thursday, 24 December 2026", ["24 December 2026"]),
        (" , ", []),
    ],
)
def test_a_list_of_days_is_split_at_its_usual_separators(typed, days):
    assert days_apart(typed) == days


@pytest.mark.parametrize(
    "typed",
    [
        *("2026-12-24T18:05", "2026-12-24 18:05:00", "24 Dec 18:05", "Thu 24 Dec 2026, 18.05"),
        *("24/12 at 6:05 pm", "24.12.2026 18.05", "December 24, 2026 6:05PM"),
        *("Dec 24th 18:05", "24 Dec 2026 6:05 p.m.", "2026-12-24 T18:05"),
    ],
)
def test_a_day_with_its_hour_is_read_in_any_way_of_typing(typed):
    assert read_hour(typed, near=OCTOBER) == datetime(2026, 12, 24, 18, 5)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("24 Dec", "“24 Dec”: add the time, as in Thu 1 Oct 2026 18:00."),
        ("24.12.2026", "“24.12.2026”: add the time, as in Thu 1 Oct 2026 18:00."),
        ("24 Dec 25:00", "“24 Dec 25:00”: there is no such time."),
        ("24 Dec 13 pm", "“24 Dec 13 pm”: there is no such time."),
        ("soon 18:00", "“soon” is not a date. Write it as 24 December 2026."),
        ("18:00", "“18:00” is not a date. Write it as 24 December 2026."),
    ],
)
def test_a_day_without_its_hour_is_refused_in_a_sentence(typed, why):
    with pytest.raises(NoDay) as wrong:
        read_hour(typed, near=OCTOBER)
    assert str(wrong.value) == why
