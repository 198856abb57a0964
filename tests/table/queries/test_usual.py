"""By which rules a club's new tables start."""

import pytest

from scoring.table.actions.house_rules import change_house_rules, make_house_rules
from scoring.table.queries.usual import usual_terms
from tests.cast import FIVE, a_club, a_table, an_evening, log

pytestmark = pytest.mark.django_db


def usual(club):
    found = usual_terms(club)
    return found and (found.rules.name, found.stake_minor)


def test_a_club_starts_from_what_it_played_last():
    club = a_club()
    assert usual(club) is None
    a_table(session=an_evening(club), names=FIVE[:4], rules_key="keller", stake_minor=10)
    a_table(session=an_evening(club), stake_minor=50)
    a_table(session=an_evening(a_club("Others", organiser="mallory")), names=FIVE[:4])
    assert usual(club) == ("Call-Ace", 50)


def test_replaced_house_rules_give_way_to_their_replacement():
    club = a_club()
    house = make_house_rules(club=club, base="call-ace", name="Ours", changes={"march": 4})
    log(a_table(session=an_evening(club), house=house), "Ben+Dan 3")
    change_house_rules(house=house, name="Ours anew", changes={"march": 5})
    assert usual(club) == ("Ours anew", 25)


def test_a_clubs_default_rules_come_before_what_it_played_last():
    club = a_club()
    a_table(session=an_evening(club), names=FIVE[:4], rules_key="keller", stake_minor=10)
    a_table(session=an_evening(club), stake_minor=50)
    club.usual_rules = "keller"
    assert usual(club) == ("Keller’s game", 10)
    club.usual_rules = "american"
    assert (usual_terms(club).rules.key, usual_terms(club).stake_minor) == ("american", 0)


def test_default_house_rules_stay_the_default_under_a_new_name():
    club = a_club()
    house = make_house_rules(club=club, base="call-ace", name="Ours", changes={"march": 4})
    club.usual_rules = "Ours"
    club.save()
    change_house_rules(house=house, name="Ours anew", changes={"march": 5})
    club.refresh_from_db()
    assert usual(club) == ("Ours anew", 0)
