"""The cash in the box over time, as a picture with its table."""

from datetime import date

from scoring.money.views.box_chart import box_chart


def chart(*days, first=date(2026, 1, 1), last=date(2026, 3, 10)):
    return box_chart(days, first=first, last=last, currency="GBP")


def test_the_box_stays_level_until_the_day_before_an_entry_and_ends_today():
    found = chart((date(2026, 1, 1), 1000), (date(2026, 1, 11), 3000), (date(2026, 2, 3), 2500))
    (line,) = found.lines
    assert line.points == tuple(
        (1000 * day // 68, (3000 - held) // 3)
        for day, held in ((0, 1000), (9, 1000), (10, 3000), (32, 3000), (33, 2500), (68, 2500))
    )
    assert found.says == "Cash in the box, £10.00 on 1 January 2026 and £25.00 on 10 March 2026."


def test_its_table_has_what_the_box_held_as_each_month_ended():
    found = chart((date(2026, 1, 1), 1000), (date(2026, 1, 31), 3000), (date(2026, 3, 1), -5))
    assert found.table.rows == (
        ("31 January 2026", "£30.00"),
        ("28 February 2026", "£30.00"),
        ("10 March 2026", "−£0.05"),
    )
    assert [mark.says for mark in found.below] == ["Jan"]


def test_the_last_amount_of_a_day_counts_and_a_box_that_never_changed_has_no_picture():
    day = date(2026, 1, 11)
    assert chart((date(2026, 1, 1), 5), (day, 9), (day, 5)) is None
    assert chart((date(2026, 1, 1), 5)) is None
    assert chart((date(2026, 1, 1), 5), (day, 9), last=date(2026, 1, 1)) is None


def test_a_box_that_changed_in_fewer_than_three_months_has_no_picture():
    days = ((date(2026, 1, 1), 5), (date(2026, 2, 1), 9))
    assert chart(*days) is None
    assert chart(*days, last=date(2026, 4, 1)) is not None
