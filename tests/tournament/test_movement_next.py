"""`manage.py movement next`: a file with one more round, or that round for people."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.seats import SEATS
from tests.tournament.pure.evenings import evening, table


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a document to a file and returns its name."""

    def write(found):
        path = tmp_path / "tournament.json"
        path.write_text(json.dumps(found), encoding="utf-8")
        return str(path)

    return write


def run(*arguments):
    out = io.StringIO()
    call_command("movement", "next", *arguments, stdout=out)
    return out.getvalue()


TABLES = (table(1, "1 2 3 4", "5 3"), table(2, "5 6 7 8", "4 6"))


def test_the_next_round_is_added_and_all_else_stays_unchanged(file):
    before = document(evening(*TABLES, sitting_out=(9,)))
    before["entrants"][0]["since"] = 1
    del before["seed"]
    after = json.loads(run(file(before), "--json"))
    *earlier, added = after.pop("rounds")
    assert (earlier, after) == (before.pop("rounds"), before)
    assert added == {
        "no": 2,
        "sitting_out": [2],
        "tables": [
            {"table": 1, "seats": {"N": 1, "E": 8, "S": 6, "W": 3}},
            {"table": 2, "seats": {"N": 5, "E": 9, "S": 4, "W": 7}},
        ],
    }


def test_the_command_prints_the_seating_for_people(file):
    found = document(evening(*TABLES, sitting_out=(9,)))
    assert run(file(found)) == (
        "Round 2, Club, seed 7\n"
        "    1  NS 1 P1 + 6 P6  EW 8 P8 + 3 P3\n"
        "    2  NS 5 P5 + 4 P4  EW 9 P9 + 7 P7\n"
        "Sitting out: 2 P2\n"
    )


def test_a_file_without_rounds_is_drawn_with_ghosts(file):
    after = json.loads(run(file(document(evening(number=7, odd="ghost"))), "--json"))
    assert after["entrants"][7:] == [{"no": 8, "name": "Ghost", "ghost": True}]
    seats = [one["seats"][seat] for one in after["rounds"][0]["tables"] for seat in SEATS]
    assert sorted(seats) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert document(read(after)) == after


def test_a_dash_is_standard_input(monkeypatch):
    data = json.dumps(document(evening(number=4))).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run("-").startswith("Round 1, Club, seed 7\n")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (document(evening(table(1, "1 2 3 4"))), "Round 1: table 1 has no result yet."),
        (
            document(evening(table(1, "1 2 3 4", "1 1"), TABLES[1])),
            "Table 1 is tied 1–1: enter who won the tie.",
        ),
        ({"format": "euchre-tournament/1"}, "style is missing"),
    ],
)
def test_an_impossible_file_is_refused_in_one_sentence(file, found, said):
    with pytest.raises(CommandError) as refused:
        run(file(found))
    assert str(refused.value) == said
