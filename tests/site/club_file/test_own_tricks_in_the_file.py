"""Hands in which each player took their own tricks, in a club's file: as they were, corrections
too."""

import json

import pytest

from scoring.euchre.hand import Hand
from scoring.models import Correction, HandRecord
from scoring.site.club_file.sound import refuse_correction
from scoring.site.club_file.writing import lines
from scoring.table.actions.corrections import correct_hand
from tests.cast import BEN, FIVE, PHONE, a_club, a_table, an_evening
from tests.site.club_file.test_load import moved

pytestmark = pytest.mark.django_db
HANDS = ("Ben 1,3,-,1", "1,2,1,1")


def test_the_tricks_of_each_and_their_earlier_versions_survive_the_club_file(tmp_path):
    club = a_club()
    table = a_table(*HANDS, rules_key="buck", session=an_evening(club), names=FIVE[:4])
    change = Hand(maker=BEN, taken=(None, 4, 0, 1))
    correct_hand(record=table.sitting.hands.first(), hand=change, revision=0, why="", actor=PHONE)
    found = [json.loads(line) for line in lines(club)]
    assert [row["taken"] for row in found if row["is"] == "hand"] == ["-,4,0,1", "1,2,1,1"]
    assert [row["before"]["taken"] for row in found if row["is"] == "correction"] == [
        [1, 3, None, 1]
    ]
    before = b"".join(lines(club))
    loaded = moved(club, tmp_path / "ours.jsonl")
    assert b"".join(lines(loaded.club)) == before
    kept = [one.hand.taken for one in HandRecord.objects.order_by("place")]
    assert kept == [(None, 4, 0, 1), (1, 2, 1, 1)]


@pytest.mark.parametrize(
    "taken", ["1,3,-,1", {"0": 1}, [1, "3", None, 1], [True, 3, None, 1], [1, -3, None, 1], [0, 9]]
)
def test_an_earlier_version_with_tricks_that_are_none_is_refused(taken):
    with pytest.raises(ValueError):
        refuse_correction(Correction(before={"taken": taken, "maker": 0}, after={"maker": 0}))
