"""Hands with a bid in a club's file: as they were, corrections too."""

import json

import pytest

from scoring.euchre.hand import Hand
from scoring.models import HandRecord
from scoring.site.club_file.writing import lines
from scoring.table.actions.corrections import correct_hand
from tests.cast import BEN, FIVE, PHONE, a_club, a_table, an_evening
from tests.site.club_file.test_load import moved
from tests.table.views.test_bids_of_house_rules import HANDS, at_the_hall

pytestmark = pytest.mark.django_db


def test_bids_and_their_earlier_versions_survive_the_club_file_byte_for_byte(tmp_path):
    club = a_club()
    table = a_table("Ben 4/5", "Ann !/6", rules_key="bid", session=an_evening(club), names=FIVE[:4])
    change = Hand(maker=BEN, bid=5, tricks=5)
    correct_hand(record=table.sitting.hands.first(), hand=change, revision=0, why="", actor=PHONE)
    found = [json.loads(line) for line in lines(club)]
    assert [row["bid"] for row in found if row["is"] == "hand"] == ["5", "alone"]
    assert [row["before"]["bid"] for row in found if row["is"] == "correction"] == [4]
    before = b"".join(lines(club))
    loaded = moved(club, tmp_path / "ours.jsonl")
    assert b"".join(lines(loaded.club)) == before
    assert [one.hand.bid for one in HandRecord.objects.order_by("place")] == [5, "alone"]


def test_lone_bids_of_house_rules_numbers_alone_and_forced_bids_survive_the_club_file(tmp_path):
    table = at_the_hall(*HANDS)
    first, club = table.sitting.hands.first(), table.session.club
    change = Hand(maker=BEN, bid="call-two", tricks=5)
    correct_hand(record=first, hand=change, revision=0, why="", actor=PHONE)
    before = b"".join(lines(club))
    loaded = moved(club, tmp_path / "ours.jsonl")
    assert b"".join(lines(loaded.club)) == before
    kept = [one.hand for one in HandRecord.objects.order_by("place")]
    assert [(one.bid, one.alone, one.forced) for one in kept] == [
        ("call-two", 1, None),
        (4, 2, None),
        (3, None, True),
    ]
