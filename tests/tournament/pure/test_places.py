"""Late comers and ghosts."""

from dataclasses import replace

import pytest

from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.places import Place, ghosts_to_add, late_comer_places
from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.values import Entrant
from tests.tournament.pure.evenings import evening, table


def with_ghost(tournament, no):
    """Return the tournament in which this entrant is a ghost."""
    people = (replace(one, ghost=True) if one.no == no else one for one in tournament.entrants)
    return replace(tournament, entrants=tuple(people))


def test_a_late_arrival_takes_a_ghosts_seat_or_joins_the_next_round():
    tournament = with_ghost(evening(table(1, "1 2 3 4", "5 2"), table(2, "5 6 7 8")), 7)
    place, later = late_comer_places(tournament)
    assert place == Place(
        round=1,
        table=2,
        seat="S",
        ghost=7,
        says="Now: table 2, South, in place of the ghost.",
        short="Now: table 2, South",
    )
    assert later == Place(
        round=2, says="From round 2, drawn with everyone else.", short="From round 2"
    )


def test_a_late_arrival_makes_a_table_of_three_into_four():
    tournament = evening(table(1, "1 2 3 4"), table(2, "5 6 7"), odd="three")
    place = late_comer_places(tournament)[0]
    assert (
        place.says
        == "Now: table 2, West, before the first card: the table of three becomes one of four."
    )


def test_a_ghost_pair_has_one_place():
    tournament = with_ghost(evening(table(1, "1 2 1 2"), style="pairs"), 2)
    assert [(one.table, one.seat) for one in late_comer_places(tournament)] == [
        (1, "E"),
        (None, ""),
    ]


@pytest.mark.parametrize(
    ("tournament", "round"), [(evening(), 1), (evening(table(1, "1 2 3 4", "1 0")), 2)]
)
def test_between_rounds_a_late_arrival_waits_for_the_draw(tournament, round):
    assert [one.round for one in late_comer_places(tournament)] == [round]


def test_ghosts_fill_the_last_table():
    tournament = evening(number=6)
    ghosts = ghosts_to_add(tournament)
    assert ghosts == tuple(Entrant(no=no, names=("Ghost",), ghost=True) for no in (7, 8))
    full = replace(tournament, entrants=(*tournament.entrants, *ghosts))
    assert (ghosts_to_add(full), len(next_round(full).tables)) == ((), 2)


def test_a_replaced_ghost_no_longer_plays():
    tournament = with_ghost(evening(table(1, "1 2 3 4", "5 2"), table(2, "5 6 7 8", "1 0")), 8)
    more = replace(
        tournament, entrants=(*tournament.entrants, Entrant(no=9, names=("Late",), since=2))
    )
    found = next_round(more)
    assert sorted(no for one in found.tables for no in one.entrants) == [1, 2, 3, 4, 5, 6, 7, 9]


def test_a_ghosts_seat_is_for_its_group_where_groups_move_apart():
    moves = [{"who": ["L"], "by": -1}]
    settings = {"movement": {"moves": moves, "ends": "round"}, "groups": ["L", "G"], "odd": "ghost"}
    start = evening(style="club", number=7, groups="LGLGLGL")
    start = replace(start, format=format_of("club", settings))
    start = replace(start, entrants=(*start.entrants, *ghosts_to_add(start)))
    now = replace(start, rounds=(next_round(start),))
    assert [one.short.rpartition(" ")[2] for one in late_comer_places(now)] == ["(G)", "2"]


def test_a_late_arrival_does_not_sit_out_at_once():
    tournament = evening(table(1, "1 2 3 4", "5 2"), number=4)
    more = replace(
        tournament, entrants=(*tournament.entrants, Entrant(no=5, names=("Late",), since=2))
    )
    assert 5 in next_round(more).tables[0].entrants
