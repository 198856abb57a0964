"""People who changed before any hand of theirs came: their sitting stays for hands that a phone has
kept."""

import pytest

from scoring.club.actions.merge import merge_players
from scoring.club.queries.person import hangs_on
from scoring.common.refused import Refused
from scoring.evening.queries.cutting import people_about
from scoring.evening.queries.plans import meetings
from scoring.models import Sitting
from scoring.site.club_file.spreadsheets import sittings_of
from scoring.table.actions.tables import change_people
from scoring.table.actions.waiting import decide_waiting
from scoring.tournament.actions.rounds import publish_round, take_back
from tests.cast import FIVE, PHONE, a_phone, a_table, address, again, everything, log, totals
from tests.cutting import key
from tests.tournament.cast import a_tournament, drawn, played_to

pytestmark = pytest.mark.django_db
OTHERS = ["Ann", "Ben", "Cat", "Dan", "Fay"]


def replaced():
    """A table whose people changed before a hand, and the sitting they had; Eve sits nowhere
    now."""
    table = a_table()
    old = table.sitting
    change_people(table=table, names=OTHERS)
    return again(table), old


def a_late_hand(table, old):
    return log(table, "Cat+Dan 4", sitting=old.pk, after=None)


def test_a_stored_hand_of_a_replaced_sitting_waits():
    table, old = replaced()
    record = a_late_hand(table, old)
    assert (record.sitting, record.state) == (old, "waiting")


def test_a_hand_of_a_replaced_sitting_is_kept_for_the_players_who_sat_there():
    table, old = replaced()
    log(table, "Ben! 5")
    decide_waiting(record=a_late_hand(table, old), keep=True, actor=PHONE)
    assert dict(zip(FIVE, again(old).totals, strict=True)) == {
        "Ann": 0,
        "Ben": 0,
        "Cat": 1,
        "Dan": 1,
        "Eve": 0,
    }
    assert totals(table) == {"Ann": 0, "Ben": 5, "Cat": 0, "Dan": 0, "Fay": 0}


def told_of_eve(table):
    """Where something tells of the one who sat there without a hand."""
    eve, ann = key(table, "Eve"), key(table, "Ann")
    return {
        "about": "Eve" in {player.name for player in people_about(table.session)},
        "met": meetings(table.session, [eve, ann]).met != {},
        "in the spreadsheet": sum(map(len, sittings_of(table.session.club))) == 2,
        "hangs on": hangs_on(table.session.club.players.get(name="Eve")).sittings == 1,
    }


def test_a_replaced_sitting_is_shown_only_once_a_hand_of_it_arrives():
    table, old = replaced()
    assert set(told_of_eve(table).values()) == {False}
    a_late_hand(table, old)
    assert set(told_of_eve(table).values()) == {True}


def test_a_name_corrected_before_the_first_hand_can_be_merged():
    table, old = replaced()
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan", "Eva"])
    club = table.session.club
    eve, dan = club.players.get(name="Eve"), club.players.get(name="Dan")
    merge_players(kept=dan, gone=eve, actor=PHONE)
    assert not Sitting.objects.filter(pk=old.pk).exists()
    assert again(table).sitting.names == ["Ann", "Ben", "Cat", "Dan", "Eva"]


def test_the_pad_opens_after_a_merge_deleted_the_sitting_before():
    table = a_table("Ben! 5", names=["Ann", "Ben", "Cat", "Dan", "Gil"])
    change_people(table=again(table), names=FIVE)
    between = again(table).sitting
    change_people(table=again(table), names=OTHERS)
    club = table.session.club
    eve, dan = club.players.get(name="Eve"), club.players.get(name="Dan")
    merge_players(kept=dan, gone=eve, actor=PHONE)
    assert not Sitting.objects.filter(pk=between.pk).exists()
    assert a_phone().get(address(table)).context["page"].anew == "people"


def test_a_hand_of_an_undone_round_is_refused_with_the_reason():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    drawn(tournament)
    publish_round(tournament=tournament, no=2)
    table = tournament.session.tables.first()
    told_in = table.sitting
    take_back(tournament=tournament, no=2, step="published")
    stored = everything()
    with pytest.raises(Refused, match="The round of this hand was undone"):
        log(again(table), "{} 3".format(*again(table).sitting.names), sitting=told_in.pk)
    assert everything() == stored
