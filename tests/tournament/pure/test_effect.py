"""What another result, or another seat, moves in the standings."""

from dataclasses import replace

from scoring.tournament.pure.effect import what_moves, with_result, with_round
from scoring.tournament.pure.formats import FORMATS, Pot, Prize
from scoring.tournament.pure.prizes import prizes
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import Entrant, Result, Round, RoundTable, Tournament


def two_tables():
    """A round of eight: 1 and 3 beat 2 and 4 by 7 to 5, 5 and 7 beat 6 and 8 by 9 to 3."""
    seats = [
        dict(zip("NESW", (first, first + 1, first + 2, first + 3), strict=True)) for first in (1, 5)
    ]
    results = [Result(points={"NS": 7, "EW": 5}), Result(points={"NS": 9, "EW": 3})]
    tables = tuple(
        RoundTable(no=no, seats=at, result=result)
        for no, (at, result) in enumerate(zip(seats, results, strict=True), start=1)
    )
    entrants = tuple(Entrant(no=no, names=(f"N{no}",)) for no in range(1, 9))
    return Tournament(
        format=FORMATS["club"], seed=1, entrants=entrants, rounds=(Round(no=1, tables=tables),)
    )


def points_moved(moved):
    return {one.after.no: (one.before.points, one.after.points) for one in moved.own}


def test_another_result_changes_its_tables_points_and_others_ranks():
    before = two_tables()
    after = with_result(
        before, round=1, table=1, result=Result(points={"NS": 10, "EW": 2}, lones={1: 1})
    )
    moved = what_moves(before, after)
    assert points_moved(moved) == {1: (7, 10), 3: (7, 10), 2: (5, 2), 4: (5, 2)}
    by_rank = {one.after.no: (one.before.rank, one.after.rank) for one in moved.by_rank}
    assert by_rank == {5: (1, 3), 7: (1, 3), 6: (7, 5), 8: (7, 5)}


def test_another_result_changes_who_wins_prizes():
    before = two_tables()
    of_money = (Prize(prize="first", amount=1010), Prize(prize="booby", gift="A spoon"))
    before = replace(before, format=replace(before.format, prizes=of_money))
    after = with_result(before, round=1, table=1, result=Result(points={"NS": 10, "EW": 2}))
    moved = {
        one.entrant.no: [[(share.prize, share.amount) for share in shares] for shares in two]
        for one in what_moves(before, after).prizes
        for two in [(one.before, one.after)]
    }
    booby = [("booby", 0)]
    assert moved == {
        1: [[], [("first", 505)]],
        2: [[], booby],
        3: [[], [("first", 505)]],
        4: [[], booby],
        5: [[("first", 505)], []],
        6: [booby, []],
        7: [[("first", 505)], []],
        8: [booby, []],
    }


def test_the_winner_of_a_pot_that_is_drawn_is_not_previewed():
    before = two_tables()
    raffle = Pot(name="Raffle", to="draw", amount=600, for_each="lone")
    before = replace(before, format=replace(before.format, pots=(raffle,), prizes=()))
    result = Result(points={"NS": 7, "EW": 5}, lones={1: 1})
    after = with_result(before, round=1, table=1, result=result)
    assert prizes(after, standings(after))[0].to == (1,)
    assert what_moves(before, after).prizes == ()


def test_the_same_result_changes_nothing():
    before = two_tables()
    same = with_result(before, round=1, table=1, result=before.rounds[0].tables[0].result)
    assert not what_moves(before, same)


def test_removing_a_result_removes_its_points():
    before = two_tables()
    after = with_result(before, round=1, table=2, result=None)
    assert points_moved(what_moves(before, after)) == {5: (9, 0), 7: (9, 0), 6: (3, 0), 8: (3, 0)}


def test_two_players_in_each_others_seats_swap_their_points():
    before = two_tables()
    first, second = before.rounds[0].tables
    tables = (
        replace(first, seats=dict(first.seats, N=6)),
        replace(second, seats=dict(second.seats, E=1)),
    )
    after = with_round(before, replace(before.rounds[0], tables=tables))
    assert points_moved(what_moves(before, after)) == {1: (7, 3), 6: (3, 7)}


def test_only_the_named_round_changes():
    before = two_tables()
    twice = replace(before, rounds=(*before.rounds, replace(before.rounds[0], no=2)))
    after = with_result(twice, round=2, table=1, result=None)
    assert after.rounds[0] == before.rounds[0]
