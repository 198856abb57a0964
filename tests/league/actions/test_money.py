"""The money of teams in the club's book: whom it is asked of, once, and what each comes to."""

from datetime import date, datetime

import pytest
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.league.actions.money import (
    Fee,
    answer_for,
    charge_asked,
    charge_fee,
    charge_teams,
    enter_for_team,
)
from scoring.league.queries.money import asked_for, money_of, money_of_team
from scoring.money.actions.accounts import take_back, take_back_together
from tests.book import stands
from tests.cast import PHONE, some_id
from tests.league.cast import FIRST, a_league, a_match, a_squad, counted

pytestmark = pytest.mark.django_db
FEES = {"entry": 1000, "match": 50, "signing": 100, "transfer": 200, "late_card": 500}


@pytest.fixture
def league():
    league = a_league("st-austell")
    league.settings["fees"] = FEES
    league.save()
    for team, *names in [("Mounties", "Ann", "Ben"), ("Trolls", "Cat", "Dan")]:
        found = league.teams.get(name=team)
        found.captain = a_squad(found, *names)[0]
        found.save()
    league.teams.filter(captain=None).delete()
    return league


def team(league, name="Mounties"):
    return league.teams.get(name=name)


def asked(league):
    return [
        (one.name, one.amount, [(due.team.name, due.taken_back) for due in one.dues])
        for one in asked_for(league)
    ]


def charge(league, *, key=1, fee=Fee.ENTRY, night=None):
    groups = [one for one in asked_for(league) if (one.fee, one.night) == (fee, night)]
    chosen = [due.name for one in groups for due in one.dues]
    return charge_asked(
        league=league, fee=fee, night=night, chosen=chosen, key=some_id(key), actor=PHONE
    )


def test_agreed_fees_are_charged_to_captains_once_and_again_after_an_undo(league):
    match = a_match(league, "Mounties", "Trolls", card_in_at=timezone.make_aware(_at(4)))
    counted(match, games_home=5, games_away=4)
    late = ("Fine for a late card of 1 October 2026", 500, [("Mounties", False)])
    both = [("Mounties", False), ("Trolls", False)]
    entry, nightly = ("Entry fee", 1000, both), ("Match fee of 1 October 2026", 50, both)
    assert asked(league) == [entry, nightly, late]
    assert (charge(league), charge(league)) == (2, 0)
    assert charge(league, key=2, fee=Fee.MATCH, night=FIRST) == 2
    assert stands(league.club) == ({"Ann": -1050, "Cat": -1050}, 0)
    assert asked(league) == [late]
    take_back_together(club=league.club, together=some_id(1), actor=PHONE)
    back = [("Mounties", True), ("Trolls", True)]
    assert asked(league) == [("Entry fee", 1000, back), late]
    assert (charge(league, key=3), stands(league.club)[0]) == (2, {"Ann": -1050, "Cat": -1050})


def _at(day):
    return datetime(2026, 10, day, 12)


def test_a_card_on_time_and_an_unplayed_match_cost_nothing(league):
    counted(a_match(league, "Mounties", "Trolls", card_in_at=timezone.make_aware(_at(3))))
    counted(a_match(league, "Trolls", "Mounties", date(2026, 10, 8)), walkover="home")
    assert [name for name, *_ in asked(league)] == ["Entry fee", "Match fee of 1 October 2026"]


def test_a_team_without_a_captain_is_not_charged(league):
    league.teams.filter(name="Trolls").update(captain=None)
    with pytest.raises(Refused, match="No one is responsible for Trolls yet"):
        charge(league)
    several = {"amount_minor": 300, "note": "Trophies", "dated": FIRST, "actor": PHONE}
    with pytest.raises(Refused, match="No one is responsible for Trolls yet"):
        charge_teams(teams=league.teams.all(), key=some_id(4), **several)
    assert charge_fee(team=team(league, "Trolls"), fee=Fee.LATE_CARD, actor=PHONE) is None
    assert stands(league.club) == ({}, 0)
    assert [charge_teams(teams=[team(league)], key=some_id(4), **several) for _ in "ab"] == [1, 0]
    assert stands(league.club) == ({"Ann": -300}, 0)


def test_a_signing_fee_is_the_players_debt_and_team_money_pays_it_first(league):
    mounties, ben = team(league), league.club.players.get(name="Ben")
    lines = [
        charge_fee(team=mounties, fee=Fee.SIGNING, who=ben, actor=PHONE) for _ in ("here", "twice")
    ]
    assert lines[0] == lines[1]
    charge(league)
    paid = {"team": mounties, "what": "paid in", "amount_minor": 700, "actor": PHONE}
    assert [enter_for_team(key=some_id(5), **paid) for _ in "ab"] == [True, False]
    assert stands(league.club) == ({"Ann": -400, "Cat": -1000}, 700)
    money = money_of_team(mounties)
    assert (money.charged, money.paid, money.balance) == (1100, 700, -400)
    assert money_of(league)[mounties.pk] == money
    take_back(line=lines[0], actor=PHONE)
    assert stands(league.club)[0] == {"Ann": -400, "Ben": 100, "Cat": -1000}


def test_prizes_reduce_the_leagues_money_and_a_new_captain_takes_over_debts(league):
    mounties = team(league)
    charge(league)
    prize = {"team": mounties, "what": "prize", "amount_minor": 400, "note": "First"}
    enter_for_team(key=some_id(6), in_cash=True, actor=PHONE, **prize)
    assert stands(league.club) == ({"Ann": -1000, "Cat": -1000}, -400)
    with pytest.raises(Refused, match="Name another captain of Mounties first"):
        answer_for(team=mounties, player=mounties.captain, actor=PHONE)
    ann, mounties.captain = mounties.captain, league.club.players.get(name="Ben")
    mounties.save()
    moved = [answer_for(team=mounties, player=ann, actor=PHONE) for _ in ("tapped", "twice")]
    assert moved == [1000, 0]
    assert stands(league.club) == ({"Ben": -1000, "Cat": -1000}, -400)
    money = money_of_team(mounties)
    assert (money.balance, money.own, money.given, money.paid) == (-1000, 600, 400, -400)
