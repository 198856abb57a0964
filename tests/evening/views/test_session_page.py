import json
import re

import pytest

from scoring.common.permissions import Actor
from scoring.evening.actions.check_in import arrive, leave, pay_at_the_door
from scoring.models import ClubSession, Table
from scoring.money.actions.payments import mark_paid
from scoring.table.actions.agreed import say
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.tables import change_people
from tests.cast import (
    BEN_WITH_DAN,
    DAN_REVOKES,
    EVE_ALONE,
    FIVE,
    PASSED_OUT,
    PHONE,
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    close,
    everything,
    log,
    reopen,
    signed_in,
    some_id,
)
from tests.html import nets, payments, said, shown, text

pytestmark = pytest.mark.django_db


def of(session, rest=""):
    return f"/sessions/{session.pk}/{rest}"


WHY = r"<summary>\s*Why<.*?</summary>(.*?)</details>"


def matrix(page):
    (table,) = re.findall(
        r'<table class="matrix">.*?</table>', page.content.decode(), flags=re.DOTALL
    )
    return [
        [text(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, flags=re.DOTALL)]
        for line in re.findall(r"<tr>.*?</tr>", table, flags=re.DOTALL)
    ]


def test_an_organiser_opens_an_evening_adds_people_and_a_table():
    club, kate = a_club(), signed_in("kate")
    answer = kate.post(f"/clubs/{club.pk}/sessions/open", {"title": "", "played_on": "2026-11-20"})
    session = ClubSession.objects.get()
    assert (answer.status_code, answer.url) == (302, of(session))
    answer = kate.post(f"/clubs/{club.pk}/players/add", {"names": "Ann, Ben\r\nCat;Émile\t Zoë "})
    assert (answer.status_code, answer.url) == (302, f"/clubs/{club.pk}/people/#top")
    assert sorted(club.players.values_list("name", flat=True)) == [
        "Ann",
        "Ben",
        "Cat",
        "Zoë",
        "Émile",
    ]
    sent = {"names": "Ann, ben, CAT, émile", "stake": "0.10", "dealer": "Cat", "joker": "yes"}
    answer = kate.post(of(session, "tables/open"), sent)
    table = Table.objects.get()
    assert (answer.status_code, answer.url) == (302, address(table, "share"))
    assert (table.sitting.names, table.sitting.first_dealer) == (["Ann", "Ben", "Cat", "Émile"], 2)
    assert (str(table.stake), table.options) == ("10p a point", {"joker": True})
    assert club.players.filter(guest=True).count() == 0


def test_people_pasted_twice_are_added_once_with_a_remark():
    club, kate = a_club(), signed_in("kate")
    for names in ("Ann, Ben", "ann, Ben, Cat"):
        kate.post(f"/clubs/{club.pk}/players/add", {"names": names})
    page = kate.get(f"/clubs/{club.pk}/")
    assert sorted(club.players.values_list("name", flat=True)) == ["Ann", "Ben", "Cat"]
    assert "1 added, 2 already listed." in page.content.decode()


def test_a_forged_currency_does_not_change_the_stake_of_a_club_s_table():
    session = an_evening()
    sent = {"names": "Ann, Ben, Cat, Dan", "stake": "25", "currency": "JPY"}
    signed_in("kate").post(of(session, "tables/open"), sent)
    assert str(Table.objects.get().stake) == "£25.00 a point"


def test_the_page_of_an_evening_shows_its_tables_with_totals():
    table = a_table(EVE_ALONE)
    a_table(session=table.session, names=["Fay", "Gus", "Hal", "Ida"], stake_minor=0)
    page = signed_in("kate").get(of(table.session))
    names = (r'<span class="name"[^>]*>(.*?)</span>', r'<b class="points">(.*?)</b>')
    assert [shown(page, piece) for piece in names] == [
        ["Eve", "Ann", "Ben", "Cat", "Dan", "Fay", "Gus", "Hal", "Ida"],
        ["5", *["0"] * 8],
    ]


def test_closing_asks_first_and_stores_nothing_until_confirmed():
    table, kate = a_table(EVE_ALONE), signed_in("kate")
    stored = everything()
    page = kate.get(of(table.session, "close"))
    assert (page.status_code, everything()) == (200, stored)
    assert nets(page)[1] == ["Eve", "5", "+20", "+£5.00"]
    answer = kate.post(of(table.session, "close"))
    assert (answer.status_code, answer.url) == (302, of(table.session, "settlement"))
    assert again(table.session).closed


