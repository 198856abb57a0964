"""euchre-standings/1, and the command that writes it."""

import json

import pytest

from scoring.management.movement import standings as command
from scoring.movements.tournament.document import BadTournament, document
from scoring.movements.tournament.standings_document import document as standings_document
from scoring.movements.tournament.standings_document import table as standings_table
from tests.movements.tournament.evenings import evening, table

PRIZES = [{"prize": "first", "amount": 1001, "gift": "a ham"}, {"prize": "most lone hands", "amount": 500}]
ONE = evening(table(1, "1 2 3 4", "8 5", lones={2: 1}), prizes=PRIZES)


def row(rank, no, points, won, *, lones=0):
    stars = {"gold": won, "red": 0, "green": 0}
    told = {"rank": rank, "no": no, "name": f"P{no}", "points": points, "won": won, "lones": lones}
    return told | stars | {"rounds": 1}


DOCUMENT = {
    "format": "euchre-standings/1",
    "rows": [row(1, 1, 8, 1), row(1, 3, 8, 1), row(3, 2, 5, 0, lones=1), row(4, 4, 5, 0)],
    "prizes": [
        {"prize": "first", "to": [1, 3], "amount": 1001, "shares": [501, 500]},
        {"prize": "first", "to": [1, 3], "amount": None, "gift": "a ham", "cut": True},
        {"prize": "most lone hands", "to": [2], "amount": 500},
    ],
}
TABLE = """\
rank  no  name  points  won  lones  gold  red  green  rounds
   1   1  P1         8    1      0     1    0      0       1
   1   3  P3         8    1      0     1    0      0       1
   3   2  P2         5    0      1     0    0      0       1
   4   4  P4         5    0      0     0    0      0       1

first: P1 and P3 (1001). Level in points, games won and lone hands. They share it.
first: P1 and P3 (a ham). Level in points, games won and lone hands. They cut for it.
most lone hands: P2 (500). 1 lone hand."""


def test_the_document():
    assert standings_document(ONE) == DOCUMENT


def test_a_cut_that_is_decided_names_the_winner():
    prize = {"prize": "first", "to": [3], "amount": None, "gift": "a ham"}
    assert standings_document(ONE, decided={"first": 3})["prizes"][1] == prize


def test_a_prize_without_money_says_null():
    plain = evening(table(1, "1 2 3 4", "8 5", lones={3: 2}), prizes=[{"prize": "most lone hands"}])
    prizes = standings_document(plain)["prizes"]
    assert prizes == [{"prize": "most lone hands", "to": [3], "amount": None}]


def test_the_table_for_people():
    assert standings_table(ONE) == TABLE


def test_a_tournament_that_has_not_begun():
    assert standings_document(evening(number=0)) == {
        "format": "euchre-standings/1",
        "rows": [],
        "prizes": [],
    }
    assert standings_table(evening(number=0)).split() == TABLE.splitlines()[0].split()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tournament.json"
    path.write_text(json.dumps(document(ONE)))
    return str(path)


def test_the_command_writes_either(file):
    assert json.loads(command.run(file=file, json=True)) == DOCUMENT
    assert command.run(file=file, json=False) == TABLE


def test_the_command_refuses_what_is_no_tournament(tmp_path):
    path = tmp_path / "none.json"
    path.write_text("{}")
    with pytest.raises(BadTournament):
        command.run(file=str(path), json=True)
