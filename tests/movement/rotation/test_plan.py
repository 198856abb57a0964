"""Rotations as they are played: what docs/movements.md promises, for the numbers it promises it
for."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.movement.rotation.plan import NoRotation, full_cycle, plan, quads, replan
from scoring.movement.rotation.search import Past, past_of
from tests import proof
from tests.server import ROOT

SEEDS = st.integers(0, 2**31 - 1)
few = settings(max_examples=proof.examples(12))


def played(rounds):
    """What rounds come to."""
    return past_of((quads(one), one.sitting_out) for one in rounds)


def partners(rounds):
    return played(rounds).partners


def running(rounds):
    """Who sits out twice running, whenever somebody does."""
    both = (set(one.sitting_out) & set(other.sitting_out) for one, other in pairwise(rounds))
    return [who for who in both if who]


def spread(summary):
    return summary["sit_outs"]["max"] - summary["sit_outs"]["min"]


# Players, rounds, partnerships that are played once, and how often two may be opponents.
TARGETS = [
    (6, 6, 12, 2),
    (7, 7, 14, 2),
    (10, 10, 40, 2),
    (11, 11, 44, 2),
    (14, 14, 84, 2),
    (15, 15, 90, 2),
]


@pytest.mark.parametrize(
    ("players", "rounds", "once", "opposed", "seed"),
    [(*row, seed) for no, row in enumerate(TARGETS) for seed in proof.share(no, [0, 1905, 2**31])],
)
def test_the_targets_are_met_for_every_seed(players, rounds, once, opposed, seed):
    found = plan(players=players, rounds=rounds, seed=seed)
    times = partners(found.rounds)
    assert (len(times), set(times.values())) == (once, {1})
    assert found.summary["opponents"]["max"] <= opposed
    assert (spread(found.summary), running(found.rounds)) == (0, [])


@few
@given(players=st.integers(4, 100), rounds=st.integers(1, 12), seed=SEEDS)
def test_any_number_of_rounds_and_players_keeps_the_promise(players, rounds, seed):
    found = plan(players=players, rounds=rounds, seed=seed)
    cycles = -(-rounds // full_cycle(players))
    assert [one.no for one in found.rounds] == list(range(1, rounds + 1))
    for one in found.rounds:
        seated = [who for game in quads(one) for who in game]
        assert sorted([*seated, *one.sitting_out]) == list(range(1, players + 1))
    assert found.summary["partners"]["max"] <= cycles
    assert found.summary["opponents"]["max"] <= 2 or cycles > 1
    assert (spread(found.summary) <= 1, running(found.rounds)) == (True, [])


def documented():
    """Return the figures of docs/movements.md: players, rounds, and what stands behind them."""
    section = (ROOT / "docs" / "movements.md").read_text().split("## Figures")[1].split("\n## ")[0]
    rows = [re.findall(r"\d+", line) for line in section.splitlines() if re.match(r"\| \d", line)]
    return [tuple(map(int, row)) for row in rows]


@pytest.mark.parametrize("row", proof.every(8, documented()), ids=lambda row: f"{row[0]}-{row[1]}")
def test_the_published_figures_are_those_of_the_plans(row):
    players, rounds, *_ = row
    found = plan(players=players, rounds=rounds)
    past, pairs = played(found.rounds), players * (players - 1) // 2
    assert set(past.partners.values()) == {1}
    times = Counter(past.opponents.values())
    never, outs = pairs - len(past.opponents), found.summary["sit_outs"]
    assert row == (
        players,
        rounds,
        len(past.partners),
        never,
        times[1],
        times[2],
        outs["min"],
        outs["max"],
    )


def test_without_a_number_of_rounds_the_full_cycle_is_planned():
    lengths = [len(plan(players=number).rounds) for number in (4, 5, 8, 9, 10, 20, 21)]
    assert lengths == [3, 5, 7, 9, 10, 19, 21]


def test_rounds_beyond_a_cycle_start_the_cycle_again():
    assert plan(players=8, rounds=14).summary == {
        "partners": {"max": 2},
        "opponents": {"max": 4},
        "sit_outs": {"min": 0, "max": 0},
    }


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    proof.every(3, [(8, 7, 6), (12, 8, 4), (20, 10, 4), (100, 99, 9)]),
)
def test_players_change_tables_and_share_the_first_deal(players, rounds, most):
    found = plan(players=players, rounds=rounds)
    past = played(found.rounds)
    deals = [past.seats[who, 0] for who in found.people]
    assert max(past.tables.values()) <= most
    assert max(deals) - min(deals) <= 2


def test_the_same_people_rounds_and_seed_give_the_same_plan():
    people = [3, 1, 40, 15, 9, 2, 6]
    assert plan(players=people, rounds=9, seed=4) == plan(players=people, rounds=9, seed=4)
    assert plan(players=people, rounds=9, seed=4) != plan(players=people, rounds=9, seed=5)


@pytest.mark.parametrize(
    ("players", "rounds"), [(3, 1), (0, 1), (1000, 1), (8, 0), (8, 401), (8, -1)]
)
def test_an_impossible_rotation_is_refused(players, rounds):
    with pytest.raises(NoRotation):
        plan(players=players, rounds=rounds)


@st.composite
def evenings(draw):
    """Rounds that were played, who is here now, and a seed; nobody has come who was not there at
    first."""
    number = draw(st.integers(5, 30))
    rounds = plan(players=number, rounds=draw(st.integers(1, 5))).rounds
    gone = draw(st.sets(st.integers(1, number), max_size=min(3, number - 4)))
    return rounds, sorted(set(range(1, number + 1)) - gone), draw(SEEDS)


@few
@given(evenings(), st.integers(1, 4))
def test_a_replanned_evening_takes_earlier_rounds_into_account(evening, more):
    before, people, seed = evening
    to_come = replan(
        people=people, rounds=more, past=played(before), first=len(before) + 1, seed=seed
    )
    assert [one.no for one in to_come] == list(range(len(before) + 1, len(before) + more + 1))
    for one in to_come:
        seated = [who for game in quads(one) for who in game]
        assert sorted([*seated, *one.sitting_out]) == people
    assert running([*before, *to_come]) == []
    if len(people) > 11:
        assert set(partners([*before, *to_come]).values()) == {1}


@few
@given(evenings(), st.integers(0, 4))
def test_sit_outs_stay_even_when_an_evening_is_replanned(evening, more):
    before, people, seed = evening
    to_come = replan(
        people=people, rounds=more, past=played(before), first=len(before) + 1, seed=seed
    )
    times, after = (
        (played(rounds).sit_outs[who] for who in people) for rounds in (before, (*before, *to_come))
    )
    least, most = min(times := list(times)), max(times)
    assert max(after := list(after)) - min(after) <= max(1, most - least)


def test_a_newcomer_does_not_sit_out_at_once():
    before = plan(players=8, rounds=3).rounds
    past = played(before)
    newcomer = Past(**{**vars(past), "last_out": frozenset({9})})
    first, *_ = replan(people=range(1, 10), rounds=3, past=newcomer, first=4)
    assert 9 not in first.sitting_out


COUPLES = [frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 99))]


@pytest.mark.parametrize("players", [16, 19])
def test_couples_are_kept_apart(players):
    found = plan(players=players, rounds=5, apart=COUPLES)
    past = played(found.rounds)
    assert [past.partners[pair] + past.opponents[pair] for pair in COUPLES] == [0, 0, 0]


@pytest.mark.parametrize("players", [12, 15])
def test_couples_who_must_be_partners_are(players):
    def due(playing, last):
        return [pair for pair in COUPLES if pair <= set(playing)]

    found = plan(players=players, rounds=5, together=due)
    past = played(found.rounds)
    both = [sum(pair.isdisjoint(one.sitting_out) for one in found.rounds) for pair in COUPLES[:2]]
    assert [past.partners[pair] for pair in COUPLES] == [*both, 0]
    others = [times for pair, times in past.partners.items() if pair not in COUPLES]
    assert set(others) == {1}


@pytest.mark.parametrize("people", [range(3), range(1000)])
def test_replanning_for_too_few_or_too_many_players_is_refused(people):
    with pytest.raises(NoRotation):
        replan(people=people, rounds=1, past=Past(), first=2)