def test_closing_is_refused_with_a_sentence_during_an_unfinished_hand():
    table, kate = a_table(EVE_ALONE), signed_in("kate")
    begun = {"hand_id": "1" * 32, "sitting": table.sitting.pk, "maker": "1"}
    a_phone().post(address(table, "hands/begin"), begun)
    answer = kate.post(of(table.session, "close"))
    assert (answer.status_code, said(answer)) == (
        409,
        "A hand is not finished. Save or discard it, then close.",
    )


def test_the_settlement_follows_the_rule_of_foster():
    """Foster 1905, p. 29: n times one's own score less the sum of all, and every pair's
    difference."""
    table = a_table(EVE_ALONE, BEN_WITH_DAN, "Ann+Cat 5", DAN_REVOKES)
    close(table.session)
    page = signed_in("kate").get(of(table.session, "settlement"))
    points = {"Ann": 6, "Ben": 4, "Cat": 3, "Dan": 1, "Eve": 5}
    assert {name: int(own) for name, own, *_ in nets(page)[1:-1]} == points
    foster = {name: 5 * own - sum(points.values()) for name, own in points.items()}
    assert {name: int(net.replace("−", "-")) for name, _, net, _ in nets(page)[1:-1]} == foster
    assert {
        name: round(float(money.replace("−", "-").replace("£", "")) * 100)
        for name, *_, money in nets(page)[1:-1]
    } == {name: 25 * net for name, net in foster.items()}
    best_first = ["Ann", "Eve", "Ben", "Cat", "Dan"]
    heads, *rows = matrix(page)
    assert heads[1:] == best_first[:-1]
    owed = {
        (row[0], to): cell
        for row in rows
        for to, cell in zip(heads[1:], row[1:], strict=True)
        if cell != "·"
    }
    assert owed == {
        (low, high): f"£{25 * (points[high] - points[low]) / 100:.2f}"
        for low in points
        for high in points
        if points[low] < points[high]
    }


def test_the_settlement_of_an_open_evening_shows_the_current_state():
    table = a_table(EVE_ALONE)
    for page in (
        signed_in("kate").get(of(table.session, "settlement")),
        a_phone().get(address(table, "settlement")),
    ):
        assert "Not closed yet" in shown(page, r'<p class="hint state">(.*?)</p>')[0]
        assert nets(page)[1] == ["Eve", "5", "+20", "+£5.00"]


def test_a_payment_is_ticked_and_unticked_by_people_who_run_the_evening():
    table, kate = a_table(EVE_ALONE), signed_in("kate")
    payment = close(table.session).payments.first()
    path = of(table.session, f"payments/{payment.pk}/pay")
    for told, paid in (("yes", True), ("yes", True), ("no", False)):
        assert kate.post(path, {"paid": told}).status_code == 302
        assert (again(payment).paid_at is not None) == paid
    page = a_phone().get(address(table, "settlement"))
    assert shown(page, r'data-paid="(.*?)"') == ["no"] * 4


@pytest.mark.parametrize("told", [{}, {"paid": ""}, {"paid": "perhaps"}])
def test_an_invalid_tick_changes_nothing(told):
    table = a_table(EVE_ALONE)
    payment = close(table.session).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    answer = signed_in("kate").post(of(table.session, f"payments/{payment.pk}/pay"), told)
    assert (answer.status_code, said(answer)) == (
        422,
        "Choose whether it was paid.",
    )
    assert again(payment).paid_at is not None


def test_a_payment_of_another_evening_cannot_be_ticked_here():
    ours, theirs = a_casual_table(EVE_ALONE), a_table(EVE_ALONE)
    close(ours.session)
    payment = close(theirs.session).payments.first()
    client = a_phone()
    client.get(f"/host/{ours.links.get(right='host').token}")
    assert (
        client.post(of(ours.session, f"payments/{payment.pk}/pay"), {"paid": "yes"}).status_code
        == 404
    )
    assert again(payment).paid_at is None


