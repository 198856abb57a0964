"""How fair an evening is: counted from its rounds, and simulated where winners move."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from scoring.tournament.pure.fairness import (
    document,
    evenings_for,
    figures,
    is_planned,
    mean_and_half,
    meetings,
    simulated,
)
from scoring.tournament.pure.made_up import evening_of
from scoring.tournament.pure.standings import standings
from tests import proof
from tests.tournament.pure.evenings import evening


def certificate(tournament, evenings=1):
    return document(tournament, list(simulated(tournament, range(1, evenings + 1))))


def test_a_full_rotation_has_everyone_partner_once_and_oppose_twice():
    found = certificate(evening(style="rotation", number=12, rounds=11))
    met = {kind: found[kind] for kind in ("partners", "opponents", "at_one_table", "sits_out")}
    assert met == {
        "partners": {"least": 1, "most": 1},
        "opponents": {"least": 2, "most": 2},
        "at_one_table": {"least": 3, "most": 3},
        "sits_out": {"least": 0, "most": 0},
    }
    assert (found["planned"], found["evenings"], "first_seat" in found) == (True, 1, False)


@pytest.mark.parametrize(
    ("style", "settings", "planned"),
    [
        ("rotation", {}, True),
        ("seats", {}, True),
        ("club", {"movement": "draw"}, True),
        ("classic", {}, False),
        ("pairs", {}, False),
    ],
)
def test_only_movements_by_results_are_simulated(style, settings, planned):
    tournament = evening(style=style, number=9, **settings)
    assert (is_planned(tournament), evenings_for(tournament) == 1) == (planned, planned)


def test_a_swiss_has_fewer_evenings_because_its_rounds_take_longer():
    small, large = (evening(style="club", number=no, movement="swiss") for no in (12, 100))
    assert (evenings_for(small), evenings_for(large)) == (83, 10)
    assert evenings_for(large, seated=5_000, least=5) == 2
    assert certificate(small, 2)["evenings"] == 2


@pytest.mark.parametrize(
    ("style", "settings"),
    [
        ("classic", {}),
        ("club", {"sits_out": "lot", "sit_out_points": "own"}),
        ("club", {"odd": "three"}),
        ("pairs", {}),
    ],
)
def test_meetings_and_tables_agree_with_a_count_by_hand(style, settings):
    start = evening(style=style, number=11, **settings)
    tournament = evening_of(start, rounds=6, chance=Random(4))
    partners, opponents, both = meetings(tournament)
    counted = Counter(), Counter()
    for round in tournament.rounds:
        for table in round.tables:
            for one, other in combinations(table.entrants, 2):
                same = table.side_of(one) == table.side_of(other)
                counted[0 if same else 1][frozenset((one, other))] += 1
    assert (partners, opponents, both) == (*counted, counted[0] + counted[1])
    at_head = Counter(no for round in tournament.rounds for no in round.tables[0].entrants)
    found = figures(tournament)
    assert found.tables[1].most == max(at_head.values())
    assert found.tables[1].least == min(at_head[one.no] for one in tournament.entrants)


def test_ranks_by_first_table_add_up_to_all_ranks():
    tournament = evening_of(evening(style="classic", number=11), rounds=5, chance=Random(2))
    assert len({row.rank for row in standings(tournament)}) < 12
    found = figures(tournament).first
    assert {no: number for no, (_, number) in found.items()} == {1: 4, 2: 4, 0: 3}
    assert sum(twice for twice, _ in found.values()) == 11 * 12


def test_the_same_file_gives_the_same_certificate_and_another_seed_another_one():
    tournament = evening(style="classic", number=9)
    assert certificate(tournament, 20) == certificate(tournament, 20)
    assert certificate(tournament, 20) != certificate(replace(tournament, seed=8), 20)


def test_the_interval_of_a_mean_is_exact_and_shrinks_with_its_root():
    mean, half = mean_and_half([Fraction(1), Fraction(3)] * 50)
    assert (mean, half) == (2, Fraction(196, 1000))
    assert mean_and_half([Fraction(5, 2)]) == (Fraction(5, 2), 0)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "number"), [("pairs", 11), ("classic", 27), ("club", 10), ("club", 23)]
)
def test_over_a_thousand_evenings_by_lot_no_table_or_result_leads_to_sitting_out(style, number):
    """Within a fifth of the fair share, or within four standard errors."""
    unfair = _unfair_shares(style, number, evenings=1000)
    assert unfair == []


def test_over_evenings_by_lot_no_table_or_result_leads_to_sitting_out():
    assert _unfair_shares("pairs", 11, evenings=proof.size(150, thorough=400)) == []


def test_from_the_last_table_up_losing_at_the_head_table_leads_to_sitting_out():
    assert ("pairs", 1, "lost") in _unfair_shares("pairs", 11, evenings=100, lots="last-table")


def _unfair_shares(style, number, *, evenings, lots="lot"):
    """Return each (style, table, result) that sits out too often or too rarely after it."""
    rows = certificate(evening(style=style, number=number, sits_out=lots), evenings)[
        "sits_out_after"
    ]
    out, of = (sum(row[key] for row in rows) for key in ("sat_out", "of"))
    fair = Fraction(out, of)
    return [
        (style, row["table"], row["result"])
        for row in rows
        for off in [abs(Fraction(row["sat_out"], row["of"]) - fair)]
        if off > fair / 5 and off * off > 16 * fair * (1 - fair) / row["of"]
    ]
