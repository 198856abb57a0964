"""The race of a season: totals after each club night agree with the standings."""

from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.club.pure.race import lead_of, lead_words, race
from scoring.club.pure.season import (
    CRITERIA,
    Night,
    SeasonRow,
    added_up,
    standings,
)

FIRST = date(2026, 2, 6)


def a_night(no, name, points, hands=8, **figures):
    row = SeasonRow(
        player=ord(name),
        name=name,
        evenings=1,
        counted=1,
        hands=hands,
        points=points,
        points_of_hands=points,
        **figures,
    )
    return Night(FIRST + timedelta(weeks=no), (0, no)), row


def in_order(nights):
    found = defaultdict(list)
    for night, row in sorted(nights, key=itemgetter(0)):
        found[night].append(row)
    return found


def a_race(nights, by="points", ranks="points", best_of=None, carried=()):
    return race(in_order(nights), by=by, ranks=ranks, best_of=best_of, carried=dict(carried))


def test_totals_begin_before_the_first_night_of_a_player():
    nights = [a_night(0, "A", 5), a_night(1, "B", 3), a_night(2, "A", 4), a_night(2, "B", 0)]
    found = a_race(nights)
    assert [night.played_on for night in found.nights] == [
        FIRST + timedelta(weeks=week) for week in range(3)
    ]
    assert (found.totals(ord("A")), found.totals(ord("B"))) == (
        [(0, 0), (1, 5), (3, 9)],
        [(1, 0), (2, 3), (3, 3)],
    )
    assert found.results(ord("B")) == [None, 3, 0]


def test_only_the_best_nights_so_far_count():
    nights = [a_night(no, "A", points) for no, points in enumerate((3, 9, 1, 5))]
    assert a_race(nights, best_of=2).totals(ord("A")) == [(0, 0), (1, 3), (2, 12), (3, 12), (4, 14)]


def test_another_figure_is_added_up_over_the_nights_that_are_best_by_the_ranking_one():
    nights = [a_night(0, "A", 3, net_points=20), a_night(1, "A", 9, net_points=-4)]
    assert a_race(nights, by="net_points", best_of=1).totals(ord("A")) == [(0, 0), (1, 20), (2, -4)]


def test_a_quotient_is_in_hundredths_and_begins_with_its_first_figure():
    nights = [a_night(0, "A", 0, hands=0), a_night(1, "A", 3), a_night(2, "A", 4)]
    found = a_race(nights, by="points_a_hand", ranks="points_a_hand")
    assert (found.scale, found.totals(ord("A"))) == (100, [(2, 38), (3, 44)])
    assert found.results(ord("A"))[0] is None


def test_points_that_were_carried_in_are_there_from_the_beginning():
    found = a_race([a_night(0, "A", 5)], carried={ord("A"): (30, 0), ord("Z"): (7, 0)})
    assert (found.totals(ord("A")), found.totals(ord("Z"))) == ([(0, 30), (1, 35)], [(0, 7)])


def test_a_quotient_counts_the_points_and_the_nights_that_were_carried_in():
    nights = [a_night(0, "A", 5), a_night(1, "A", 3), a_night(1, "B", 4)]
    found = a_race(
        nights,
        by="points_an_evening",
        ranks="points_an_evening",
        best_of=1,
        carried={ord("A"): (30, 4)},
    )
    assert (found.totals(ord("A")), found.totals(ord("B"))) == (
        [(0, 750), (1, 700), (2, 700)],
        [(2, 400)],
    )


@pytest.mark.parametrize("by", ["evenings", "rating"])
def test_a_figure_that_no_single_night_has_makes_no_race(by):
    assert a_race([a_night(0, "A", 5)], by=by) is None


def test_without_nights_there_is_no_race():
    assert a_race([]) is None


NIGHTS = st.lists(
    st.builds(
        a_night,
        no=st.integers(0, 9),
        name=st.sampled_from("ABC"),
        points=st.integers(-9, 30),
        hands=st.integers(0, 12),
        net_points=st.integers(-30, 30),
        place_points=st.integers(0, 30).map(lambda thirds: Fraction(thirds, 3)),
        games_won=st.integers(0, 5),
        games_lost=st.integers(0, 5),
    ),
    unique_by=lambda one: (one[0], one[1].player),
    min_size=1,
)


@given(
    nights=NIGHTS,
    by=st.sampled_from([key for key, one in CRITERIA.items() if one.of_an_evening]),
    ranks=st.sampled_from(["points", "points_a_hand", "net_points"]),
    best_of=st.none() | st.integers(1, 12),
)
def test_the_last_total_is_the_figure_in_the_standings(nights, by, ranks, best_of):
    found = a_race(nights, by=by, ranks=ranks, best_of=best_of)
    for row in added_up(in_order(nights), by=ranks, best_of=best_of):
        written = CRITERIA[by].written(row).replace("−", "-")
        last = [] if written == "–" else [Decimal(written) * found.scale]
        assert [total for _, total in found.totals(row.player)[-1:]] == last


def lead(*points, by="points"):
    rows = [a_night(0, name, value)[1] for name, value in zip("ABCDE", points, strict=False)]
    found = lead_of(standings(rows, order=[by]).placed, CRITERIA[by])
    return found and (tuple(map(chr, found.players)), found.by)


def test_the_lead_is_over_the_next_place():
    assert [lead(7, 4, 1), lead(7, 7, 1), lead(7), lead(7, 7)] == [
        (("A",), 3),
        (("A", "B"), 6),
        (("A",), None),
        (("A", "B"), None),
    ]


def test_without_a_player_or_a_figure_nobody_leads():
    assert [lead(), lead(None, by="rating")] == [None, None]


@pytest.mark.parametrize(
    ("by", "words"),
    [
        *((None, ""), (0, "0"), (31, "31"), (Fraction(4, 2), "2")),
        *((Fraction(1, 3), "0.33"), (Fraction(1, 300), "less than 0.01")),
    ],
)
def test_a_lead_has_the_decimals_that_it_needs(by, words):
    assert lead_words(by) == words