def test_a_reopened_evening_shows_the_old_closing_struck_through_and_the_payments():
    table, kate = a_table(EVE_ALONE), signed_in("kate")
    mark_paid(payment=close(table.session).payments.first(), paid=True, actor=PHONE)
    answer = kate.post(of(table.session, "reopen"), {"why": "A hand is missing"})
    assert (answer.status_code, answer.url) == (302, of(table.session))
    log(table, "Ann! 5")
    close(table.session)
    page = kate.get(of(table.session, "settlement"))
    assert "Paid under closing 1: Ann to Eve, £1.25." in page.content.decode()
    (old,) = re.findall(
        r'<section class="earlier".*?</section>', page.content.decode(), flags=re.DOTALL
    )
    assert "“A hand is missing”" in old
    struck = r'([^<>,]+ <span class="number"><s>.*?</s>)'
    assert [text(line) for line in re.findall(struck, re.sub(r"\s+", " ", old))] == [
        "Eve +20 (+£5.00)",
        "Ann −5 (−£1.25)",
        "Ben −5 (−£1.25)",
        "Cat −5 (−£1.25)",
        "Dan −5 (−£1.25)",
    ]


def test_a_tick_of_an_old_closing_is_refused_with_a_sentence():
    table, kate = a_table(EVE_ALONE), signed_in("kate")
    payment = close(table.session).payments.first()
    reopen(table.session)
    stored = everything()
    answer = kate.post(of(table.session, f"payments/{payment.pk}/pay"), {"paid": "yes"})
    assert (answer.status_code, said(answer), everything()) == (
        409,
        "This closing was reopened, so its payments can’t be changed.",
        stored,
    )


def test_a_reopened_and_emptied_evening_can_be_viewed_and_closed_again():
    table, kate = a_table(EVE_ALONE), signed_in("kate")
    for payment in close(table.session).payments.all():
        mark_paid(payment=payment, paid=True, actor=PHONE)
    reopen(table.session)
    a_phone().post(address(table, f"hands/{again(table).sitting.latest}/take-back"))
    for rest in ("", "settlement", "settlement.pdf", "close"):
        assert kate.get(of(table.session, rest)).status_code == 200
    assert "<button" in kate.get(of(table.session, "close")).content.decode().partition("<main")[2]
    assert kate.post(of(table.session, "close")).status_code == 302
    page = kate.get(of(table.session, "settlement"))
    assert [payment[:15] for payment in payments(page)[:4]] == [
        f"Eve pays {name} £1"[:15] for name in ("Ann", "Ben", "Cat", "Dan")
    ]


def test_every_payment_is_explained_down_to_its_points():
    table = a_table(EVE_ALONE)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Fay"])
    log(table, "Ann+Ben 5")
    close(table.session)
    page = a_phone().get(address(table, "settlement"))
    reasons = " ".join(shown(page, WHY))
    for piece in (
        "Dan, 0 points, owes 5 to Eve: in all −5, at 25p a point −£1.25.",
        "Fay, 0 points, owes 2 to Ann and 2 to Ben: in all −4, at 25p a point −£1.00.",
    ):
        assert piece in reasons


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize("name", ["settlement.pdf", "score.pdf", "blank.pdf"])
def test_the_sheets_are_pdfs_with_the_same_bytes_each_time(name, paper):
    table = a_table(EVE_ALONE, BEN_WITH_DAN)
    client, path = a_phone(), address(table, f"{name}?paper={paper}")
    one, other = client.get(path), client.get(path)
    assert (one.status_code, one["Content-Type"], one.content[:5]) == (
        200,
        "application/pdf",
        b"%PDF-",
    )
    assert one.content == other.content
    assert one["Content-Disposition"].startswith("inline; filename=")
    assert ".pdf" in one["Content-Disposition"]


def test_an_evening_without_a_hand_has_its_sheets():
    table = a_table()
    for name in ("settlement.pdf", "score.pdf", "blank.pdf"):
        assert a_phone().get(address(table, name)).content[:5] == b"%PDF-"


def test_the_sheet_of_a_table_scores_as_its_page():
    table = a_table(EVE_ALONE, BEN_WITH_DAN, DAN_REVOKES)
    answer = a_phone().get(address(table, "sheet-1.json"))
    sheet = json.loads(answer.content)
    assert (sheet["format"], sheet["players"], len(sheet["hands"])) == ("euchre-sheet/1", FIVE, 3)
    assert answer["Content-Disposition"] == (
        f'attachment; filename="table-1-sitting-1-{table.session.played_on}.json"'
    )


