"""A double elimination: out after two defeats, and ranked by the round of leaving."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.bracket import bracket_of, rounds_for
from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.fairness import document as fairness
from scoring.tournament.pure.fairness import simulated
from scoring.tournament.pure.made_up import with_results
from scoring.tournament.pure.next_round import NotYet, next_round
from scoring.tournament.pure.settings import BadSetting, format_of, settings_of
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import Result, Tournament, forfeited
from tests.tournament.pure.evenings import entrants, seats


def elimination(number, *, seed=7, **settings):
    format = format_of("pairs", {"movement": "double-elimination", **settings})
    return Tournament(format=format, seed=seed, entrants=entrants(number, pairs=True))


def lower_wins(round):
    """Return the round, in which the pair of the lower number wins each table 9 to 3."""
    return replace(
        round,
        tables=tuple(
            replace(
                table,
                result=Result(
                    points={"NS": 9, "EW": 3}
                    if table.seats["N"] < table.seats["E"]
                    else {"NS": 3, "EW": 9}
                ),
            )
            for table in round.tables
        ),
    )


def to_the_end(tournament, play=lower_wins):
    for _ in range(99):
        try:
            round = next_round(tournament)
        except NotYet as over:
            return tournament, str(over)
        tournament = replace(tournament, rounds=(*tournament.rounds, play(round)))
    raise AssertionError("it never ends")


def winner_and_loser(table):
    first, other = table.seats["N"], table.seats["E"]
    points = table.result.points
    level = points["NS"] == points["EW"]
    ahead = table.result.tie == "NS" if level else points["NS"] > points["EW"]
    return (first, other) if ahead else (other, first)


@given(number=st.integers(2, 40), reset=st.booleans(), chance=st.integers(0, 2**20))
def test_each_pair_plays_until_it_has_lost_twice(number, reset, chance):
    lots = Random(chance)
    made = elimination(number, seed=chance, reset=reset)
    evening, over = to_the_end(made, lambda one: with_results(one, made.format, lots))
    losses, out_in = Counter(), {}
    for round in evening.rounds:
        playing = [pair for table in round.tables for pair in {*table.seats.values()}]
        assert len(playing) == len(set(playing))
        assert round.everybody == set(range(1, number + 1))
        assert all(losses[pair] < 2 for pair in playing)
        for table in round.tables:
            _, loser = winner_and_loser(table)
            losses[loser] += 1
            if losses[loser] == 2:
                out_in[loser] = round.no
    *_, last = evening.rounds
    assert len(last.tables) == 1
    champion, second = winner_and_loser(last.tables[0])
    assert champion not in out_in
    assert losses[champion] <= 1
    matches = sum(len(round.tables) for round in evening.rounds)
    assert matches == sum(losses.values())
    if reset:
        assert losses[second] == 2
        assert matches == 2 * number - 2 + losses[champion]
    else:
        assert matches == 2 * number - 2
    assert rounds_for(number, reset=reset) - len(evening.rounds) in (0, int(reset))
    assert over == f"{made.entrant(champion).name} won the final. There is no other round."
    # Those who leave later are ahead, and those who leave together share a rank.
    out_in.setdefault(second, last.no)
    ranks = {row.no: row.rank for row in standings(evening)}
    left = {**out_in, champion: last.no + 1}
    assert ranks == {pair: 1 + sum(left[other] > left[pair] for other in left) for pair in left}
    assert read(document(evening)) == evening


def test_thirteen_pairs():
    evening, over = to_the_end(elimination(13))
    assert [len(round.tables) for round in evening.rounds] == [6, 5, 5, 3, 2, 1, 1, 1]
    assert rounds_for(13, reset=False) == 8
    assert over == "A1 and B1 won the final. There is no other round."
    rows = standings(evening)
    assert [(row.rank, row.no) for row in rows[:3]] == [(1, 1), (2, 2), (3, 3)]
    assert sum(row.points for row in rows) == 12 * 24


def test_pairs_with_byes_meet_in_the_first_round_if_they_are_known():
    # Of 5 pairs, 1 meets 5. The pairs 2, 3 and 4 go on, and 3 meets 4.
    first = next_round(elimination(5))
    assert (len(first.tables), len(first.sitting_out)) == (2, 1)
    for number in range(2, 33):
        first = next_round(elimination(number))
        size = 1 << (number - 1).bit_length()
        byes = size - number
        assert len(first.tables) == number - size // 2 + byes // 2


def test_a_swap_before_the_first_round_is_kept():
    made = elimination(5)
    first = next_round(made)
    (waits,), seat = first.sitting_out, first.tables[0].seats["E"]
    swapped = replace(first.tables[0], seats={**first.tables[0].seats, "E": waits, "W": waits})
    tables = (swapped, *first.tables[1:])
    evening, _ = to_the_end(
        replace(made, rounds=(lower_wins(replace(first, tables=tables, sitting_out=(seat,))),))
    )
    lost = Counter(winner_and_loser(table)[1] for round in evening.rounds for table in round.tables)
    assert sum(lost.values()) == 8


def test_a_final_lost_by_the_unbeaten_pair_is_played_again_with_reset():
    def upset(round):
        # Pair 1 loses once, in the final.
        played = lower_wins(round)
        if {1, 2} == {*round.tables[0].seats.values()} and round.no > 2 and not upset.done:
            upset.done = True
            ahead = "EW" if round.tables[0].seats["N"] == 1 else "NS"
            points = {"NS": 0, "EW": 0} | {ahead: 9}
            table = replace(round.tables[0], result=Result(points=points))
            return replace(played, tables=(table,))
        return played

    found = {}
    for reset in (False, True):
        upset.done = False
        evening, over = to_the_end(elimination(4, seed=3, reset=reset), upset)
        found[reset] = len(evening.rounds), over.split(" won")[0]
    assert found == {False: (4, "A2 and B2"), True: (5, "A1 and B1")}


def test_who_waits_or_is_out_scores_nothing_and_the_rest_waits_for_results():
    made = elimination(5, sit_out_points="own")
    evening, _ = to_the_end(made)
    for row in standings(evening):
        assert row.given == 0
    first = replace(made, rounds=(next_round(made),))
    with pytest.raises(NotYet, match="Round 1: tables 1 and 2 have no result yet."):
        next_round(first)


def test_a_pair_that_goes_home_loses_its_matches():
    made = elimination(4, seed=3)
    evening = replace(made, rounds=(lower_wins(next_round(made)),))
    gone = tuple(replace(one, left=1) if one.no == 1 else one for one in made.entrants)
    rest, over = to_the_end(replace(evening, entrants=gone))
    assert all(1 not in table.seats.values() for one in rest.rounds[1:] for table in one.tables)
    assert over.startswith("A2 and B2")
    assert bracket_of(rest).left[1] in (2, 3)


def test_a_forfeit_and_a_table_without_play_send_the_other_pair_on():
    made = elimination(4)
    first = next_round(made)
    one, other = first.tables
    tables = (
        replace(one, result=forfeited("NS", (8, 0))),
        replace(other, result=Result(points={"NS": 0, "EW": 0}, tie="NS", played=False)),
    )
    second = next_round(replace(made, rounds=(replace(first, tables=tables),)))
    assert {*second.tables[0].seats.values()} == {one.seats["E"], other.seats["N"]}


def test_another_ranking_and_number_of_rounds_make_no_difference():
    plain, _ = to_the_end(elimination(6))
    other, _ = to_the_end(elimination(6, ranking=["points"], rounds=2))
    assert list(map(seats, plain.rounds)) == list(map(seats, other.rounds))
    assert [row.rank for row in standings(plain)] == [row.rank for row in standings(other)]


def test_a_double_elimination_can_be_the_last_stage():
    stages = [{"from": 1, "movement": "swiss"}, {"from": 3, "movement": "double-elimination"}]
    made = Tournament(
        format=format_of("pairs", {"stages": stages}), seed=7, entrants=entrants(6, pairs=True)
    )
    evening, over = to_the_end(made)
    assert len(evening.rounds) == 2 + rounds_for(6, reset=False)
    assert over.startswith("A1 and B1")
    ranks = [row.rank for row in standings(evening)]
    assert ranks[:3] == [1, 2, 3]
    half = replace(evening, rounds=evening.rounds[:1])
    won = [(row.rank, row.won) for row in standings(half)]
    assert won == sorted(won, key=lambda row: (row[0], -row[1]))


@pytest.mark.parametrize(
    ("style", "settings", "field", "said"),
    [
        ("club", {}, "movement", "A double elimination is for fixed pairs."),
        (
            "pairs",
            {"tie": "stays"},
            "tie",
            "Where winners progress a tie cannot stay one: the movement needs a winner.",
        ),
    ],
)
def test_settings_that_do_not_suit_are_refused(style, settings, field, said):
    with pytest.raises(BadSetting) as wrong:
        format_of(style, {"movement": "double-elimination", **settings})
    assert (wrong.value.field, wrong.value.message) == (field, said)
    stages = [{"from": 1, "movement": "double-elimination"}, {"from": 9, "movement": "swiss"}]
    with pytest.raises(BadSetting, match="A double elimination is the last stage"):
        format_of("pairs", {"stages": stages})
    made = elimination(4, reset=True).format
    assert settings_of(made) == {"movement": "double-elimination", "reset": True}


def test_simulated_evenings_end_with_the_final():
    made = elimination(6, rounds=30)
    found = fairness(made, list(simulated(made, range(1, 4))))
    assert found["planned"] is False
    assert found["sits_out"]["most"] <= rounds_for(6, reset=False)
