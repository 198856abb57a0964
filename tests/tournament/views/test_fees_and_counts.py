"""Fees and counts of a tournament: every page says the same, and who plays unticked is not
forgotten."""

import re

import pytest

from scoring.evening.actions.check_in import arrive_by_name
from scoring.tournament.actions import leaving
from scoring.tournament.actions.entrants import pay
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.prize_giving import pay_all
from tests.cast import PHONE, again, signed_in
from tests.html import text
from tests.sheets.reading import whole
from tests.tournament.cast import a_tournament, begun, drawn, ended, played_to, tell_all

pytestmark = pytest.mark.django_db

PRIZES = [{"prize": "first", "amount": 1500}]
ROW = r"<tr><th scope=\"row\">([^<]+)</th><td class=\"number\">(?:<b>)?([^<]+)"


def page(tournament, rest="tournament/"):
    found = signed_in().get(f"/sessions/{tournament.session_id}/{rest}")
    assert found.status_code == 200
    return found.content.decode()


def pays(tournament, *numbers):
    for entrant in tournament.entrants.filter(no__in=numbers):
        pay(tournament=tournament, player=entrant.player, paid=True, actor=PHONE)


def money(tournament):
    told = page(tournament, "tournament/prizes").partition("Money")[2]
    return dict(re.findall(ROW, told))


def parts(told, pattern):
    return [text(part) for part in re.findall(pattern, told, flags=re.DOTALL)]


def length(tournament):
    (found,) = parts(page(tournament, "tournament/settings"), r'<div id="length".*?</div>')
    return found


def a_mixed_evening():
    """Eight entrants at £5, of whom six have paid and two were never ticked."""
    tournament = a_tournament(8, fee=500, prizes=PRIZES, rounds=3)
    pays(tournament, 1, 2, 3, 4, 5, 6)
    return tournament


def test_before_the_draw_the_page_says_who_is_not_checked_in_and_what_happens_then():
    told = text(page(a_mixed_evening()))
    assert (
        "2 are not ticked as here: Gus and Hal. They get seats and owe the fee when round 1 is "
        "published." in told
    )
    assert "Remove those not here" in told


def test_the_draw_page_says_so_again_until_the_round_is_published():
    tournament = a_mixed_evening()
    drawn(tournament)
    says = (
        "2 are not ticked as here: Gus and Hal. They get seats and owe the fee when round 1 is "
        "published."
    )
    assert says in text(page(tournament, "tournament/rounds/1/"))
    begun(tournament)
    assert "not ticked" not in text(page(tournament, "tournament/rounds/1/"))


def test_settings_and_prizes_agree_before_and_after_the_round_is_published():
    tournament = a_mixed_evening()
    assert "8 people pay £40.00, prizes £15.00, £25.00 stay with the club." in length(tournament)
    played_to(tournament, 1)
    assert money(tournament) == {
        "Paid at check-in": "£30.00",
        "Not paid at check-in": "£10.00",
        "Won in prizes": "−£15.00",
        "Stays with the club": "£25.00",
        "Prizes paid so far": "£0.00 of £15.00",
    }
    assert "8 people pay £40.00, prizes £15.00, £25.00 stay with the club." in length(tournament)


def test_fees_are_counted_even_if_no_one_is_checked_in():
    tournament = a_tournament(8, fee=500, prizes=PRIZES, rounds=3)
    played_to(tournament, 1)
    found = money(tournament)
    assert (found["Not paid at check-in"], found["Stays with the club"]) == ("£40.00", "£25.00")
    assert "£25.00 stay with the club" in length(tournament)


def test_entrants_check_in_and_tables_count_the_same_people():
    tournament = a_tournament(9, fee=500)
    tell_all(ended(begun(tournament)))
    arrive_by_name(session=tournament.session, name="Zed", actor=PHONE)
    leaving.leave(tournament=tournament, no=1)
    assert "8 entrants, 8 here" in text(page(tournament, "tournament/entrants/"))
    tables = text(page(tournament, ""))
    assert "9 here · 1 left" in tables
    assert "1 without a seat" in tables
    door = text(page(tournament, "door/?show=here"))
    assert "9 here" in door
    assert "1 left" in door


