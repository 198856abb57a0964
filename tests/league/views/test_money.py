"""The money of a league on its pages and on paper."""

import re
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.league.queries.money import asked_for
from scoring.league.views.money import statement_of_team
from scoring.money.actions.accounts import enter
from tests.book import KEY, stands
from tests.cast import PHONE, a_phone, some_id
from tests.html import said, text
from tests.league.cast import FIRST, a_league, a_match, a_squad, captains_link, counted
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    league = a_league("penryn-and-falmouth")
    league.settings["fees"] |= {"match": 50}
    league.save()
    for team, *names in [("Mounties", "Ann", "Ben"), ("Trolls", "Cat", "Dan")]:
        found = league.teams.get(name=team)
        found.captain = a_squad(found, *names)[0]
        found.save()
    return league


def at(league, rest=""):
    return f"/leagues/{league.pk}/money/{rest}"


def of_team(league, rest=""):
    return at(league, f"teams/{league.teams.get(name='Mounties').pk}/{rest}")


def page_of(client, address):
    return text(client.get(address).content.decode())


def complaint(answer):
    return said(answer)


def test_a_seasons_fees_are_charged_with_one_button_and_undone_with_another(kate, league):
    counted(a_match(league, "Mounties", "Trolls"), games_home=5, games_away=4)
    page = page_of(kate, at(league))
    assert "Entry fee 4 at £1.00" in page
    assert "Match fee, 1 Oct 2 at £0.50" in page
    for _ in ("tapped", "twice"):
        answer = kate.post(at(league, "fees/all"), {"key": KEY}, follow=True)
    assert stands(league.club) == ({"Ann": -150, "Cat": -150}, 0)
    said = text(answer.content.decode())
    assert "Mounties Ann owes £1.50" in said
    assert "Shufflers no captain yet settled" in said
    assert "Match fee of 1 October 2026, 1 Oct 2026 2 teams £1.00" in said
    assert "Match fee of 1 October 2026 · group entry" in page_of(kate, of_team(league))
    together = league.club.entries.filter(of_team__fee="match").first().together
    back = f"/clubs/{league.club.pk}/accounts/together/{together}/"
    assert "Ann for Mounties, now owes £1.50" in page_of(kate, back)
    kate.post(f"{back}take-back", {"why": "Free"})
    assert stands(league.club) == ({"Ann": -100, "Cat": -100}, 0)


def test_what_a_captain_owes_for_a_team_is_not_asked_for_by_the_clubs_accounts_too(kate, league):
    kate.post(at(league, "fees/all"), {"key": KEY})
    ann = league.club.players.get(name="Ann")
    enter(club=league.club, key=some_id(1), what="against", who=ann, amount_minor=40, actor=PHONE)
    listed = debts(kate, league)
    assert re.findall(r'name="amount" value="(.*?)"', listed) == ["0.40", "1.00", "1.00"]
    assert text(listed).count("For Mounties, ") == text(listed).count("For Trolls, ") == 1


def debts(client, league):
    page = client.get(f"/clubs/{league.club.pk}/accounts/").content.decode()
    return re.findall(r'<ul class="debts">.*?</ul>', page, re.DOTALL)[0]


def buttons(listed):
    """Return each form of a page with what it sends."""
    return [
        (action, dict(re.findall(r'name="(\w+)" value="(.*?)"', form)))
        for action, form in re.findall(r'action="(.*?)">(.*?)</form>', listed, re.DOTALL)
    ]


def test_one_tap_in_the_clubs_accounts_pays_for_the_team_and_another_undoes_it(kate, league):
    kate.post(at(league, "fees/all"), {"key": KEY})
    ann = league.club.players.get(name="Ann")
    enter(club=league.club, key=some_id(1), what="against", who=ann, amount_minor=40, actor=PHONE)
    (_, of_club), (address, sent), _ = buttons(debts(kate, league))
    assert (address, sent["amount"], of_club["who"]) == (
        of_team(league, "enter"),
        "1.00",
        sent["who"],
    )
    for _ in ("tapped", "twice"):
        answer = kate.post(address, sent)
        assert answer.url.endswith("#people")
    assert stands(league.club) == ({"Ann": -40, "Cat": -100}, 100)
    assert "Settled. Ann is responsible." in page_of(kate, of_team(league))
    page = kate.get(answer.url.partition("#")[0]).content.decode()
    assert "Ann paid £1.00 into the cash box." in text(page)
    (undo,) = re.findall(r'action="([^"]*/take-back)"', page)
    kate.post(undo, {"then": "owes"})
    assert stands(league.club) == ({"Ann": -140, "Cat": -100}, 0)
    assert "Owes the league £1.00." in page_of(kate, of_team(league))


def test_the_payments_that_settle_everyone_pay_for_the_team_too(kate, league):
    kate.post(at(league, "fees/all"), {"key": KEY})
    page = kate.get(f"/clubs/{league.club.pk}/accounts/").content.decode()
    to_settle = page[page.index('id="even"') :]
    for address, sent in buttons(to_settle)[:2]:
        kate.post(address, sent)
    assert stands(league.club) == ({}, 200)
    assert "owes" not in page_of(kate, at(league))


def test_a_payment_for_a_team_is_never_more_than_its_captain_owes(kate, league):
    kate.post(at(league, "fees/all"), {"key": KEY})
    ann = league.club.players.get(name="Ann")
    about = {"club": league.club, "actor": PHONE, "who": ann}
    enter(key=some_id(1), what="in favour", amount_minor=70, **about)
    sent = {one["who"]: one["amount"] for _, one in buttons(debts(kate, league))}
    assert sent[str(ann.pk)] == "0.30"


