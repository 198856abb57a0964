"""A tournament as a file: read strictly, written whole."""

import json

import pytest
from hypothesis import given, settings

from scoring.tournament.pure.document import BadTournament, document, loads, read
from scoring.tournament.pure.formats import CLASSIC
from scoring.tournament.pure.plan_ahead import plan_ahead
from scoring.tournament.pure.values import (
    Adjustment,
    Entrant,
    Result,
    Round,
    RoundTable,
    Tournament,
)
from tests import proof
from tests.tournament.pure.evenings import evening, evenings


def file(**changes):
    """Return a small tournament's document, with other values for some keys; None leaves one
    out."""
    found = {
        "format": "euchre-tournament/1",
        "style": "classic",
        "settings": {"rounds": 12},
        "seed": 7,
        "entrants": [
            {"no": 1, "name": "Ann", "group": "L"},
            {"no": 2, "name": "Ben", "group": "G"},
            {"no": 3, "name": "Cat", "group": "L"},
            {"no": 4, "name": "Dan", "group": "G"},
            {"no": 5, "name": "Eve", "group": "L", "since": 2, "paid": True},
        ],
        "rounds": [a_round()],
    } | changes
    return {key: value for key, value in found.items() if value is not None}


def a_round(no=1, **changes):
    return {"no": no, "sitting_out": [5], "tables": [a_table(**changes)]}


def a_table(**changes):
    return {
        "table": 1,
        "seats": {"N": 1, "E": 2, "S": 3, "W": 4},
        "result": {"NS": 5, "EW": 3, "lones": {"1": 1}, "tie": None},
    } | changes


def test_a_file_is_read_and_written_again():
    names = {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve"}
    found = read(file())
    assert (found.format.style, found.format.rounds, found.format.rules) == (
        "classic",
        12,
        CLASSIC.rules,
    )
    assert found.entrants == tuple(
        Entrant(
            no=no,
            names=(name,),
            group="GL"[no % 2],
            since=2 if no == 5 else 1,
            paid=no == 5,
        )
        for no, name in names.items()
    )
    result = Result(points={"NS": 5, "EW": 3}, lones={1: 1})
    seated = RoundTable(no=1, seats={"N": 1, "E": 2, "S": 3, "W": 4}, result=result)
    assert found.rounds == (Round(no=1, tables=(seated,), sitting_out=(5,)),)
    assert document(found) == file()


@settings(max_examples=proof.examples(60))
@given(evenings(coming_and_going=True, most=20, rounds=3))
def test_every_evening_is_read_back_from_its_file(tournament):
    assert loads(json.dumps(document(tournament)).encode()) == tournament


def test_a_plan_is_read_back_from_its_file():
    tournament = evening(style="rotation", number=9)
    planned = Tournament(
        format=tournament.format, seed=7, entrants=tournament.entrants, plan=plan_ahead(tournament)
    )
    assert read(document(planned)) == planned
    assert "plan" not in document(tournament)


def test_unknown_values_can_be_left_out():
    found = read(file(settings=None, seed=None, rounds=None))
    assert (found.format, found.seed, found.rounds) == (CLASSIC, 0, ())


def test_a_table_of_three_has_its_points_by_seat():
    table = a_table(seats={"N": 1, "E": 2, "S": 3}, result={"N": 7, "E": 7, "S": 2, "tie": "E"})
    found = read(file(rounds=[a_round() | {"tables": [table]}])).rounds[0].tables[0]
    assert found.result == Result(points={"N": 7, "E": 7, "S": 2}, tie="E")


SEATS = {"N": 1, "E": 2, "S": 3, "W": 4}
NOT_PLAYED = {"NS": 0, "EW": 0, "tie": "NS", "played": False}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "euchre-sheet/1"}, "format: must be euchre-tournament/1"),
        ({"style": "modern"}, "style: must be one of classic, club, rotation, seats, pairs"),
        ({"style": None}, "style is missing"),
        ({"players": 5}, '"players" is not a key here'),
        ({"settings": {"rounds": 0}}, "settings.rounds: A whole number from 1 to 99, not 0."),
        ({"settings": []}, "settings: must be an object, not []"),
        ({"seed": -1}, "seed: must be from 0 to 9007199254740992, not -1"),
        ({"seed": 1.5}, "seed: must be a whole number, not 1.5"),
        ({"entrants": [{"no": 1}]}, "entrants[0]: name is missing"),
        ({"entrants": [{"no": 1, "name": " "}]}, "entrants[0].name: is empty"),
        (
            {"entrants": [{"no": 1, "name": "\0"}]},
            "entrants[0].name: holds characters that are not text",
        ),
        (
            {"entrants": [{"no": 1, "name": "A"}, {"no": 1, "name": "B"}]},
            "entrants[1]: number 1 appears twice",
        ),
        ({"settings": {"groups": ["M", "W"]}}, "entrants[0].group: must be one of M, W"),
        ({"rounds": [a_round(2)]}, "rounds[0].no: must be 1"),
        (
            {"rounds": [a_round() | {"tables": []}]},
            "rounds[0].tables: a round has one table at least",
        ),
        ({"rounds": [a_round(), a_round()]}, "rounds[1].no: must be 2"),
        (
            {"rounds": [a_round(table="1")]},
            'rounds[0].tables[0].table: must be a whole number, not "1"',
        ),
        ({"rounds": [a_round(seats={"N": 1})]}, "rounds[0].tables[0].seats: E is missing"),
        (
            {"rounds": [a_round(seats=SEATS | {"W": 9})]},
            "rounds[0].tables[0].seats.W: there is no entrant 9",
        ),
        (
            {"rounds": [a_round(seats=SEATS | {"W": 1})]},
            "rounds[0].tables[0].seats.W: number 1 is in this round twice",
        ),
        (
            {"rounds": [a_round() | {"sitting_out": [4]}]},
            "rounds[0].sitting_out[0]: number 4 is in this round twice",
        ),
        (
            {
                "rounds": [
                    a_round() | {"tables": [a_table(), a_table(seats={"N": 5, "E": 5, "S": 5})]}
                ]
            },
            "rounds[0].tables[1].seats.E: number 5 is in this round twice",
        ),
        ({"rounds": [a_round(result={"NS": 5})]}, "rounds[0].tables[0].result: EW is missing"),
        (
            {"rounds": [a_round(result={"NS": 5, "EW": 3, "lones": {"5": 1}})]},
            "rounds[0].tables[0].result.lones.5: is not at this table",
        ),
        (
            {"rounds": [a_round(result={"NS": 5, "EW": 3, "tie": "NS"})]},
            "rounds[0].tables[0].result.tie: points are not tied: there is no tie to win",
        ),
        (
            {"rounds": [a_round(result={"NS": 5, "EW": 5, "tie": "N"})]},
            "rounds[0].tables[0].result.tie: must be one of NS, EW, or null",
        ),
        *(
            (
                {"rounds": [a_round(result=NOT_PLAYED | played)]},
                "rounds[0].tables[0].result.played: where nothing was played the points are 0 and "
                "there are no lone hands",
            )
            for played in ({"NS": 6, "EW": 6}, {"EW": -1, "tie": None}, {"lones": {"1": 2}})
        ),
        ({"plan": [a_round(2)]}, "plan: rounds to come have no results"),
    ],
)
def test_an_impossible_value_is_reported_with_its_place(changes, said):
    with pytest.raises(BadTournament) as refused:
        read(file(**changes))
    assert str(refused.value) == said


