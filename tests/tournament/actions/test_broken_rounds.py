"""A club's file whose tournaments cannot be is refused, and nothing of it is stored."""

import json

import pytest

from scoring.euchre.books import SHELF
from scoring.site.club_file.writing import save
from tests.cast import an_evening, log
from tests.rich_rounds import RESULTS
from tests.site.club_file.test_broken_club_files import refused, says, without
from tests.tournament.cast import a_tournament, begun, drawn, ended, tell_all

pytestmark = pytest.mark.django_db


def a_small_club():
    """A club with two tournaments of four and of eight, the first in its second round."""
    tournament = a_tournament(4, session=an_evening(title="Small"))
    row = begun(tournament)
    log(row.tables.get().table, "-")
    tell_all(ended(row))
    drawn(tournament)
    club = tournament.session.club
    begun(a_tournament(8, session=an_evening(club, title="Large")))
    return club


PLANNED = {
    "no": 3,
    "sitting_out": [],
    "tables": [{"table": 1, "seats": {"N": 1, "E": 2, "S": 3, "W": 4}}],
}
ONE_TABLE = PLANNED["tables"][0]
BEST = RESULTS["rows"][0]


def announced(prize):
    """A change of a file: this prize was announced."""
    return says("tournament", results=RESULTS | {"prizes": [prize]})


BROKEN = {
    "a style that is none": (
        says("tournament", style="bridge"),
        "this tournament cannot be: style: One of classic, club, rotation, seats, pairs, not "
        '"bridge"',
    ),
    "a setting that is none": (
        says("tournament", settings={"wine": 3}),
        "this tournament cannot be: wine: There is no such setting",
    ),
    "rules that are on no shelf": (
        says("tournament", settings={"rules": "poker"}),
        ", ".join(SHELF),
    ),
    "a plan for nobody": (
        says("tournament", plan=[PLANNED | {"tables": [ONE_TABLE | {"seats": {"N": "Ann"}}]}]),
        'this tournament cannot be: seats must be a whole number, not "Ann"',
    ),
    "a plan with a seat too few": (
        says(
            "tournament",
            plan=[PLANNED | {"tables": [ONE_TABLE | {"seats": {"N": 1, "S": 2, "W": 3}}]}],
        ),
        "this tournament cannot be: a table of the plan has seats that no table has",
    ),
    "results of nobody": (
        says("tournament", results=RESULTS | {"rows": [{"rank": 1}]}),
        "this tournament cannot be: name must be text, not null",
    ),
    "results that say nothing of stars": (
        says("tournament", results=RESULTS | {"rows": [BEST | {"gold": None}]}),
        "this tournament cannot be: gold must be a whole number, not null",
    ),
    "a prize of nothing that can be told": (
        announced({"prize": "first", "to": []}),
        "this tournament cannot be: amount must be a whole number, not null",
    ),
    "a prize whose money is text": (
        announced({"prize": "first", "to": [1], "amount": "much"}),
        'this tournament cannot be: amount must be a whole number, not "much"',
    ),
    "a prize of less than nothing": (
        announced({"prize": "first", "to": [1], "amount": -5}),
        "this tournament cannot be: amount cannot be less than nothing",
    ),
    "a prize for somebody who is in no row": (
        announced({"prize": "first", "to": [99], "amount": 5}),
        "this tournament cannot be: a prize goes to number 99, who is in no row of the results",
    ),
    "shares that are text": (
        announced({"prize": "first", "to": [1, 2], "amount": 5, "shares": "ab"}),
        'this tournament cannot be: shares must be a list, not "ab"',
    ),
    "a share too few": (
        announced({"prize": "first", "to": [1, 2], "amount": 5, "shares": [5]}),
        "this tournament cannot be: a prize has a share for each who won it",
    ),
    "cuts that are a list": (
        says("tournament", results=RESULTS | {"cuts": [1]}),
        "this tournament cannot be: cuts must be an object, not a list",
    ),
    "results of who never entered": (
        says(
            "tournament",
            results=RESULTS | {"rows": [BEST | {"no": 9}], "prizes": []},
            finished_at="2026-05-01T19:00:00+00:00",
        ),
        "What was announced of Small names number 9, who never entered",
    ),
    "a plan for who never entered": (
        says("tournament", plan=[PLANNED | {"sitting_out": [77]}]),
        "Small, round 3 of the plan, names number 77, who never entered",
    ),
    "a plan with somebody twice": (
        says("tournament", plan=[PLANNED | {"sitting_out": [4]}]),
        "Small, round 3 of the plan, has an entrant twice",
    ),
    "somebody who sits out and never entered": (
        says("round", sitting_out=[77]),
        "Small, Round 1, names number 77, who never entered",
    ),
    "finished without results": (
        says("tournament", finished_at="2026-05-01T19:00:00+00:00"),
        "this tournament cannot be: finished with results",
    ),
    "somebody who sits out and is no number": (
        says("round", sitting_out=["Ann"]),
        'this round cannot be: sitting_out must be a whole number, not "Ann"',
    ),
    "points that are none": (
        says("report", points={"NS": "all"}),
        'this report cannot be: points must be a whole number, not "all"',
    ),
    "a side that is none": (
        says("report", points={"NE": 5}),
        'this report cannot be: "NE" is no side of a table',
    ),
    "lone hands of nobody": (
        says("report", lones={"Ann": 1}),
        'this report cannot be: lones names "Ann", which is no number of an entrant',
    ),
    "somebody of another tournament": (
        says("placing", entrant=12),
        "Hal at Table 1, N is of another round, or of another tournament",
    ),
    "a seat that nobody has": (
        without("placing", round=3, seat="N"),
        "Table 1 of Large, Round 1, has not three, four or six seats taken",
    ),
    "a table of another evening": (
        says("round-table", table=2),
        "Table 1 of Round 1 is at a table of another evening",
    ),
    "a sitting of another round's table": (
        says("sitting", round_table=3),
        "Table 1, sitting 1 is a round of another table",
    ),
    "a report of somebody else's": (
        says("report", entrant=12),
        "director about Table 1 comes from an entrant of another tournament",
    ),
}


@pytest.mark.slow
def test_a_file_with_an_impossible_tournament_is_refused(tmp_path):
    file = tmp_path / "ours.jsonl"
    save(a_small_club(), file=file)
    saved = file.read_text().splitlines()
    wrong = {}
    for what, (change, sentence) in BROKEN.items():
        found = change([json.loads(line) for line in saved])
        file.write_text("".join(f"{json.dumps(row)}\n" for row in found))
        told = refused(file)
        if not told.endswith(f"{sentence}."):
            wrong[what] = told
    assert wrong == {}
