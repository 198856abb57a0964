"""Rows, ranks and stars, worked by hand; and that no point is lost."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from scoring.tournament.pure.standings import ranked, standings
from scoring.tournament.pure.tally import EntrantRound, average, rows_by_round
from scoring.tournament.pure.values import Adjustment, Entrant, Round
from tests.tournament.pure.evenings import (
    entrants,
    evening,
    evenings,
    given_up,
    played,
    table,
    unplayed,
)


def of_rounds(*rounds, sitting_out=(), **settings):
    """Return a tournament of these rounds, each a list of tables; who sits out is said by round."""
    out = dict(enumerate(sitting_out, start=1))
    first = evening(*rounds[0], sitting_out=out.get(1, ()), **settings)
    made = tuple(
        Round(no=no, tables=tuple(tables), sitting_out=out.get(no, ()))
        for no, tables in enumerate(rounds, start=1)
    )
    return replace(first, rounds=made)


def shown(tournament, *columns):
    return [
        tuple(getattr(row, column) for column in ("rank", "no", *columns))
        for row in standings(tournament)
    ]


# Two rounds by Foster's protocol. At the head table 1 and 3 win and stay; 6 and 8 win at table 2
# and come up. 10 and 12 lose at the booby table and stay; 2 and 4 come down to it, 9 and 11 go up
# to table 2.
FOSTER = of_rounds(
    [
        table(1, "1 2 3 4", "5 3"),
        table(2, "5 6 7 8", "4 6", lones={6: 1}),
        table(3, "9 10 11 12", "7 2"),
    ],
    [
        table(1, "1 6 3 8", "4 5"),
        table(2, "5 11 9 7", "3 2"),
        table(3, "12 10 4 2", "6 7", lones={2: 1}),
    ],
    style="classic",
)


AROUND = {"moves": [{"who": ["won"], "by": 1}, {"who": ["lost"], "by": -1}], "ends": "round"}


@pytest.mark.parametrize(
    ("movement", "counted"),
    [("draw", True), ("swiss", True), ("rotation", True), ("seats", True), (AROUND, False)],
)
def test_movements_by_name_count_stars_and_those_round_the_room_do_not(movement, counted):
    tables = [table(1, "1 2 3 4", "5 3"), table(2, "5 6 7 8", "4 6")]
    settings = {"style": "club", "movement": movement, "ranking": ["gold"]}
    rows = {row.no: row for row in standings(of_rounds(tables, **settings))}
    stars = [(rows[no].gold, rows[no].red, rows[no].green) for no in (1, 6, 5)]
    assert stars == ([(1, 0, 0), (0, 1, 0), (0, 0, 1)] if counted else [(0, 0, 0)] * 3)
    assert [rows[no].rank for no in (1, 6)] == ([1, 3] if counted else [1, 1])


def test_stars_and_ranks_match_fosters_protocol():
    # By games won, lone hands, points: four are level with one game, no lone hand and nine points.
    assert shown(FOSTER, "won", "lones", "points", "gold", "red", "green") == [
        (1, 6, 2, 1, 11, 1, 1, 0),
        (2, 8, 2, 0, 11, 1, 1, 0),
        (3, 9, 2, 0, 10, 0, 2, 0),
        (4, 2, 1, 1, 10, 0, 1, 0),
        (5, 1, 1, 0, 9, 1, 0, 0),
        (5, 3, 1, 0, 9, 1, 0, 0),
        (5, 10, 1, 0, 9, 0, 1, 1),
        (5, 11, 1, 0, 9, 0, 1, 0),
        (9, 5, 1, 0, 7, 0, 1, 0),
        (10, 4, 0, 0, 9, 0, 0, 1),
        (11, 12, 0, 0, 8, 0, 0, 2),
        (12, 7, 0, 0, 6, 0, 0, 0),
    ]


def test_a_row_names_the_criterion_that_puts_it_before_the_next():
    games, lones = "games won", "lone hands"
    assert [row.decided_by for row in standings(FOSTER)] == [
        *(lones, "points", games, lones, "", "", "", "points", games, "points", "points", "")
    ]


def test_another_ranking_gives_another_order():
    by_gold = replace(FOSTER, format=replace(FOSTER.format, ranking=("gold", "points")))
    assert [(row.rank, row.no) for row in standings(by_gold)][:5] == [
        (1, 6),
        (1, 8),
        (3, 1),
        (3, 3),
        (5, 2),
    ]


def test_the_cut_decides_the_winner_of_a_tie_and_an_undecided_tie_has_none():
    level = table(1, "1 2 3 4", "6 6")
    cut = evening(replace(level, result=replace(level.result, tie="EW")))
    assert shown(cut, "won", "gold") == [(1, 2, 1, 1), (1, 4, 1, 1), (3, 1, 0, 0), (3, 3, 0, 0)]
    stays = evening(level, table(2, "5 6 7 8", "6 6"), style="rotation")
    assert {(row.won, row.gold, row.red, row.green) for row in standings(stays)} == {(0, 0, 0, 0)}


def test_a_single_table_is_the_head_table_and_has_no_booby_losers():
    assert shown(evening(table(1, "1 2 3 4", "9 2")), "gold", "green")[2:] == [
        (3, 2, 0, 0),
        (3, 4, 0, 0),
    ]


def test_at_a_table_of_three_one_wins_and_each_has_separate_points():
    found = evening(table(1, "1 2 3 4", "8 5"), table(2, "5 6 7", "3 9 4"))
    assert shown(found, "points", "won", "red", "green") == [
        (1, 6, 9, 1, 1, 0),
        (2, 1, 8, 1, 0, 0),
        (2, 3, 8, 1, 0, 0),
        (4, 2, 5, 0, 0, 0),
        (4, 4, 5, 0, 0, 0),
        (6, 7, 4, 0, 0, 1),
        (7, 5, 3, 0, 0, 1),
    ]


def test_a_pair_is_one_row_and_has_its_points_once():
    found = evening(table(1, "1 2 1 2", "8 5"), style="pairs")
    assert shown(found, "name", "points") == [(1, 1, "A1 and B1", 8), (2, 2, "A2 and B2", 5)]


def test_a_ghost_has_no_row_but_its_partner_keeps_the_points():
    found = evening(table(1, "1 2 3 4", "8 5", lones={4: 1}), odd="ghost")
    ghost = Entrant(no=4, names=("Ghost",), ghost=True)
    found = replace(found, entrants=(*entrants(3), ghost))
    assert shown(found, "points", "lones") == [(1, 1, 8, 0), (1, 3, 8, 0), (3, 2, 5, 0)]


def test_a_round_without_all_results_does_not_count():
    found = of_rounds([table(1, "1 2 3 4", "8 5")], [table(1, "1 2 3 4")])
    assert shown(found, "points", "rounds") == [
        (1, 1, 8, 1),
        (1, 3, 8, 1),
        (3, 2, 5, 1),
        (3, 4, 5, 1),
    ]


def sitting_out(how):
    """Five people: 5 sits out, then 1; the second round has 7 and 4, the first 8 and 5."""
    rounds = [table(1, "1 2 3 4", "8 5")], [table(1, "5 2 3 4", "7 4")]
    found = of_rounds(*rounds, sitting_out=[(5,), (1,)], sit_out_points=how)
    return {row.no: (row.points, row.given, row.rounds, row.sat_out) for row in standings(found)}


def test_sitting_out_is_worth_nothing_or_an_average_rounded_half_up():
    others = {2: (9, 0, 2, 0), 3: (15, 0, 2, 0), 4: (9, 0, 2, 0)}
    assert sitting_out("none") == {1: (8, 0, 1, 1), 5: (7, 0, 1, 1)} | others
    assert sitting_out("table") == {1: (14, 6, 1, 1), 5: (14, 7, 1, 1)} | others
    assert sitting_out("own") == {1: (16, 8, 1, 1), 5: (14, 7, 1, 1)} | others


def test_sitting_out_is_worth_nothing_before_the_round_has_a_result():
    found = evening(table(1, "1 2 3 4"), sitting_out=(5,), sit_out_points="table")
    assert {(row.points, row.sat_out) for row in standings(found)} == {(0, 0)}


def test_an_unplayed_table_is_no_round_and_in_no_average():
    first = [table(1, "1 2 3 4", "8 5"), table(2, "5 6 7 8", "6 4")]
    found = of_rounds(
        first,
        [unplayed(1, "9 2 3 4"), table(2, "5 6 7 8", "7 3")],
        [table(1, "9 1 3 4", "6 2"), table(2, "5 6 7 8", "7 3")],
        sitting_out=[(9,), (1,), (2,)],
        sit_out_points="own",
    )
    rows = {
        row.no: (row.points, row.given, row.rounds, row.idle, row.sat_out)
        for row in standings(found)
    }
    assert (rows[1], rows[2]) == ((15, 5, 2, 0, 1), (10, 5, 1, 1, 1))
    assert (rows[3], rows[9]) == ((14, 0, 2, 1, 0), (12, 6, 1, 1, 1))
    line = rows_by_round(found, only=2)[2][1]
    told = {"points": 0, "conceded": 0, "unplayed": True}
    assert line == EntrantRound(
        round=2, table=1, seats=("E",), partners=(4,), against=(9, 3), **told
    )


def test_a_forfeit_is_won_and_lost_with_its_points_and_is_no_round_played():
    first = [table(1, "1 2 3 4", "8 5", lones={2: 1}), table(2, "5 6 7 8", "6 4")]
    second = [given_up(1, "1 2 3 4"), given_up(2, "9 6 7 8", side="EW")]
    found = of_rounds(
        first,
        second,
        sitting_out=[(9,), (5,)],
        sit_out_points="table",
        ranking=["points", "won", "average"],
    )
    rows = {
        row.no: (row.points, row.won, row.gold, row.red, row.green, row.rounds, row.idle)
        for row in standings(found)
    }
    assert rows[1] == (8, 1, 1, 0, 0, 1, 1)
    assert rows[2] == (13, 1, 1, 0, 0, 1, 1)
    assert rows[9] == (14, 1, 0, 1, 0, 0, 1)
    assert rows[6] == (4, 0, 0, 0, 2, 1, 1)
    assert {row.no: row.written("average") for row in standings(found)}[2] == "5.00"


def test_a_bye_and_a_forfeit_have_the_same_points():
    bell = evening(style="classic").format
    hands = evening().format
    clock = evening(ends="clock", minutes=15, hands=0).format
    own = evening(forfeit_points=[3, -1]).format
    assert [one.forfeit for one in (bell, hands, clock, own)] == [(5, 0), (8, 0), (10, 0), (3, -1)]
    assert [evening(movement="swiss", **more).format.bye_points for more in ({}, FOUR)] == [8, 4]


FOUR = {"forfeit_points": [4, 1]}


def test_sitting_out_in_an_unplayed_round_is_worth_nothing():
    rounds = [table(1, "1 2 3 4", "8 5")], [unplayed(1, "5 2 3 4")]
    for how in ("none", "table", "own"):
        found = of_rounds(*rounds, sitting_out=[(5,), (1,)], sit_out_points=how)
        rows = {row.no: (row.points, row.rounds, row.idle, row.sat_out) for row in standings(found)}
        assert (rows[1], rows[2]) == ((8, 1, 0, 1), (5, 1, 1, 0))


def test_averages_are_whole_numbers_rounded_half_up():
    assert [average(points) for points in ([], [3], [3, 4], [1, 1, 2], [0, 1, 1, 1])] == [
        0,
        3,
        4,
        1,
        1,
    ]


def test_a_tally_card_has_a_line_for_every_round():
    found = of_rounds(
        [table(1, "1 2 3 4", "8 5", lones={3: 1}), table(2, "5 6 7 8", "6 6")],
        [table(1, "9 1 3 2", "4 7"), table(2, "5 6 7 8")],
        sitting_out=[(9,), (4,)],
        style="rotation",
        sit_out_points="table",
    )
    assert rows_by_round(found, only=3) == {
        3: (
            EntrantRound(
                round=1,
                table=1,
                seats=("S",),
                partners=(1,),
                against=(2, 4),
                points=8,
                conceded=5,
                won=True,
                star="gold",
                lones=1,
            ),
            EntrantRound(
                round=2,
                table=1,
                seats=("S",),
                partners=(9,),
                against=(1, 2),
                points=4,
                conceded=7,
                won=False,
            ),
        )
    }
    assert rows_by_round(found)[9] == (
        EntrantRound(round=1, points=6),
        EntrantRound(
            round=2,
            table=1,
            seats=("N",),
            partners=(3,),
            against=(1, 2),
            points=4,
            conceded=7,
            won=False,
        ),
    )
    assert rows_by_round(found)[6][1] == EntrantRound(
        round=2, table=2, seats=("E",), partners=(8,), against=(5, 7)
    )


def test_planned_rounds_are_on_the_card():
    first, second = (Round(no=no, tables=(table(1, "1 2 3 4"),)) for no in (1, 2))
    found = replace(evening(table(1, "1 2 3 4", "8 5")), plan=(first, second))
    assert [line.round for line in rows_by_round(found, planned=True)[1]] == [1, 2]
    assert [line.round for line in rows_by_round(found)[1]] == [1]


@given(evenings(coming_and_going=True, rounds=4, most=24))
def test_no_point_is_lost(tournament):
    ghosts = {entrant.no for entrant in tournament.entrants if entrant.ghost}
    made = sum(
        one.result.points[side] * len(set(people) - ghosts)
        for round in tournament.rounds
        for one in round.tables
        for side, people in one.by_side.items()
    )
    rows = standings(tournament)
    assert sum(row.points for row in rows) == made + sum(row.given for row in rows)


@given(evenings(rounds=3, most=24))
def test_ranks_follow_the_ranking(tournament):
    rows = standings(tournament)
    keys = [tuple(getattr(row, name) for name in tournament.format.ranking) for row in rows]
    assert keys == sorted(keys, reverse=True)
    assert [row.rank for row in rows] == [keys.index(key) + 1 for key in keys]
    assert {row.no for row in rows} == {entrant.no for entrant in tournament.players}


def test_a_hundred_people_are_ranked_the_same_from_any_order():
    rows = standings(played(evening(number=100), 5, Random(1)))
    assert tuple(ranked(rows[::-1], ("points", "won", "lones"))) == rows


def adjusted(tournament, *adjustments, **handicaps):
    people = tuple(
        replace(one, handicap=handicaps.get(f"no{one.no}", 0)) for one in tournament.entrants
    )
    return replace(tournament, entrants=people, adjustments=adjustments)


def test_adjustments_and_handicaps_count_in_the_ranking_but_in_no_average():
    found = of_rounds(
        [table(1, "1 2 3 4", "8 5")],
        [table(1, "1 2 3 5", "6 7")],
        sitting_out=[(5,), (4,)],
        sit_out_points="own",
        ranking=["points", "won", "average"],
    )
    late = Adjustment(no=1, round=2, points=-2, why="late")
    gift = Adjustment(no=4, points=1, won=1, why="misdirected")
    rows = {row.no: row for row in standings(adjusted(found, late, gift, no2=3, no4=-1))}
    figures = {no: (row.points, row.won, row.written("average")) for no, row in rows.items()}
    assert figures[1] == (12, 1, "7.00")
    assert figures[2] == (18, 1, "6.00")
    assert figures[4] == (10, 1, "5.00")
    assert [rows[no].reasons for no in (1, 2, 4, 5)] == [
        ("−2 points in round 2: late",),
        ("+6 points by handicap",),
        ("−1 point by handicap", "+1 point and +1 game won: misdirected"),
        (),
    ]
    assert rows[2].rank == 1


def test_head_to_head_decides_by_games_and_points_against_those_tied():
    # All but 2 and 4 have 13 points. 6 and 8 met 5 and 7 in round 1, and 1 and 3 in round 2.
    found = of_rounds(
        [table(1, "1 2 3 4", "8 5"), table(2, "5 6 7 8", "4 7")],
        [table(1, "1 6 3 8", "5 6"), table(2, "2 5 4 7", "3 9")],
        ranking=["points", "met"],
        style="rotation",
    )
    rows = standings(found)
    assert [(row.rank, row.no, row.met) for row in rows] == [
        (1, 6, (2, 13)),
        (1, 8, (2, 13)),
        (3, 1, (0, 5)),
        (3, 3, (0, 5)),
        (5, 5, (0, 4)),
        (5, 7, (0, 4)),
        (7, 2, (0, 0)),
        (7, 4, (0, 0)),
    ]
    assert rows[1].decided_by == "head to head"
    assert rows[0].written("met") == "2 (13)"


def test_adjustments_are_in_no_head_to_head():
    found = of_rounds([table(1, "1 2 3 4", "8 5")], ranking=["won", "met"], style="rotation")
    level = adjusted(found, *(Adjustment(no=no, won=1, points=9, why="x") for no in (2, 4)))
    assert [(row.rank, row.no, row.met) for row in standings(level)] == [
        (1, 1, (1, 8)),
        (1, 3, (1, 8)),
        (3, 2, (0, 5)),
        (3, 4, (0, 5)),
    ]


def test_the_partner_of_a_lone_march_has_less_than_the_lone_player():
    found = of_rounds(
        [table(1, "1 2 3 4", "8 5", lones={1: 1, 3: 2, 2: 1})],
        lone_partner=2,
        ranking=["points"],
    )
    assert shown(found, "points", "behind") == [
        (1, 3, 6, 2),
        (2, 2, 5, 0),
        (3, 1, 4, 4),
        (4, 4, 3, 2),
    ]
    assert standings(found)[2].reasons == ("−4 points for lone hands of partners",)
    pair = evening(table(1, "1 2 1 2", "8 5", lones={1: 1}), style="pairs", lone_partner=2)
    assert shown(pair, "points") == [(1, 1, 8), (2, 2, 5)]
