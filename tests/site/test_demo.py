"""The demo club: what a stranger finds in it."""

import re
from io import StringIO

import pytest
from django.core.management import call_command

from scoring.league.queries.money import asked_for, money_of
from scoring.site.demo import league as demo
from tests.cast import a_phone, an_organiser

pytestmark = pytest.mark.django_db


def test_the_demo_shows_strangers_half_a_season_with_work_for_a_secretary():
    league = demo.play_half_a_season(an_organiser())
    matches = league.matches.all()
    played = matches.exclude(counted_at=None).count()
    assert (matches.count(), played, matches.filter(date=None).count()) == (90, 33, 1)
    assert matches.exclude(disputed_at=None).count() == matches.exclude(walkover="").count() == 1
    money = money_of(league)
    assert sorted(money[team.pk].balance for team in league.teams.all()) == [-1000] * 2 + [0] * 8
    assert {one.fee for one in asked_for(league)} == {"match", "late card"}
    phone, captain = a_phone(), demo.captains_page()
    pages = [league.get_absolute_url(), f"/team/{captain}/"]
    assert [phone.get(page).status_code for page in pages] == [200, 200]


@pytest.mark.slow
def test_every_address_printed_by_the_demo_leads_to_a_page():
    said = StringIO()
    call_command("demo", evenings=1, stdout=said)
    addresses = re.findall(r"http://127.0.0.1:8000(/\S+/\S*)", said.getvalue())
    assert [address.split("/")[1] for address in addresses] == ["t", "t", "team", "me"]
    stranger = a_phone()
    assert [stranger.get(address).status_code for address in addresses] == [200] * 4
    own = stranger.get(addresses[-1]).content.decode()
    assert "with Ben, Cat, Dan and Eveline" in own
