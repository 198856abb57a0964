"""A round taken back: the tables of round 1 keep their codes; what rests on a result is drawn
anew."""

from uuid import uuid4

import pytest

from scoring.models import HouseRules, Link, Table
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.reports import withdraw
from scoring.tournament.actions.rounds import publish_round, start_round, take_back
from scoring.tournament.actions.setting_up import drop_tournament, make_tournament
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.actions.tables import not_played
from tests.cast import PHONE, again
from tests.tournament.cast import a_tournament, begun, drawn, latest, played_to, seats, tell

pytestmark = pytest.mark.django_db


def taken_back(people=8, **settings):
    """A tournament whose round 1 was told, and is told no more."""
    tournament = a_tournament(people, **settings)
    drawn(tournament)
    publish_round(tournament=tournament, no=1)
    take_back(tournament=tournament, no=1, step="published")
    return again(tournament)


def codes():
    return set(Link.objects.values_list("table__no", "right", "token"))


def rules_at(tournament):
    tables = tournament.session.tables.select_related("house").order_by("no")
    return [(table.rules_key, table.rules.alone) for table in tables]


def test_round_1_published_again_uses_rules_changed_in_the_meantime():
    tournament = taken_back()
    changed = {"rules": "keller", "lone_at_head": False}
    change_settings(tournament=tournament, settings=changed, actor=PHONE)
    drawn(tournament)
    start_round(tournament=again(tournament), no=1)
    other = Table.objects.get(no=2).rules.alone
    assert rules_at(tournament) == [("keller", "nobody"), ("keller", other)]
    assert other != "nobody"


def test_printed_codes_stay_valid_when_round_1_is_published_again():
    tournament = taken_back()
    printed = codes()
    publish_round(tournament=tournament, no=1)
    assert (codes(), len(printed)) == (printed, 4)


def test_rules_that_no_table_uses_any_more_are_deleted():
    tournament = taken_back()
    publish_round(tournament=tournament, no=1)
    assert HouseRules.objects.filter(tables=None).count() == 0


def test_a_table_of_three_gets_the_rules_for_four_after_a_fourth_was_entered():
    tournament = taken_back(["Ann", "Ben", "Cat"], odd="three")
    assert [table.rules_key for table in Table.objects.all()] == ["hoyle-three"]
    enter_by_name(tournament=tournament, names=[("Dan",)])
    row = drawn(tournament)
    publish_round(tournament=again(tournament), no=row.no)
    assert len(row.tables.get().table.sitting.players) == 4


def test_deleting_an_unpublished_tournament_deletes_its_tables():
    tournament = taken_back()
    drop_tournament(tournament=tournament)
    assert (Table.objects.count(), HouseRules.objects.count()) == (0, 0)
    assert make_tournament(session=again(tournament.session), style="rotation").style == "rotation"


def test_a_withdrawn_result_does_not_keep_a_round_started():
    tournament = a_tournament(8)
    row = begun(tournament)
    told = not_played(key=uuid4(), round_table=row.tables.get(no=2), actor=PHONE)
    withdraw(report=told, actor=PHONE)
    take_back(tournament=tournament, no=1, step="started")
    assert again(row).started_at is None


def test_an_unpublished_round_is_discarded_if_a_result_it_depends_on_changes():
    tournament = a_tournament(8)
    round = played_to(tournament, 1)
    first = seats(drawn(tournament))
    tell(round, 1, 2, 9)
    assert latest(tournament) == round
    assert seats(drawn(tournament)) != first


def test_a_result_entered_again_unchanged_keeps_the_draw():
    tournament = a_tournament(8)
    round = played_to(tournament, 1)
    row = drawn(tournament)
    tell(round, 1, 7, 5)
    assert latest(tournament) == row


def test_published_seats_stay_whatever_is_corrected():
    tournament = a_tournament(8)
    round = played_to(tournament, 1)
    row = begun(tournament)
    before = seats(row)
    tell(round, 1, 2, 9)
    assert (latest(tournament), seats(row)) == (row, before)