def test_pairs_are_two_names_and_sit_in_both_seats_of_a_side():
    pairs = [{"no": 1, "names": ["Ann", "Ben"]}, {"no": 2, "names": ["Cat", "Dan"]}]
    seats = {"N": 1, "E": 2, "S": 1, "W": 2}
    rounds = [{"no": 1, "sitting_out": [], "tables": [{"table": 1, "seats": seats}]}]
    whole = file(style="pairs", settings={}, entrants=pairs, rounds=rounds)
    assert document(read(whole)) == whole
    rounds[0]["tables"][0]["seats"] = {"N": 1, "E": 1, "S": 2, "W": 2}
    with pytest.raises(BadTournament) as refused:
        read(whole)
    assert str(refused.value) == (
        "rounds[0].tables[0].seats: a pair has both seats of its side: N and S, or E and W"
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\xff", "not UTF-8: byte 1 cannot be"),
        (b'{"a": 1, "a": 2}', '"a" appears twice in one object'),
        (b"[NaN]", "not JSON: NaN is not a number"),
        (b"1234567890123456", "123456789012345\u2026 is too large a number"),
        (b"[" * 100_000, "nested too deeply to be a tournament"),
        (b"[]", "must be an object, not []"),
    ],
)
def test_bytes_that_are_not_a_tournament_are_refused(data, said):
    with pytest.raises(BadTournament) as refused:
        loads(data)
    assert str(refused.value) == said


