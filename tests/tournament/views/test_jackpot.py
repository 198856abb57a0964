"""A jackpot that is carried over from week to week, through the pages, to the coin."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.models import Tournament
from scoring.money.queries.accounts import cash_of, held_in_pots, position_at
from tests.cast import a_club, again, an_evening, signed_in
from tests.html import said, text
from tests.sheets.reading import squeezed, whole
from tests.tournament.cast import a_tournament, begun, ended, tell
from tests.tournament.jackpot_by_hand import worked_out
from tests.tournament.views.test_settings import save

pytestmark = pytest.mark.django_db

JACKPOT = {"name": "Jackpot", "to": "most lone hands", "half": 50, "when": "a lone hand in hearts"}


@pytest.fixture
def club():
    return a_club()


def at(tournament, rest):
    return f"/sessions/{tournament.session_id}/tournament/{rest}"


def read(address):
    return text(signed_in().get(address).content.decode())


def week(club, no, **settings):
    """Return the tournament of a week, four weeks ago and later."""
    day = timezone.localdate() - timedelta(weeks=4 - no)
    session = an_evening(club, title=f"Week {no}", played_on=day)
    return a_tournament(4, session=session, rounds=1, prizes=[], **settings)


def play(tournament, *, lones=()):
    row = ended(begun(tournament))
    tell(row, 1, 7, 5, lones=dict(lones))


def count(tournament, amount, **more):
    sent = {"name": "Jackpot", "amount": amount} | more
    return signed_in().post(at(tournament, "prizes/pot"), sent)


def finish(tournament):
    answer = signed_in().post(at(tournament, "finish"))
    assert answer.status_code == 302, said(answer)
    return again(tournament)


def on_paper(tournament, name):
    return whole(signed_in().get(at(tournament, f"papers/{name}.pdf")).content)


def play_for_it(tournament, name="Jackpot"):
    return signed_in().post(at(tournament, "prizes/pot/carry-on"), {"name": name})


def holds_at_close(tournament):
    """Return what the page says that is carried over, at the close of an evening."""
    page = read(f"/sessions/{tournament.session_id}/close")
    return re.findall(r"The pot “Jackpot” holds (\S+) for players. It is carried over", page)


def carried_on_page(tournament):
    """Return the same from the page of the evening's money."""
    club = tournament.session.club_id
    page = read(f"/clubs/{club}/accounts/evenings/{tournament.session_id}/")
    return re.findall(r"Carried over in the pot “Jackpot” to the next time: (£[0-9.]*[0-9])", page)


def position(club):
    now = position_at(club, timezone.localdate() + timedelta(days=1))
    return now.cash, now.held, now.own


def test_a_jackpot_over_three_weeks_adds_up_to_the_coin(club):
    first = week(club, 1, pots=[JACKPOT])
    play(first, lones={1: 1})
    count(first, "5.00")
    assert "£5.00 in it. If it is won, the winner gets £2.50, the club £2.50." in read(
        at(first, "prizes")
    )
    finish(first)
    assert position(club) == (500, 500, 0)
    assert "Carried over to the next time: £5.00." in read(at(first, "prizes"))
    assert holds_at_close(first) == ["£5.00"]

    second = week(club, 2)
    assert "The pot Jackpot holds £5.00 from before." in read(at(second, "settings"))
    assert play_for_it(second).status_code == 302
    play(second)
    count(second, "3.25", happened="on")
    assert (holds_at_close(second), carried_on_page(second)) == ([], [])
    finish(second)
    assert position(club) == (825, 825, 0)
    assert (holds_at_close(second), carried_on_page(second)) == (["£8.25"], ["£8.25"])
    assert carried_on_page(first) == ["£5.00"]
    accounts = read(f"/clubs/{club.pk}/accounts/")
    assert "Held in pots £8.25 Club’s own money £0.00" in accounts

    third = week(club, 3)
    play_for_it(third)
    play(third, lones={2: 2, 3: 2, 4: 1})
    count(third, "4.10", happened="on")
    assert "£12.35 in it, £8.25 from before. The winner gets £6.18, the club £6.17." in read(
        at(third, "prizes")
    )
    finish(third)
    signed_in().post(at(third, "prizes/pay"), {"how": "cash"})
    assert position(club) == (617, 0, 617)

    weeks = [first, second, third]
    files = [signed_in().get(at(one, "tournament.json")).json() for one in weeks]
    rows = worked_out(files)
    announced = [one.results["prizes"][0] for one in Tournament.objects.order_by("pk")]
    assert [row["in"] for row in rows] == [500, 825, 1235]
    assert [(won["to"], won.get("half", 0), won.get("carried", 0)) for won in announced] == [
        (row["to"], row["club"], row["carried"]) for row in rows
    ]
    assert announced[2]["shares"] == rows[2]["shares"] == [309, 309]
    assert (cash_of(club), held_in_pots(club)) == (rows[2]["club"], {})


def test_a_pot_is_no_income_until_it_is_written_off(club):
    made = week(club, 3, pots=[JACKPOT])
    play(made)
    count(made, "6.00")
    assert "Choose a pot that no tournament plays for." in said(write_off(club, "6.00"))
    finish(made)
    assert own_in_year(club) == ("6.00", "0.00", "-6.00")
    assert write_off(club, "6.00").status_code == 302
    assert own_in_year(club) == ("6.00", "6.00", "")
    assert position(club) == (600, 0, 600)
    assert said(play_for_it(week(club, 4))).startswith("The pot “Jackpot” has changed.")


