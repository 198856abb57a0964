"""A player's disc is theirs: wherever they sit, and whoever sits there too."""

import pytest

from scoring.common.discs import COLOURS, DISCS, colour_of, own_disc, shape_of
from scoring.models import Player
from scoring.table.actions.tables import change_people
from tests.cast import a_table, again, log

pytestmark = pytest.mark.django_db


def discs(table):
    sitting = again(table).sitting
    return dict(zip(sitting.names, sitting.colours, strict=True))


def own(table):
    return {player.name: player.colour for player in again(table).sitting.players}


def test_players_keep_their_disc_when_they_move_to_another_table_or_come_back():
    table = a_table(names=["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"])
    first = discs(table)
    ned = Player.objects.create(
        club=Player.objects.get(name="Ann").club,
        name="Ned",
        pk=Player.objects.get(name="Ann").pk + COLOURS,
    )
    assert colour_of(ned.colour) == colour_of(first["Ann"])
    for names in (["Ned", "Ben", "Ann", "Cat"], ["Fay", "Ned", "Dan", "Eve"], list(first)):
        log(table)
        change_people(table=again(table), names=names)
        assert discs(table) == {name: ({"Ned": ned.colour} | first)[name] for name in names}
        assert discs(table) == own(table)


def test_any_seven_players_in_a_row_have_seven_colours_and_no_disc_comes_twice_in_a_club():
    seen = [(colour_of(disc), shape_of(disc)) for disc in map(own_disc, range(1, DISCS + 1))]
    assert len(set(seen)) == DISCS
    rows = [range(first, first + COLOURS) for first in range(1, 2 * DISCS)]
    assert {len({colour_of(own_disc(player)) for player in row}) for row in rows} == {COLOURS}
    assert seen[:COLOURS] == [(no, no) for no in range(COLOURS)]