def test_a_forfeit_has_the_points_of_the_settings_and_is_written_without_them():
    told = {"NS": 0, "EW": 0, "lones": {"1": 0}, "tie": None, "forfeit": "EW"}
    for result in ({"forfeit": "EW"}, told):
        found = read(file(rounds=[a_round(result=result)]))
        (stands,) = (one.result for one in found.rounds[0].tables)
        assert stands == Result(points={"NS": 5, "EW": 0}, forfeit="EW")
        assert document(found)["rounds"] == [a_round(result={"forfeit": "EW"})]
    given = file(rounds=[a_round(result={"forfeit": "NS"})], settings={"forfeit_points": [7, 2]})
    assert read(given).rounds[0].tables[0].result.points == {"NS": 2, "EW": 7}
    assert document(read(given)) == given


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ({"forfeit": "N"}, "forfeit: must be one of NS, EW"),
        ({"forfeit": None}, "forfeit: must be text, not null"),
        ({"forfeit": "NS", "EW": 4}, "EW: must be one of 0"),
        ({"forfeit": "NS", "lones": {"1": 1}}, "lones.1: must be one of 0"),
        ({"forfeit": "NS", "tie": "NS"}, "tie: must be one of none (null)"),
        ({"forfeit": "NS", "played": False}, '"played" is not a key here'),
    ],
)
def test_a_forfeit_with_points_of_cards_is_refused(result, sentence):
    with pytest.raises(BadTournament) as why:
        read(file(rounds=[a_round(result=result)]))
    assert str(why.value).removeprefix("rounds[0].tables[0].result").lstrip(".: ") == sentence


def test_at_a_table_of_three_no_side_can_forfeit():
    seats = {"N": 1, "E": 2, "S": 3}
    with pytest.raises(BadTournament, match="result.forfeit: at a table of three no side can"):
        read(file(rounds=[a_round(seats=seats, result={"forfeit": "N"})]))


@pytest.mark.parametrize("points", [[1], [1, 2], [1, 0, 0], ["1", "0"], 5, [1000, 0]])
def test_points_of_a_forfeit_are_two_numbers_and_lost_is_not_the_higher(points):
    with pytest.raises(BadTournament, match=r"^settings\.forfeit_points: "):
        read(file(settings={"forfeit_points": points}))


LATE = {"no": 3, "round": 1, "points": -2, "won": 0, "why": "late"}


def test_adjustments_and_handicaps_are_read_and_written_again():
    given = file(adjustments=[LATE, {"no": 1, "points": 1, "won": 1, "why": "a gift"}])
    given["entrants"][0] |= {"handicap": -3}
    found = read(given)
    assert found.adjustments == (
        Adjustment(no=3, round=1, points=-2, why="late"),
        Adjustment(no=1, points=1, won=1, why="a gift"),
    )
    assert found.entrant(1).handicap == -3
    assert document(found) == given
    assert read(file(adjustments=[{"no": 3, "won": 1, "why": "x"}])).adjustments[0].points == 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"no": 9}, "no: there is no entrant 9"),
        ({"no": 5}, "no: number 5 is a ghost, who has no score"),
        ({"points": 0}, ": changes neither points nor games won"),
        ({"why": " "}, "why: is empty"),
        ({"points": 1.5}, "points: must be a whole number, not 1.5"),
        ({"round": 0}, "round: must be from 1 to 999, not 0"),
        ({"gold": 1}, '"gold" is not a key here'),
    ],
)
def test_an_adjustment_that_cannot_be_is_refused_with_its_place(changes, sentence):
    given = file(adjustments=[LATE | changes])
    given["entrants"][4] |= {"ghost": True}
    with pytest.raises(BadTournament) as why:
        read(given)
    assert str(why.value).startswith("adjustments[0]")
    assert str(why.value).endswith(sentence)


@pytest.mark.parametrize("handicap", [100, -100, 0.5, "1", None])
def test_a_handicap_is_a_whole_number(handicap):
    given = file()
    given["entrants"][0] |= {"handicap": handicap}
    with pytest.raises(BadTournament, match=r"^entrants\[0\]\.handicap: must be"):
        read(given)


def test_head_to_head_cannot_be_the_first_column():
    assert read(file(settings={"ranking": ["won", "met"]})).format.ranking == ("won", "met")
    with pytest.raises(BadTournament, match="settings.ranking: Head to head decides between tied"):
        read(file(settings={"ranking": ["met", "won"]}))


def test_euchres_and_lone_hands_tried_are_read_and_written_again():
    told = {"NS": 5, "EW": 3, "lones": {"1": 1}, "tie": None}
    given = file(rounds=[a_round(result=told | {"euchres": {"2": 2}, "tried": {"1": 3, "4": 1}})])
    (table,) = read(given).rounds[0].tables
    assert (table.result.euchres, table.result.tried) == ({2: 2}, {1: 3, 4: 1})
    assert document(read(given)) == given
    for key in ("euchres", "tried"):
        with pytest.raises(BadTournament, match=rf"result\.{key}\.5: is not at this table"):
            read(file(rounds=[a_round(result=told | {key: {"5": 1}})]))