def test_a_pot_with_nothing_counted_tonight_is_carried_over_at_the_close(club):
    first = week(club, 2, pots=[JACKPOT])
    play(first)
    count(first, "6.00")
    finish(first)
    second = week(club, 3)
    play_for_it(second)
    play(second)
    assert holds_at_close(second) == []
    finish(second)
    assert (holds_at_close(second), carried_on_page(second)) == (["£6.00"], ["£6.00"])


def test_a_write_off_that_is_sent_twice_counts_once(club):
    made = week(club, 3, pots=[JACKPOT])
    play(made)
    count(made, "6.00")
    finish(made)
    answers = [write_off(club, "6.00") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert position(club) == (600, 0, 600)
    other = write_off(club, "6.00", key="8a4f1f3e-6f4e-4f6b-9d0a-6a6a1f3e5b13")
    assert "Choose a pot that no tournament plays for." in said(other)


def test_money_put_into_a_pot_is_undone_once(club):
    key = "8a4f1f3e-6f4e-4f6b-9d0a-6a6a1f3e5b12"
    sent = {"what": "put aside", "key": key, "pot": "Jackpot", "amount": "6.00"}
    signed_in().post(f"/clubs/{club.pk}/accounts/enter", sent)
    line = club.entries.get()
    undo = f"/clubs/{club.pk}/accounts/lines/{line.pk}/take-back"
    pages = [text(signed_in().post(undo, follow=True).content.decode()) for _ in range(2)]
    assert ["Undone. The entry stays" in pages[0], "This was already undone." in pages[1]] == [
        True,
        True,
    ]
    assert held_in_pots(club) == {}


def write_off(club, amount, key="8a4f1f3e-6f4e-4f6b-9d0a-6a6a1f3e5b11"):
    sent = {"what": "written off", "key": key, "pot": "Jackpot", "amount": amount, "note": "Over"}
    return signed_in().post(f"/clubs/{club.pk}/accounts/enter", sent)


def own_in_year(club):
    """Return the cash received, the income, and the pots that are held in the year's file."""
    today = timezone.localdate()
    days = f"first={today - timedelta(weeks=5)}&last={today}"
    answer = signed_in().get(f"/clubs/{club.pk}/accounts/year.csv?{days}")
    lines = [*csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))]
    found = {(line["table"], line["what"]): line["in"] for line in lines}
    held = found.get((f"standing on {today}", "held in pots"), "")
    return found["cash", "in all"], found["income and expense", "in all"], held


def test_a_pot_is_played_for_once(club):
    first = week(club, 1, pots=[JACKPOT])
    play(first)
    count(first, "6.00")
    finish(first)
    second, other = week(club, 2), week(club, 3)
    play_for_it(second)
    assert said(play_for_it(other)).startswith("The pot “Jackpot” has changed.")
    assert "The pot Jackpot holds" not in read(at(other, "settings"))
    again_first = signed_in().post(at(first, "open-again"))
    assert "The accounts hold £6.00 less in the pot “Jackpot”" in said(again_first)


def test_a_reopened_tournament_gives_its_pot_back(club):
    made = week(club, 1, pots=[JACKPOT])
    play(made, lones={1: 1})
    count(made, "6.00", happened="on")
    finish(made)
    assert position(club) == (600, 0, 600)
    signed_in().post(at(made, "open-again"))
    assert position(club) == (600, 600, 0)
    count(made, "6.00")
    finish(again(made))
    assert (position(club), held_in_pots(club)) == ((600, 600, 0), {"Jackpot": 600})


def test_a_pot_can_open_only_with_money_that_is_held(club):
    made = week(club, 1, pots=[JACKPOT | {"opening": 0}])
    answer = save(made, pot_1_opening="6.00")
    assert "The accounts hold £0.00 for the pot “Jackpot”, less than £6.00." in said(answer)
    key = "8a4f1f3e-6f4e-4f6b-9d0a-6a6a1f3e5b12"
    sent = {"what": "put aside", "key": key, "pot": "Jackpot", "amount": "6.00"}
    assert signed_in().post(f"/clubs/{club.pk}/accounts/enter", sent).status_code == 302
    assert position(club) == (0, 600, -600)
    assert save(again(made), pot_1_opening="6.00").status_code == 302


def test_a_raffle_is_drawn_when_results_are_announced_and_every_ticket_is_shown(club):
    made = week(club, 1, pots=[{"name": "Raffle", "to": "draw"}])
    play(made)
    count(made, "6.00", name="Raffle")
    for no, tickets in ((1, 2), (3, 1)):
        signed_in().post(at(made, "prizes/tickets"), {"no": no, "tickets": tickets})
    before = read(at(made, "prizes"))
    assert "Raffle £6.00 3 tickets. One is drawn when you announce" in before
    assert "Won in prizes −£6.00 Stays with the club £0.00" in before
    listed = on_paper(made, "prizes")
    assert [squeezed(words) in listed for words in ("not drawn yet", "was drawn", "£6.00")] == [
        True,
        False,
        True,
    ]
    assert signed_in().get(at(made, "papers/certificates.pdf")).status_code == 404
    won = finish(made).results["prizes"][0]
    assert (won["tickets"], won["to"]) == ([1, 1, 3], [[1, 1, 3][won["drawn"] - 1]])
    assert f"Ticket {won['drawn']} of 3 was drawn." in read(at(made, "prizes"))
    assert squeezed(f"Ticket {won['drawn']} of 3 was drawn.") in on_paper(made, "prizes")
    assert on_paper(made, "certificates").count("Raffle") == 1
    wrong = signed_in().post(at(made, "prizes/tickets"), {"no": 99, "tickets": 1})
    assert wrong.status_code in (409, 422)
