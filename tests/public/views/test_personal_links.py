"""Players' links handed out: shown, shared, printed, made anew; and what players see is said."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Club, Event, PersonalLink
from scoring.people.actions.people import add_players
from tests.cast import a_club, a_phone, an_officer, signed_in
from tests.league.views.test_fixtures import text_of
from tests.own import own_link
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Zoë"])
    return club


def test_one_button_makes_links_for_all_members_and_another_renews_one(club):
    kate = signed_in()
    home = f"/clubs/{club.pk}/own-pages/"
    assert "3 members have no link." in text_of(kate.get(home))
    kate.post(f"{home}make")
    ann = club.players.get(name="Ann")
    before = own_link(ann)
    shown = text_of(kate.get(f"{home}?player={ann.pk}"))
    assert (before.written_code in shown, PersonalLink.objects.count()) == (True, 3)
    assert f'data-share="http://testserver{before.get_absolute_url()}"' in (
        kate.get(f"{home}?player={ann.pk}").content.decode()
    )
    answer = kate.post(f"{home}{ann.pk}/renew")
    assert answer["Location"] == f"{home}?player={ann.pk}#player-{ann.pk}"
    assert [
        a_phone().get(one.get_absolute_url()).status_code for one in (before, own_link(ann))
    ] == [*(410, 200)]


def test_the_slips_and_the_list_show_each_code_and_where_to_type_it(club):
    kate, home = signed_in(), f"/clubs/{club.pk}/own-pages/"
    kate.post(f"{home}make")
    codes = {one.player.name: one.written_code for one in PersonalLink.objects.all()}
    slips, listed, one = (
        whole(kate.get(f"{home}{rest}").content)
        for rest in ("slips.pdf", "codes.pdf", f"slips.pdf?player={club.players.last().pk}")
    )
    for said in (slips, listed):
        assert [f"{name}" in said and code in said for name, code in codes.items()] == [True] * 3
        assert "testserver/me/" in said
    assert [code in one for code in codes.values()] == [False, False, True]


def test_an_owner_sets_what_players_see_and_the_activity_log_records_it(club):
    an_officer(club, "olga", "organiser")
    address = f"/clubs/{club.pk}/own-pages/what"
    sent = {"seat": "on", "evenings": "on"}
    found = [signed_in(name).post(address, sent).status_code for name in ("olga", "kate", "kate")]
    assert (found, Club.objects.get(pk=club.pk).own_parts) == (
        [403, 302, 302],
        ["seat", "evenings"],
    )
    assert list(Event.objects.values_list("said", flat=True)) == [
        "Player pages show: seat, evenings."
    ]
    assert "Only an owner can change this." in text_of(signed_in("olga").get(address))


def test_the_list_takes_as_many_queries_for_three_as_for_one(club):
    kate, home = signed_in(), f"/clubs/{club.pk}/own-pages/"
    kate.post(f"{home}make")

    def queries():
        with CaptureQueriesContext(connection) as found:
            kate.get(home)
        return len(found)

    three = queries()
    add_players(club=club, names=[f"More {no}" for no in range(5)])
    kate.post(f"{home}make")
    assert queries() == three
