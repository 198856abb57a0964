import json
import subprocess
import sys

import pytest

from scoring.euchre import sheet
from scoring.euchre.score_out import document, score
from scoring.table.actions.corrections import take_back
from scoring.table.actions.tables import change_people, move_deal
from scoring.table.queries.sheet_files import sheet_of
from tests.cast import (
    DAN,
    DAN_REVOKES,
    EVE,
    PHONE,
    a_table,
    again,
    an_evening,
    log,
    log_unseen,
    totals,
)

pytestmark = pytest.mark.django_db


def exported(table):
    """The sitting in progress as a sheet that was written and read again."""
    return sheet.loads(json.dumps(sheet.document(sheet_of(again(table).sitting))).encode())


def a_full_table(**what):
    """A table at which everything happened that a sheet can hold."""
    table = a_table("Ben+Dan 3", "Eve! 5", "=", DAN_REVOKES, **what)
    move_deal(table=table, seat=EVE)
    log(table, "Cat 2", note="“third hand low”,\nsaid Ann")
    take_back(record=log(table, "Ann! 5"), actor=PHONE)
    log_unseen(table, "Ann! 5")
    return table


def test_a_sitting_read_back_from_its_sheet_scores_the_same():
    table = a_full_table(options={"joker": True}, first_dealer=DAN)
    found = score(exported(table))
    assert found.totals == totals(table)
    assert [played.dealer for played in found.hands] == [
        played.dealer for played in again(table).sitting.played
    ]


def test_a_sheet_holds_the_hands_that_count_with_their_ids_and_notes():
    table = a_full_table()
    counted = again(table).sitting.hands.counted()
    assert [(entry.id, entry.hand, entry.note) for entry in exported(table).hands] == [
        (str(record.pk), record.hand, record.note or None) for record in counted
    ]


def test_each_sitting_of_a_table_is_a_sheet_of_its_own():
    table = a_table("Eve! 5")
    change_people(table=table, names=["Ann", "Ben", "Cat", "Fay"])
    first, second = again(table).sittings.all()
    assert [(found.players, len(found.hands)) for found in map(sheet_of, (first, second))] == [
        (("Ann", "Ben", "Cat", "Dan", "Eve"), 1),
        (("Ann", "Ben", "Cat", "Fay"), 0),
    ]


def test_a_sheet_names_the_stake_and_the_title():
    found = exported(a_table("Eve! 5", session=an_evening(title="The final")))
    assert (str(found.stake), found.title) == ("25p a point", "The final, Table 1")
    assert exported(a_table("Eve! 5", stake_minor=0)).stake is None


def test_the_command_line_scores_a_sheet_as_the_site_does(tmp_path):
    table = a_full_table(options={"joker": True})
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(sheet.document(sheet_of(again(table).sitting))))
    command = [sys.executable, "manage.py", "score", "--json", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(
        json.dumps(document(score(sheet_of(again(table).sitting))))
    )
    assert json.loads(done.stdout)["totals"] == totals(table)