def still_open(page):
    return shown(page, r'<ul class="left-open" aria-label="Still open">(.*?)</ul>')


def test_before_closing_the_page_lists_what_else_is_open():
    club = a_club()
    table = a_table(
        BEN_WITH_DAN,
        EVE_ALONE,
        session=an_evening(club, guest_fee_minor=300),
        asks_agreement=True,
    )
    session = table.session
    (hand, _) = table.sitting.hands.order_by("place")
    say(record=hand, revision=0, agrees=False, why="", actor=Actor(phone="M3"))
    for player in club.players.filter(name__in=["Ann", "Ben"]):
        arrive(session=session, player=player, actor=PHONE)
    leave(session=session, player=club.players.get(name="Ben"), left=True)
    begin_hand(
        table=again(table), sitting=table.sitting.pk, id=some_id(1), maker=1, call="D", actor=PHONE
    )
    assert still_open(signed_in().get(of(session, "close"))) == [
        "Table 1 : a hand is not finished Table 1 : 1 hand disputed "
        "Ben has left but still has a seat at Table 1 . Choose who takes it. "
        "Table 1 : 1 hand not confirmed by the opponents "
        "Cat , Dan and Eve played but never checked in. £9.00 not charged "
        "2 check-in fees (£6.00) not paid"
    ]


def test_before_closing_the_page_names_all_players_not_checked_in():
    club = a_club()
    fees = {"door_fee_minor": 200, "guest_fee_minor": 300}
    table = a_table(BEN_WITH_DAN, session=an_evening(club, **fees))
    club.players.filter(name="Dan").update(guest=False)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan", "Fay"])
    for player in club.players.filter(name__in=["Ann", "Ben", "Cat", "Fay"]):
        arrive(session=table.session, player=player, actor=PHONE)
        pay_at_the_door(session=table.session, player=player, paid=True, actor=PHONE)
    client, path = signed_in(), of(table.session, "close")
    page = client.get(path)
    assert still_open(page) == ["Dan and Eve played but never checked in. £5.00 not charged"]
    door = of(table.session, "door/?q=Eve")
    assert f'<a href="{door}">Eve</a>' in page.content.decode()
    for player in club.players.filter(name__in=["Dan", "Eve"]):
        arrive(session=table.session, player=player, actor=PHONE)
    assert still_open(client.get(path)) == ["2 check-in fees (£5.00) not paid"]


def test_open_fees_do_not_prevent_closing_an_evening():
    club = a_club()
    table = a_table(EVE_ALONE, session=an_evening(club, door_fee_minor=300, guest_fee_minor=0))
    client, path = signed_in(), of(table.session, "close")
    assert still_open(client.get(path)) == []
    club.players.filter(name="Ann").update(guest=False)
    arrive(session=table.session, player=club.players.get(name="Ann"), actor=PHONE)
    assert still_open(client.get(path)) == ["1 check-in fee (£3.00) not paid"]
    assert client.post(path).status_code == 302
    assert again(table.session).closed


def test_if_no_one_owes_anything_the_page_says_only_that_about_money():
    page = signed_in().get(of(a_table(PASSED_OUT).session, "settlement"))
    assert shown(page, r"<p>(No one owes.*?)</p>") == ["No one owes anything."]
    words = text(page.content.decode())
    assert [told in words for told in ("owes ↓ to →", "Or in", "Both ways")] == [False] * 3


def test_a_table_opened_by_mistake_is_removed_from_its_card(kate):
    session = an_evening()
    a_table("Ben+Dan 3", session=session)
    a_table(session=session, names=["Fay", "Gus", "Hal", "Ida"])
    page = kate.get(f"/sessions/{session.pk}/").content.decode()
    assert re.findall(r'action="([^"]*/remove)"', page) == [
        f"/sessions/{session.pk}/tables/2/remove"
    ]
    answers = [kate.post(f"/sessions/{session.pk}/tables/2/remove") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    refused = kate.post(f"/sessions/{session.pk}/tables/1/remove")
    assert (refused.status_code, session.tables.count()) == (409, 1)