def test_a_teams_debt_is_paid_by_one_tap_on_its_leagues_page(kate, league):
    kate.post(at(league, "fees/all"), {"key": KEY})
    page = kate.get(at(league)).content.decode()
    listed = re.findall(r'<ul class="balances of-teams">.*?</ul>', page, re.DOTALL)[0]
    address, sent = buttons(listed)[0]
    for _ in ("tapped", "twice"):
        assert kate.post(address, sent).url == at(league)
    assert stands(league.club) == ({"Cat": -100}, 100)


def test_one_teams_fine_is_named_and_charged_alone(kate, league):
    league.settings["fees"] |= {"entry": 0, "match": 0, "late_card": 200}
    league.save()
    late = counted(a_match(league, "Mounties", "Trolls"), games_home=5, games_away=4)
    late.card_in_at = datetime(2026, 10, 20, 12, tzinfo=UTC)
    late.save()
    page = page_of(kate, at(league))
    assert "Fine for a late card, 1 Oct Mounties £2.00 Mounties Charge £2.00" in page
    (asked,) = asked_for(league)
    fine = {"fee": "late card", "night": "2026-10-01", "due": asked.dues[0].name, "key": KEY}
    page = text(kate.post(at(league, "fees"), fine, follow=True).content.decode())
    assert "Group charges" not in page
    assert "group entry" not in page_of(kate, of_team(league))
    assert "Fine for a late card of 1 October 2026" in page_of(kate, of_team(league))


def test_a_fee_is_charged_to_ticked_teams_and_never_without_a_captain(kate, league):
    due = {due.team.name: due.name for one in asked_for(league) for due in one.dues}
    sent = {"fee": "entry", "key": KEY}
    nobody = kate.post(at(league, "fees"), sent)
    assert (nobody.status_code, complaint(nobody)) == (
        422,
        "Tick the teams to charge.",
    )
    some = [due["Mounties"], due["Shufflers"]]
    answer = kate.post(at(league, "fees"), sent | {"due": some})
    assert (answer.status_code, complaint(answer)) == (
        409,
        "No one is responsible for Shufflers yet. Choose its captain first.",
    )
    kate.post(at(league, "fees"), sent | {"due": some[:1]})
    assert stands(league.club) == ({"Ann": -100}, 0)


def test_a_teams_page_and_statement_show_payments_prizes_and_debts(kate, league):
    levy = {"amount": "5", "note": "Trophies", "key": KEY, "dated": "2026-10-01"}
    teams = [league.teams.get(name="Mounties").pk]
    kate.post(at(league, "charge"), levy | {"teams": teams})
    enter = of_team(league, "enter")
    pays = {"what": "paid in", "amount": "2", "key": str(some_id(2)), "dated": "2026-10-08"}
    for _ in ("tapped", "twice"):
        kate.post(enter, pays)
    assert "£5.00 is left of all charges." in page_of(kate, f"{enter}?what=prize")
    ben = league.club.players.get(name="Ben").pk
    prize = {"what": "prize", "who": ben, "amount": "1.50", "note": "Best average", "dated": ""}
    kate.post(enter, prize | {"key": str(some_id(3))})
    assert stands(league.club) == ({"Ann": -300, "Ben": 150}, 200)
    page = page_of(kate, of_team(league))
    assert "Owes the league £1.50. Ann is responsible." in page
    assert "Ann captain owes £3.00" in page
    assert "Make Ann responsible" in page
    account = f"/clubs/{league.club.pk}/accounts/{league.teams.get(pk=teams[0]).captain_id}/"
    page = page_of(kate, account)
    assert "Trophies, Penryn and Falmouth 2026-27 · Mounties" in page
    assert "· Mounties, Penryn and Falmouth 2026-27" in page
    paper = whole(kate.get(of_team(league, "statement.pdf")).content)
    assert "owestheleague£1.50" in paper
    assert "Ben·Prize·Bestaverage" in paper
    link = captains_link(league.teams.get(name="Mounties")).token
    page = page_of(a_phone(), f"/team/{link}/money")
    assert "Mounties owes the league £1.50. Ann is responsible." in page
    assert "Fees Per team: season £1.00, match £0.50" in page
    assert "Prize · Ben +£1.50 , team balance −£1.50" in page
    assert whole(a_phone().get(f"/team/{link}/money.pdf").content) == paper
    kate.post(of_team(league, f"people/{ben}/answer"))
    assert stands(league.club) == ({"Ann": -150}, 200)
    amounts = [row[2] for row in statement_of_team(league.teams.get(name="Mounties")).rows]
    assert amounts == ["−£5.00", "+£2.00", "+£1.50", "−£1.50", "+£1.50"]


def test_a_different_amount_after_going_back_is_another_payment(kate, league):
    enter = of_team(league, "enter")
    for amount in ("2", "3"):
        kate.post(enter, {"what": "paid in", "amount": amount, "key": KEY, "dated": ""})
    assert stands(league.club) == ({"Ann": 500}, 500)


def test_many_teams_and_nights_take_as_many_queries_as_few(kate, league):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            kate.get(at(league))
        return len(asked)

    counted(a_match(league, "Mounties", "Trolls", FIRST), games_home=5, games_away=4)
    few = queries()
    for name in ("Juda", "Albany"):
        league.teams.create(name=name, division=league.divisions.first())
    counted(a_match(league, "Juda", "Albany", date(2026, 10, 8)), games_home=5, games_away=4)
    assert queries() == few
