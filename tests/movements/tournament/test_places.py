"""Late comers, leavers, ghosts, and two who change seats."""

from dataclasses import replace

import pytest

from scoring.movements.tournament.next_round import next_round
from scoring.movements.tournament.places import (
    NoSuchPlace,
    Place,
    ghosts_to_add,
    late_comer_places,
    swapped,
    with_leaver,
    with_newcomer,
)
from scoring.movements.tournament.values import Entrant
from tests.movements.tournament.evenings import evening, seats, table


def with_ghost(tournament, no):
    """Return the tournament in which this entrant is a ghost."""
    people = (replace(one, ghost=True) if one.no == no else one for one in tournament.entrants)
    return replace(tournament, entrants=tuple(people))


def test_a_late_comer_takes_the_seat_of_a_ghost_or_comes_with_the_next_round():
    tournament = with_ghost(evening(table(1, "1 2 3 4", "5 2"), table(2, "5 6 7 8")), 7)
    place, later = late_comer_places(tournament)
    assert place == Place(
        round=1, table=2, seat="S", ghost=7, says="Now: table 2, South, in the place of the ghost."
    )
    assert later == Place(round=2, says="From round 2, drawn with everybody else.")
    assert seats(with_newcomer(tournament.rounds[0], 9, place)) == ["1 2 3 4", "5 6 9 8"]


def test_a_late_comer_makes_four_of_three():
    tournament = evening(table(1, "1 2 3 4"), table(2, "5 6 7"), odd="three")
    place = late_comer_places(tournament)[0]
    assert place.says == "Now: table 2, West, before the first card: the table of three becomes one of four."
    assert seats(with_newcomer(tournament.rounds[0], 8, place)) == ["1 2 3 4", "5 6 7 8"]


def test_a_ghost_pair_has_one_place():
    tournament = with_ghost(evening(table(1, "1 2 1 2"), style="pairs"), 2)
    assert [(one.table, one.seat) for one in late_comer_places(tournament)] == [(1, "E"), (None, "")]


@pytest.mark.parametrize(("tournament", "round"), [(evening(), 1), (evening(table(1, "1 2 3 4", "1 0")), 2)])
def test_between_rounds_a_late_comer_waits_for_the_draw(tournament, round):
    assert [one.round for one in late_comer_places(tournament)] == [round]


def test_who_sits_out_takes_the_seat_of_a_leaver():
    tournament = evening(table(1, "1 2 3 4"), sitting_out=(5, 6))
    found = with_leaver(tournament, 3, in_place=5)
    assert (seats(found.rounds[0]), found.rounds[0].sitting_out) == (["1 2 5 4"], (6,))
    assert found.entrant(3).left == 0
    assert not found.entrant(3).plays_in(1)


def test_a_leaver_without_a_substitute_keeps_the_round():
    tournament = evening(table(1, "1 2 3 4"), sitting_out=(5,))
    found = with_leaver(tournament, 3)
    assert (found.rounds, found.entrant(3).left) == (tournament.rounds, 1)


def test_who_sits_out_just_goes():
    found = with_leaver(evening(table(1, "1 2 3 4"), sitting_out=(5, 6)), 5)
    assert (found.rounds[0].sitting_out, found.entrant(5).left) == ((6,), 0)


def test_who_goes_before_the_draw_is_not_drawn():
    found = next_round(with_leaver(evening(number=5), 2))
    assert sorted(found.tables[0].entrants) == [1, 3, 4, 5]


def test_who_has_a_seat_cannot_take_another():
    with pytest.raises(NoSuchPlace) as refused:
        with_leaver(evening(table(1, "1 2 3 4")), 3, in_place=2)
    assert str(refused.value) == "Number 2 has a seat in round 1."


def test_two_change_seats_and_what_was_played_in_them():
    tournament = evening(table(1, "1 2 3 4", "5 3", lones={1: 2}), table(2, "5 6 7 8"), sitting_out=(9,))
    found = swapped(tournament.rounds[0], 1, 7)
    assert (seats(found), found.tables[0].result.lones) == (["7 2 3 4", "5 6 1 8"], {7: 2})
    assert swapped(found, 1, 7) == tournament.rounds[0]


def test_a_seat_is_changed_with_sitting_out():
    found = swapped(evening(table(1, "1 2 3 4"), sitting_out=(5, 9)).rounds[0], 4, 5)
    assert (seats(found), found.sitting_out) == (["1 2 3 5"], (4, 9))


def test_pairs_change_both_seats():
    found = swapped(evening(table(1, "1 2 1 2"), table(2, "3 4 3 4"), style="pairs").rounds[0], 1, 4)
    assert seats(found) == ["4 2 4 2", "3 1 3 1"]


def test_a_number_that_is_not_in_the_round_has_no_seat_to_change():
    with pytest.raises(NoSuchPlace) as refused:
        swapped(evening(table(1, "1 2 3 4")).rounds[0], 4, 77)
    assert str(refused.value) == "Number 77 is not in round 1."


def test_ghosts_fill_the_last_table():
    tournament = evening(number=6)
    ghosts = ghosts_to_add(tournament)
    assert ghosts == tuple(Entrant(no=no, names=("Ghost",), ghost=True) for no in (7, 8))
    full = replace(tournament, entrants=(*tournament.entrants, *ghosts))
    assert (ghosts_to_add(full), len(next_round(full).tables)) == ((), 2)


def test_a_ghost_plays_no_more_once_somebody_came_for_it():
    tournament = with_ghost(evening(table(1, "1 2 3 4", "5 2"), table(2, "5 6 7 8", "1 0")), 8)
    more = replace(tournament, entrants=(*tournament.entrants, Entrant(no=9, names=("Late",), since=2)))
    found = next_round(more)
    assert sorted(no for one in found.tables for no in one.entrants) == [1, 2, 3, 4, 5, 6, 7, 9]


def test_a_late_comer_does_not_sit_out_at_once():
    tournament = evening(table(1, "1 2 3 4", "5 2"), number=4)
    more = replace(tournament, entrants=(*tournament.entrants, Entrant(no=5, names=("Late",), since=2)))
    assert 5 in next_round(more).tables[0].entrants
