"""Points for the places at a table, where each plays for themselves."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.document import BadTournament, document, read
from scoring.tournament.pure.made_up import evening_of
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.settings import BadSetting, format_of
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import Tournament
from tests.tournament.pure.evenings import entrants

PLACES = {"places": [4, 3, 2, 1], "rules": "call-ace"}
POINTS = st.tuples(*[st.integers(-5, 9)] * 4)


def file(result, **settings):
    seats = dict(zip("NESW", (1, 2, 3, 4), strict=True))
    return {
        "format": "euchre-tournament/1",
        "style": "rotation",
        "settings": PLACES | settings,
        "entrants": [{"no": no, "name": f"P{no}"} for no in range(1, 5)],
        "rounds": [
            {"no": 1, "sitting_out": [], "tables": [{"table": 1, "seats": seats, "result": result}]}
        ],
    }


def scored(points, **settings):
    result = dict(zip("NESW", points, strict=True)) | {"lones": {}, "tie": None}
    return {row.no: row.points for row in standings(read(file(result, **settings)))}


def test_players_who_tie_have_the_points_of_the_better_place():
    assert scored((7, 4, 4, 1)) == {1: 4, 2: 3, 3: 3, 4: 1}
    assert scored((2, 2, 2, 2)) == {1: 4, 2: 4, 3: 4, 4: 4}
    assert scored((1, 9, 9, -3)) == {1: 2, 2: 4, 3: 4, 4: 1}
    assert scored((3, 2, 1, 0), places=[5]) == {1: 5, 2: 0, 3: 0, 4: 0}


@given(POINTS)
def test_a_place_is_one_more_than_the_number_of_players_ahead(points):
    worth = dict(enumerate((4, 3, 2, 1)))
    ahead = [sum(other > one for other in points) for one in points]
    assert scored(points) == {no: worth[one] for no, one in enumerate(ahead, start=1)}


def test_a_result_is_by_seat_and_nobody_forfeits():
    for result, place in (
        ({"NS": 5, "EW": 3}, "rounds[0].tables[0].result"),
        ({"forfeit": "N"}, "rounds[0].tables[0].result.forfeit"),
    ):
        with pytest.raises(BadTournament) as wrong:
            read(file(result))
        assert wrong.value.place == place


@given(
    number=st.integers(4, 23),
    movement=st.sampled_from(["progress", "rotation", "seats", "draw", "swiss"]),
    chance=st.integers(0, 99),
)
def test_every_movement_seats_players_for_themselves(number, movement, chance):
    format = format_of("club", PLACES | {"movement": movement, "rounds": 4})
    made = Tournament(format=format, seed=chance, entrants=entrants(number))
    evening = evening_of(made, rounds=4, chance=Random(chance))
    for round in evening.rounds:
        assert round.everybody == set(range(1, number + 1))
        assert all({*table.by_side} == {*"NESW"} for table in round.tables)
    assert read(document(evening)) == evening
    rows = standings(evening)
    assert all(row.points <= 4 * row.rounds + (32 if movement == "swiss" else 0) for row in rows)


def test_the_first_and_the_second_move_as_winners():
    format = format_of("club", PLACES)
    made = Tournament(format=format, seed=7, entrants=entrants(8))
    first = evening_of(made, rounds=1, chance=Random(2)).rounds[0]
    second = next_round(replace(made, rounds=(first,)))
    for table in first.tables:
        order = sorted(
            table.seats, key=lambda seat: (-table.result.points[seat], table.seats[seat])
        )
        if table.result.tie:
            order.remove(table.result.tie)
            order.insert(0, table.result.tie)
        up = {table.seats[seat] for seat in order[:2]}
        assert up <= {*second.tables[0].seats.values()}


@pytest.mark.parametrize("places", [[1, 2], [5, 4, 3, 2, 1], "4"])
def test_places_are_at_most_four_and_none_is_more_than_the_one_before(places):
    with pytest.raises(BadSetting) as wrong:
        format_of("club", {"places": places})
    assert wrong.value.field == "places"
    with pytest.raises(BadSetting, match="Fixed pairs play together"):
        format_of("pairs", PLACES)
