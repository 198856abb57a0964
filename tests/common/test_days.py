"""A day as people type it, in every way that they do."""

from datetime import date, datetime

import pytest

from scoring.common.days import NoDay, days_apart, in_words, read_day, read_hour

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
def test_a_day_is_read_however_it_is_typed(typed):
    assert read_day(typed, after=OCTOBER) == CHRISTMAS_EVE


def test_in_figures_the_day_stands_first_and_a_month_first_is_not_guessed():
    assert read_day("3/4/2026") == date(2026, 4, 3)
    with pytest.raises(NoDay) as wrong:
        read_day("12/24/2026")
    assert str(wrong.value) == (
        "“12/24/2026”: the day stands before the month here. Write 24 December."
    )


def test_without_a_year_it_is_the_first_after_a_day_or_the_nearest_to_one():
    assert read_day("10 April", after=OCTOBER) == date(2027, 4, 10)
    assert read_day("1 Oct", after=OCTOBER) == OCTOBER
    assert read_day("28 December", near=date(2027, 1, 3)) == date(2026, 12, 28)
    with pytest.raises(NoDay, match="say the year too"):
        read_day("24 Dec")


@pytest.mark.parametrize(
    "typed", ["", "soon", "24", "31 Feb 2026", "29 Feb", "24 Foo 2026", "1/2/3"]
)
def test_what_is_no_day_is_refused_in_a_sentence(typed):
    with pytest.raises(NoDay) as wrong:
        read_day(typed, near=date(2026, 6, 1))
    assert str(wrong.value) in (
        f"“{typed}” is no day. Write one such as 24 December 2026 or 24/12/2026.",
        f"“{typed}”: there is no such day.",
    )


def test_what_is_said_back_is_read_again():
    assert in_words(CHRISTMAS_EVE) == "Thu 24 Dec 2026"
    assert read_day(in_words(CHRISTMAS_EVE)) == CHRISTMAS_EVE


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
def test_a_list_of_days_is_parted_as_people_part_them(typed, days):
    assert days_apart(typed) == days


@pytest.mark.parametrize(
    "typed",
    [
        *("2026-12-24T18:05", "2026-12-24 18:05:00", "24 Dec 18:05", "Thu 24 Dec 2026, 18.05"),
        *("24/12 at 6:05 pm", "24.12.2026 18.05", "December 24, 2026 6:05PM"),
    ],
)
def test_a_day_with_its_hour_is_read_however_it_is_typed(typed):
    assert read_hour(typed, near=OCTOBER) == datetime(2026, 12, 24, 18, 5)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("24 Dec", "“24 Dec”: say the hour too, as in Thu 1 Oct 2026 18:00."),
        ("24.12.2026", "“24.12.2026”: say the hour too, as in Thu 1 Oct 2026 18:00."),
        ("24 Dec 25:00", "“24 Dec 25:00”: there is no such hour."),
        ("24 Dec 13 pm", "“24 Dec 13 pm”: there is no such hour."),
        ("soon 18:00", "“soon” is no day. Write one such as 24 December 2026 or 24/12/2026."),
        ("18:00", "“18:00” is no day. Write one such as 24 December 2026 or 24/12/2026."),
    ],
)
def test_a_day_without_its_hour_is_refused_in_a_sentence(typed, why):
    with pytest.raises(NoDay) as wrong:
        read_hour(typed, near=OCTOBER)
    assert str(wrong.value) == why