def test_finishing_and_closing_name_unpaid_fees():
    tournament = a_mixed_evening()
    played_to(tournament, 1)
    assert "2 check-in fees (£10.00) not paid." in text(page(tournament, "tournament/prizes"))
    finish(tournament=again(tournament), actor=PHONE)
    assert "2 check-in fees (£10.00) not paid. Fees still unpaid" in text(
        page(tournament, "tournament/prizes")
    )
    assert "2 check-in fees (£10.00) not paid" in text(page(tournament, "close"))


def test_receipts_are_among_the_papers_once_a_prize_is_paid_in_cash():
    tournament = a_mixed_evening()
    played_to(tournament, 1)
    assert "Receipts for prizes once a prize is paid in cash" in text(
        page(tournament, "tournament/papers/")
    )
    done = finish(tournament=again(tournament), actor=PHONE)
    pay_all(tournament=done, in_cash=True, though_short=True, actor=PHONE)
    assert 'prizes/receipts.pdf">Receipts for prizes</a>' in page(tournament, "tournament/papers/")


def test_one_tally_card_can_be_printed_alone():
    tournament, kate = a_tournament(8), signed_in()
    begun(tournament)
    address = f"/sessions/{tournament.session_id}/tournament/papers/tally-cards.pdf"
    card = whole(kate.get(f"{address}?no=3").content)
    assert "Cat" in card
    assert "Dan" not in card.replace("with Dan", "")
    assert kate.get(f"{address}?no=77").status_code == 404


def test_a_late_arrivals_card_is_offered_at_their_line():
    tournament, kate = a_tournament(8), signed_in()
    begun(tournament)
    where = f"/sessions/{tournament.session_id}/tournament/people/"
    kate.post(f"{where}late", {"text": "Zoe", "place": "next"})
    assert "papers/tally-cards.pdf?no=9" in page(tournament, "tournament/people/")


def test_tournament_tables_link_back_to_the_tournament_first():
    tournament = a_tournament(8)
    begun(tournament)
    buttons = parts(page(tournament, ""), r'<a class="button[^"]*" href="[^"]*">[^<]*')
    assert buttons[:2] == ["Back to tournament", "Add or remove players"]
    assert not {"Make tables", "Add a table", "Close club night"} & set(buttons)


def test_without_entrants_the_text_gives_the_fee_each_and_the_fees_prizes_need():
    tournament = a_tournament(0, fee=500, prizes=PRIZES, minutes=30)
    assert "(30 at most)" in length(tournament)
    assert length(tournament).endswith("; £5.00 each, prizes £15.00, for which it takes 3 fees.")


def test_typing_a_value_changes_the_text_at_once():
    tournament, kate = a_tournament(8), signed_in()
    address = f"/sessions/{tournament.session_id}/tournament/settings"
    form = kate.get(address).context["form"]
    sent = {field.html_name: field.value() or "" for field in form} | {"fee": "7", "look": "yes"}
    sent = {name: value for name, value in sent.items() if value not in (False, "", None)}
    answer = kate.post(address, sent, headers={"HX-Request": "true"})
    assert "8 people pay £56.00" in text(answer.content.decode())
    assert again(tournament.session).door_fee_minor == 0


def test_after_a_list_is_entered_the_page_shows_the_message():
    tournament, kate = a_tournament(0), signed_in()
    where = f"/sessions/{tournament.session_id}/tournament/entrants/"
    answer = kate.post(f"{where}paste", {"text": "Ann\nBen\nBen"})
    assert "Ben is listed twice" in text(answer.content.decode().partition('id="paste"')[2])
    answer = kate.post(f"{where}paste", {"text": "Ann\nBen\nBen", "sure": "on"})
    assert answer.url == f"{where}#top"
