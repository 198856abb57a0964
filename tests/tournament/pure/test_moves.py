"""The words on the table cards, from progressive Euchre's protocol and the published sheets."""

import pytest

from scoring.tournament.pure.formats import BY_SEATS, CLASSIC, CLUB, PAIRS, ROTATION
from scoring.tournament.pure.moves_in_words import moves_of

SPLIT = "Sit opposite a player who stayed"


@pytest.mark.parametrize(
    ("format", "table", "words"),
    [
        (CLUB, 1, ("Winners: stay", "Losers: to table 5", SPLIT)),
        (CLUB, 2, ("Winners: to table 1", "Losers: stay", SPLIT)),
        (CLUB, 5, ("Winners: to table 4", "Losers: stay", SPLIT)),
        (
            CLASSIC,
            1,
            ("Winners: stay", "Losers: to table 5", "Players coming here keep their partner"),
        ),
        (CLASSIC, 4, ("Winners: to table 3", "Losers: stay", SPLIT)),
        (PAIRS, 3, ("Winners: to table 2", "Losers: stay")),
        (ROTATION, 3, ("All: as your tally card says",)),
        (
            BY_SEATS,
            1,
            ("North: stays", "South: to table 5", "East: to table 2", "West: to table 3"),
        ),
        (
            BY_SEATS,
            4,
            ("North: stays", "South: to table 3", "East: to table 5", "West: to table 1"),
        ),
    ],
)
def test_a_table_card_says_where_every_player_of_five_tables_goes(format, table, words):
    assert moves_of(format, table=table, tables=5) == words


def test_players_whose_next_table_is_dissolved_go_to_the_director():
    """Players move by the tables of the round that they played."""
    of_six = {"tables": 6, "following": 5}
    directed = "Losers: the director calls your next table"
    assert moves_of(CLUB, table=6, **of_six)[:2] == ("Winners: to table 5", directed)
    assert moves_of(CLUB, table=1, **of_six)[:2] == ("Winners: stay", directed)
    assert moves_of(CLUB, table=1, tables=6, following=7)[1] == "Losers: to table 6"


def test_at_a_single_table_no_one_moves():
    assert moves_of(CLUB, table=1, tables=1) == ("Winners: stay", "Losers: stay")
    assert set(moves_of(BY_SEATS, table=1, tables=1)) == {
        f"{seat}: stays" for seat in "North South East West".split()
    }
