"""What nobody uses is put away as a file, and comes back from it whole."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import DateTimeField, F
from django.utils import timezone

from scoring.club.actions.forget import forget_player
from scoring.common.throttle import count_start
from scoring.models import CardClip, Club, ClubSession, HandRecord, Player, Table, Visitor
from scoring.site.actions.tidying import put_away, tidy, unused_clubs
from scoring.site.club_file.kinds import KINDS
from scoring.site.club_file.load import load_club
from scoring.site.club_file.writing import lines
from scoring.table.actions.tables import renew_link
from tests.cast import (
    FIVE,
    PHONE,
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_officer,
    close,
    everything,
    log,
    totals,
)
from tests.tournament.actions.test_card_clips import cards, send
from tests.tournament.cast import a_tournament, begun

LATER = timezone.now() + timedelta(days=92)
NEXT_WEEK = timezone.now() + timedelta(days=7)


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def said(**how):
    out = StringIO()
    call_command("tidy", stdout=out, **how)
    return out.getvalue().splitlines()


@pytest.mark.django_db
def test_only_visitors_tables_unused_for_ninety_days_are_archived():
    table, ours = a_casual_table("Eve! 5"), a_table("Ben+Dan 3", session=None)
    served = a_casual_table(names=FIVE)
    an_officer(served.session.club, "olga")
    before = everything()
    assert (tidy(now=NEXT_WEEK).put_away, everything()) == ([], before)
    (file,) = tidy(now=LATER).put_away
    assert (file.parent.name, file.parent.stat().st_mode & 0o077) == ("put-away", 0)
    assert set(Club.objects.values_list("pk", flat=True)) == {
        ours.session.club_id,
        served.session.club_id,
    }
    assert Table.objects.filter(pk=table.pk).count() == 0
    assert tidy(now=LATER).put_away == []


@pytest.mark.django_db
def test_old_pictures_of_tally_cards_are_deleted():
    round = begun(a_tournament(8, style="rotation", rounds=7))
    send(round, *cards(round))
    tidy(now=NEXT_WEEK)
    assert CardClip.objects.count() == 4
    tidy(now=LATER)
    assert not CardClip.objects.exists()


@pytest.mark.django_db
def test_an_archived_table_can_be_restored_with_its_hands_and_codes():
    table = a_casual_table("Eve! 5", "Ben+Dan 3")
    close(table.session)
    where, scored = address(table), totals(table)
    held = list(lines(table.session.club))
    (file,) = tidy(now=LATER).put_away
    assert a_phone().get(where).status_code == 404
    assert HandRecord.objects.count() == Player.objects.count() == ClubSession.objects.count() == 0
    club = load_club(file=file).club
    assert (list(lines(club)), club.casual) == (held, True)
    back = Table.objects.get()
    assert (totals(back), a_phone().get(where).status_code) == (scored, 200)


USES = {
    "a hand": lambda table: log(table),
    "a renewed code": lambda table: renew_link(table=table, right="watch"),
    "another evening": lambda table: ClubSession.objects.create(club=table.session.club),
    "a payment": lambda table: close(table.session).payments.update(paid_at=timezone.now()),
}


@pytest.mark.django_db
def test_any_write_at_a_table_keeps_it_from_being_archived():
    tables = {name: a_casual_table("Eve! 5") for name in USES}
    days = timedelta(days=100)
    for table in tables.values():
        grow_older(table.session.club, days)
    assert len(unused_clubs(now=timezone.now())) == len(USES)
    for name, use in USES.items():
        use(again(tables[name]))
    assert unused_clubs(now=timezone.now()) == []


def grow_older(club, by):
    """Let everything in a club have happened so much earlier."""
    for kind in KINDS:
        rows = kind.model._base_manager.filter(pk__in=kind.rows(club).values("pk"))
        for field in kind.model._meta.concrete_fields:
            if isinstance(field, DateTimeField):
                rows.update(**{field.name: F(field.name) - by})
    for session in club.sessions.all():
        ClubSession.objects.filter(pk=session.pk).update(played_on=session.played_on - by)


@pytest.mark.django_db
def test_after_a_month_without_tidying_one_night_is_skipped_as_clocks_may_jump():
    a_casual_table("Eve! 5")
    today, a_day = timezone.now(), timedelta(days=1)
    nights = [today, today + a_day, LATER, today + 2 * a_day, LATER + a_day, LATER + 2 * a_day]
    found = [len(tidy(now=night, nightly=True).put_away) for night in nights]
    assert found == [0, 0, 0, 0, 0, 1]


@pytest.mark.django_db
def test_a_restored_table_stays_for_as_long_again():
    a_casual_table("Eve! 5")
    grow_older(Club.objects.get(), timedelta(days=100))
    (file,) = tidy(now=timezone.now()).put_away
    call_command("club", "load", str(file), stdout=StringIO())
    assert (unused_clubs(now=timezone.now()), Table.objects.count()) == ([], 1)
    assert len(unused_clubs(now=LATER)) == 1


@pytest.mark.django_db
def test_a_table_used_after_it_was_found_is_not_archived():
    table = a_casual_table("Eve! 5")
    assert put_away(club=table.session.club_id, now=timezone.now()) is None
    assert Table.objects.filter(pk=table.pk).exists()


@pytest.mark.django_db
def test_one_of_two_servers_that_find_a_table_archives_it():
    club = a_casual_table("Eve! 5").session.club_id
    files = [put_away(club=club, now=LATER) for machine in range(2)]
    assert [bool(file) for file in files] == [True, False]


@pytest.mark.django_db
def test_a_table_is_not_deleted_if_its_file_cannot_be_written(data_dir):
    a_casual_table("Eve! 5")
    before = everything()
    (data_dir / "put-away").write_text("in the way")
    with pytest.raises(OSError):
        tidy(now=LATER)
    assert everything() == before


@pytest.mark.django_db
def test_archiving_can_be_turned_off(settings):
    a_casual_table("Eve! 5")
    settings.PUT_AWAY_AFTER = 0
    assert tidy(now=LATER).put_away == []


@pytest.mark.django_db
def test_visitors_addresses_are_deleted_after_a_day(monkeypatch):
    count_start("203.0.113.7")
    said()
    assert Visitor.objects.count() == 1
    monkeypatch.setattr(timezone, "now", lambda: NEXT_WEEK)
    assert (said(), Visitor.objects.count()) == ([], 0)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_command_rewrites_the_database_after_an_erasure():
    club = a_club()
    player = Player.objects.create(club=club, name="Xanthippe Quill")
    assert said() == []
    forget_player(player=player, actor=PHONE)
    assert said() == ["The database was rewritten, because someone’s data was erased."]
    assert connection.is_usable()


@pytest.mark.django_db
def test_the_pages_say_when_a_table_is_archived(settings):
    phone = a_phone()
    sent = {"names": "Ann, Ben, Cat, Dan", "currency": "GBP"}
    phone.post("/start", sent)
    session = ClubSession.objects.get()
    for days, there in ((90, True), (30, True), (0, False)):
        settings.PUT_AWAY_AFTER = days
        for page in ("/start", f"/sessions/{session.pk}/"):
            text = " ".join(phone.get(page).content.decode().split())
            assert (f"fter {days} days" in text, "archived" in text) == (there, there), page
