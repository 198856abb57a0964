"""Results that were kept elsewhere, from spreadsheets."""

from datetime import date

import pytest

from scoring.club.pure.earlier import EarlierRow, read_results
from scoring.people.pure.roll import BadList

TODAY = date(2026, 11, 20)
MARCH, JANUARY = date(2026, 3, 1), date(2026, 1, 3)


def read(text, *, carried=False):
    return read_results(text, carried=carried, today=TODAY)


def wrong(text, **how):
    return [(row.line, row.wrong) for row in read(text, **how).wrong]


def test_a_line_has_a_name_an_evening_points_and_a_place():
    sheet = read("Name;Date;Points;Place;Remark\nAnn;2026-03-01;12;2;nice\nBen;1 March 2026;-3;\n")
    assert sheet.rows == (
        EarlierRow(line=2, name="Ann", day=MARCH, points=12, place=2),
        EarlierRow(line=3, name="Ben", day=MARCH, points=-3),
    )
    assert (sheet.left_out, [one.name for one in sheet.people]) == (("Remark",), ["Ann", "Ben"])


def test_first_and_last_names_titles_and_minus_signs_are_read():
    sheet = read("First name,Surname,Evening,Event,Rank,Score\nAnn,Bell,1.3.2026,Cup,1,−4.0\n")
    assert sheet.rows == (
        EarlierRow(line=2, name="Ann Bell", day=MARCH, title="Cup", points=-4, place=1),
    )


def test_points_carried_in_have_no_day():
    sheet = read("name,points,evenings,date\nAnn,40,6,x\nBen,0,\n", carried=True)
    assert sheet.rows == (
        EarlierRow(line=2, name="Ann", points=40, evenings=6),
        EarlierRow(line=3, name="Ben", points=0),
    )
    assert sheet.left_out == ("date",)


@pytest.mark.parametrize(
    ("days", "found"),
    [
        (["1/3/2026", "13/3/2026"], [MARCH, date(2026, 3, 13)]),
        (["1/3/2026", "3/13/2026"], [JANUARY, date(2026, 3, 13)]),
        (["3.1.2026", "2026-01-03 00:00:00"], [JANUARY, JANUARY]),
        (["5/5/2026", "Jan 3, 2026"], [date(2026, 5, 5), JANUARY]),
    ],
)
def test_days_are_read_in_the_format_of_their_column(days, found):
    rows = "".join(f"P{no};{day};1\n" for no, day in enumerate(days))
    assert [row.day for row in read(f"name;date;points\n{rows}").rows] == found


def test_ambiguous_days_wait_until_day_or_month_is_chosen_to_come_first():
    text = "name,date,points\nAnn,1/3/2026,1\nBen,13/3/2026,2\nCat,3/13/2026,3\n"
    for said, day in ((None, None), (True, MARCH), (False, JANUARY)):
        sheet = read_results(text, carried=False, today=TODAY, day_first=said)
        assert [row.day for row in sheet.rows] == [day, date(2026, 3, 13), date(2026, 3, 13)]
        assert (sheet.either, sheet.unclear) == ("1/3/2026", said is None)
        assert sheet.wrong == ()
    assert (read("name,date,points\nAnn,5/5/2026,1\n").either, "") == ("", "")


@pytest.mark.parametrize(("place", "number"), [("1st", 1), ("2=", 2), ("T2", 2), ("=3rd", 3)])
def test_a_place_is_read_in_any_way_of_writing(place, number):
    (row,) = read(f"Timestamp,Name,Place\n3/14/2026 19:32:10,Ann,{place}\n").rows
    assert (row.day, row.place) == (date(2026, 3, 14), number)


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ("Ann,,1,", "Enter a date."),
        ("Ann,yesterday,1,", "“yesterday” is not a date. Write it as 24 December 2026."),
        ("Ann,31.2.2026,1,", "“31.2.2026” is not in the calendar."),
        ("Ann,13/25/2025,1,", "“13/25/2025” is not in the calendar."),
        ("Ann,2026-11-21,1,", "21 November 2026 is in the future."),
        ("Ann,1066-10-14,1,", "“1066-10-14”: enter a year from 1900 to 2199."),
        (
            "Ann,soon,x,0",
            "“soon” is not a date. Write it as 24 December 2026. “x” is not a whole number for "
            "points. 0 can’t be right for place.",
        ),
        ("Ann,2026-03-01,,", "Enter points or a place."),
        ("Ann,2026-03-01,1.5,", "“1.5” is not a whole number for points."),
        ("Ann,2026-03-01,,0", "0 can’t be right for place."),
        ("Ann,2026-03-01,100001,", "100001 can’t be right for points."),
    ],
)
def test_an_impossible_line_is_refused_in_a_sentence(cells, sentence):
    assert wrong(f"name,date,points,place\nBen,2026-03-01,1,1\n{cells}\n") == [(3, sentence)]


def test_a_second_result_for_the_same_evening_is_refused():
    text = "name,date,title,points\nAnn,2026-03-01,Cup,1\nANN,2026-03-01,cup,2\nAnn,2026-03-01,,3\n"
    assert wrong(text) == [(3, "ANN is already in line 2 for the same club night.")]


@pytest.mark.parametrize(
    ("text", "carried", "sentence"),
    [
        (" ", False, "The list is empty."),
        ("Ann,2026-03-01,3", False, "There is no column “name”"),
        (
            "name,points\nAnn,3",
            False,
            "“date”. Points for a season have no date. Choose",
        ),
        ("name,date\nAnn,2026-03-01", False, "There is no column “points” or “place”"),
        ("name,evenings\nAnn,3", True, "There is no column “points”"),
        ("name,date,points", False, "There are no results under the heading."),
        ("name,points,score\nAnn,1,2", True, "Two columns have the same meaning"),
        ("name,points\n" + "Ann,1\n" * 2001, True, "2001 lines are too many."),
    ],
)
def test_an_invalid_list_is_refused_in_a_sentence(text, carried, sentence):
    with pytest.raises(BadList, match=sentence):
        read(text, carried=carried)
