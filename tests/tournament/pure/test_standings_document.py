"""euchre-standings/1, and the command that writes it."""

import io
import json
from dataclasses import replace
from functools import partial

import pytest
from django.core.management import call_command

from scoring.common.amounts import plain
from scoring.management.movement import standings as command
from scoring.tournament.pure.document import BadTournament, document
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.standings_document import document as standings_document
from scoring.tournament.pure.standings_document import reasons_in
from scoring.tournament.pure.standings_document import table as standings_table
from scoring.tournament.pure.values import Adjustment, Round
from tests.tournament.pure.evenings import evening, table

figures = partial(plain, currency=None)
PRIZES = [
    {"prize": "first", "amount": 1001, "gift": "a ham"},
    {"prize": "most lone hands", "amount": 500},
]
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

first: P1 and P3 (10.01, 5.01 or 5.00 each). Tied on points, games won and lone hands. \
They share it.
first: P1 and P3 (a ham). Tied on points, games won and lone hands. They cut for it.
most lone hands: P2 (5.00). 1 lone hand."""


def test_the_standings_are_written_as_a_json_document():
    assert standings_document(ONE) == DOCUMENT


def test_the_average_is_included_where_it_ranks_and_excludes_sitting_out():
    settings = {"ranking": ["average"], "sit_out_points": "table"}
    by_average = replace(
        evening(table(1, "1 2 3 4", "8 5"), number=5, **settings),
        rounds=(
            Round(no=1, tables=(table(1, "1 2 3 4", "8 5"),), sitting_out=(5,)),
            Round(no=2, tables=(table(1, "5 2 3 4", "7 4"),), sitting_out=(1,)),
        ),
    )
    found = standings_document(by_average)["rows"]
    assert [(row["rank"], row["no"], row["points"], row["average"]) for row in found] == [
        (1, 1, 14, "8.00"),
        (2, 3, 15, "7.50"),
        (3, 5, 14, "7.00"),
        (4, 2, 9, "4.50"),
        (4, 4, 9, "4.50"),
    ]
    assert standings_table(by_average, money=str).splitlines()[1].split()[-1] == "8.00"


def test_a_decided_cut_names_the_winner():
    prize = {"prize": "first", "to": [3], "amount": None, "gift": "a ham"}
    assert standings_document(ONE, decided={"first": 3})["prizes"][1] == prize


def test_a_prize_without_money_says_null():
    plain = evening(table(1, "1 2 3 4", "8 5", lones={3: 2}), prizes=[{"prize": "most lone hands"}])
    prizes = standings_document(plain)["prizes"]
    assert prizes == [{"prize": "most lone hands", "to": [3], "amount": None}]


def test_the_standings_are_written_as_a_table_for_people():
    assert standings_table(ONE, money=figures) == TABLE


def test_standings_before_the_first_round_are_empty():
    assert standings_document(evening(number=0)) == {
        "format": "euchre-standings/1",
        "rows": [],
        "prizes": [],
    }
    assert (
        standings_table(evening(number=0), money=figures).split() == TABLE.splitlines()[0].split()
    )


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tournament.json"
    path.write_text(json.dumps(document(ONE)))
    return str(path)


def test_the_command_writes_either(file):
    assert json.loads(command.run(file=file, json=True)) == DOCUMENT
    assert command.run(file=file, json=False) == TABLE


@pytest.mark.parametrize(
    ("currency", "told"),
    [
        ("GBP", ("£10.01, £5.01 or £5.00 each", "£5.00")),
        ("JPY", ("¥1001, ¥501 or ¥500 each", "¥500")),
    ],
)
def test_money_is_written_in_the_currency_that_was_chosen(file, currency, told):
    shared, lone = told
    expected = TABLE.replace("(10.01, 5.01 or 5.00 each)", f"({shared})").replace(
        "(5.00)", f"({lone})"
    )
    assert command.run(file=file, json=False, currency=currency) == expected
    assert json.loads(command.run(file=file, json=True, currency=currency)) == DOCUMENT


def test_the_command_accepts_its_options_as_typed(file):
    out = io.StringIO()
    call_command("movement", "standings", file, "--currency", "EUR", stdout=out)
    assert "most lone hands: P2 (€5.00)." in out.getvalue()


def test_an_unknown_currency_is_refused(file, capsys):
    with pytest.raises(SystemExit) as end:
        call_command("movement", "standings", file, "--currency", "XXX")
    assert end.value.code == 1
    assert capsys.readouterr().err.endswith(
        "argument --currency: “XXX” is not a currency code such as GBP\n"
    )


def test_the_command_refuses_a_file_that_is_not_a_tournament(tmp_path):
    path = tmp_path / "none.json"
    path.write_text("{}")
    with pytest.raises(BadTournament):
        command.run(file=str(path), json=True)


def test_reasons_beside_the_cards_are_in_the_document_and_under_the_table():
    first, *others = ONE.entrants
    given = replace(
        ONE,
        format=replace(ONE.format, ranking=("points", "met")),
        entrants=(replace(first, handicap=2), *others),
        adjustments=(Adjustment(no=3, round=1, points=2, why="misdirected"),),
    )
    rows = {row["no"]: row for row in standings_document(given)["rows"]}
    assert rows[1] == row(1, 1, 10, 1) | {"handicap": 2, "met": "0 (0)"}
    told = {"round": 1, "points": 2, "won": 0, "why": "misdirected"}
    assert rows[3] == row(1, 3, 10, 1) | {"adjustments": [told], "met": "0 (0)"}
    assert {no: reasons_in(one) for no, one in rows.items()} == {
        one.no: one.reasons for one in standings(given)
    }
    written = standings_table(given, money=figures)
    assert "1 P1: +2 points by handicap.\n3 P3: +2 points in round 1: misdirected." in written
