"""Somebody is forgotten who played in a tournament: no prize and no screen of the hall names them
any more."""

import pytest

from scoring.club.actions.forget import forget_player
from scoring.models import Pass
from scoring.people.actions.people import rename_player
from scoring.tournament.actions.finishing import finish
from tests.cast import PHONE, a_phone, again, close
from tests.tournament.cast import a_tournament, begun, ended, names_at, played_to, tell

pytestmark = pytest.mark.django_db

FOUR = ["Eve", "Eve Bell", "Cat", "Dan"]


def over(tournament):
    finish(tournament=again(tournament), actor=PHONE)
    close(tournament.session)


def test_an_erased_persons_name_disappears_from_reasons_of_prizes():
    prizes = [
        {"prize": "first"},
        {"prize": "most lone hands", "gift": "What Eve and Eve Bell baked"},
    ]
    tournament = a_tournament(FOUR, prizes=prizes, one_prize_each=True)
    row = ended(begun(tournament))
    (seats,) = names_at(row).values()
    eve, bell = tournament.entrants.get(no=1), tournament.entrants.get(no=2)
    side = {seat: "NS" if seat in "NS" else "EW" for seat in seats}
    best = next(side[seat] for seat, name in seats.items() if name == "Eve")
    tell(row, 1, *((7, 2) if best == "NS" else (2, 7)), lones={1: 3, 2: 2})
    over(tournament)
    announced = again(tournament).results["prizes"]
    assert any("Eve" in prize["why"].split() for prize in announced)
    rename_player(player=bell.player, name="Bella", short_name="", guest=False)
    rename_player(player=eve.player, name="Evelyn", short_name="", guest=False)
    version = again(tournament).version
    forget_player(player=again(eve.player), actor=PHONE)
    now = again(tournament)
    told = [
        {**prize, "why": prize["why"].replace("Eve has", "Former member 1 has")}
        | ({"gift": "What Former member 1 and Eve Bell baked"} if "gift" in prize else {})
        for prize in announced
    ]
    assert (now.results["prizes"], now.version) == (told, version + 1)


def test_no_phone_in_the_hall_shows_an_erased_person():
    tournament = a_tournament(FOUR, rounds=2)
    played_to(tournament, 1)
    over(tournament)
    hall = Pass.objects.get(session=tournament.session, right="players")
    phone = a_phone()
    assert "Dan" in phone.get(f"/e/{hall.token}/").content.decode()
    forget_player(player=tournament.entrants.get(no=4).player, actor=PHONE)
    shown = phone.get(f"/e/{hall.token}/").content.decode()
    assert ("Dan" in shown, "Former member 1" in shown) == (False, True)
