"""The settlement on the screen: pairs, payments, and why they are the same."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.utils.timezone import localtime

from scoring.club.pure import par
from scoring.euchre.settlement_words import why
from scoring.evening.actions.sessions import close_session, reopen_session
from scoring.evening.forms.sessions import ReopenForm
from scoring.models import Payment, Table
from scoring.money.actions.payments import mark_paid
from scoring.money.views.settlement import SettlementPage, matrix, player_lines
from scoring.table.actions.tables import change_people
from scoring.table.queries.settlement import statement_of
from tests.cast import (
    ANN_MARCHES_WITH_CAT,
    BEN_WITH_DAN,
    EVE_ALONE,
    FIVE,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    log,
    log_all,
    signed_in,
)
from tests.html import nets, payments, shown, text
from tests.sheets.reading import squeezed, whole

pytestmark = pytest.mark.django_db


def after_dan_left():
    """Ann with Ben, a point; then Eve for Dan, and Ann euchred alone twice: Dan owes Ann, who ends
    lowest."""
    table = a_table("Ann+Ben 3", names=["Ann", "Ben", "Cat", "Dan"])
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Eve"])
    for _ in range(2):
        log(table, "Ann! 0")
    return again(table).session


def pence(written: str) -> int:
    sign = -1 if "\N{MINUS SIGN}" in written else 1
    return sign * int("".join(letter for letter in written if letter.isdigit()) or 0)


@pytest.mark.parametrize(
    "session",
    [after_dan_left, lambda: a_table(BEN_WITH_DAN, EVE_ALONE, ANN_MARCHES_WITH_CAT).session],
)
def test_a_players_money_is_the_sum_of_their_pairs(session):
    statement = statement_of(session())
    table = matrix(statement)
    brings = dict.fromkeys(statement.names, 0)
    for debtor, cells in table["rows"]:
        for creditor, cell in zip(table["columns"], cells, strict=True):
            brings[debtor] -= pence(cell)
            brings[creditor] += pence(cell)
    assert brings == {
        line["name"]: pence(line["cells"][-1]["words"]) for line in player_lines(statement)
    }
    assert sum(bool(cell) for _, cells in table["rows"] for cell in cells) == len(statement.pairs)


def test_sittings_of_one_table_are_told_apart():
    assert [line.table for line in statement_of(after_dan_left()).sittings] == [
        "Table 1",
        "Table 1, sitting 2",
    ]


def test_the_curve_of_the_evening_has_a_line_and_a_row_for_every_player():
    session = a_table("Eve! 5", "Ben+Dan 3", "Eve! 5").session
    page = signed_in().get(f"/sessions/{session.pk}/settlement")
    html = page.content.decode()
    assert len(re.findall(r'<polyline\s+class="colour-\d dashes-\d"', html)) == 5
    table = html.partition("Hand by hand as a table")[2].partition("</table>")[0]
    first, *others = map(text, table.split("<tr>")[2:])
    assert (first, len(others)) == ("Eve 5 5 10", 4)
    single = a_table("Eve! 5").session
    assert "<polyline" not in signed_in().get(f"/sessions/{single.pk}/settlement").content.decode()


def test_par_is_for_people_who_run_the_club_and_only_of_a_closed_night(monkeypatch):
    monkeypatch.setattr(par, "LEAST_OF_CLUB", 1)
    table = a_table(*["Eve! 5", "Ben+Dan 3"] * 5)
    path = f"/sessions/{table.session_id}/settlement"
    assert "Par and luck" not in signed_in().get(path).content.decode()
    close(table.session)
    page = signed_in().get(path)
    rows = shown(page, r"Par and luck</summary>.*?<tbody>(.*?)</tbody>")[0]
    assert rows.startswith("Eve above the range 25 3 0 to 9")
    assert "Par and luck" not in a_phone().get(address(table, "settlement")).content.decode()


def test_with_several_results_the_payments_come_first():
    table, kate = a_table("Ann+Ben 3", names=["Ann", "Ben", "Cat", "Dan"]), signed_in("kate")
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Eve"])
    log(table, "Eve! 5")
    page = kate.get(f"/sessions/{table.session_id}/settlement")
    assert headings(page)[:3] == ["Four payments", "What each won and lost", "Result"]
    said = text(page.content.decode())
    assert "Best result: Eve, +12 in points won and lost" in said
    assert "Table 1 Ann and Ben are tied at 1 point each" not in said


def test_friends_can_play_again_from_the_settlement_of_a_closed_game(client):
    client.post("/start", {"names": "Ann, Ben, Cat, Dan", "rules": "american", "currency": "GBP"})
    table = Table.objects.get()
    log(table, "Ann 5")
    where, again_with = f"/sessions/{table.session_id}/settlement", "Play again, same players"
    assert again_with not in text(client.get(where).content.decode())
    close(table.session)
    assert again_with in text(client.get(where).content.decode())


def test_the_result_comes_first_and_then_the_number_of_payments():
    table, kate = a_table(EVE_ALONE), signed_in("kate")
    where = f"/sessions/{table.session_id}/settlement"
    assert headings(kate.get(where))[:3] == ["Result", "Four payments", "What each won and lost"]
    first, second, *_ = close(table.session).payments.all()
    mark_paid(payment=first, paid=True, actor=PHONE)
    page = kate.get(where)
    assert headings(page)[1:3] == ["1 of 4 paid", "What each won and lost"]
    assert shown(page, r'<p class="hint">(paid .*?)</p>') == [
        f"paid at {localtime(again(first).paid_at):%H:%M}"
    ]
    kate.post(f"/sessions/{table.session_id}/payments/carry", {"carried": "yes"})
    assert headings(kate.get(where))[1] == "1 of 4 paid"
    mark_paid(payment=first, paid=False, actor=PHONE)
    kate.post(f"/sessions/{table.session_id}/payments/carry", {"carried": "yes"})
    assert headings(kate.get(where))[1] == "Four payments, carried over to accounts"


def test_a_payment_made_on_another_day_is_shown_with_its_date():
    table = a_table(EVE_ALONE)
    payment = close(table.session).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    Payment.objects.filter(pk=payment.pk).update(paid_at=datetime(2031, 5, 17, 12, tzinfo=UTC))
    page = signed_in("kate").get(f"/sessions/{table.session_id}/settlement")
    assert shown(page, r'<p class="hint">(paid .*?)</p>') == ["paid on 17 May 2031"]


def test_players_who_are_even_share_one_line():
    """Ann and Eve four each, the others two, Ben and Cat with the mean of all."""
    table = a_table("Ann! 5", names=FIVE[:4])
    a_table("Eve+Fay 3", session=table.session, names=["Eve", "Fay", "Gus", "Hal"])
    log_all(table, "Ben! 5", "Cat! 5", "Dan! 5")
    page = signed_in("kate").get(f"/sessions/{table.session_id}/settlement")
    assert [line[0] for line in nets(page)] == [
        "Player",
        "Eve",
        "Fay",
        "Gus",
        "Hal",
        "Even: Ann, Ben, Cat, Dan · total",
    ]


def test_without_a_stake_every_player_has_a_line_of_points():
    table = a_table("Ann+Ben 3", "Cat+Dan 3", names=FIVE, stake_minor=0)
    page = signed_in("kate").get(f"/sessions/{table.session_id}/settlement")
    assert nets(page) == [
        ["Player", "Points made", "Against the table"],
        *([name, "1", "+1"] for name in FIVE[:4]),
        ["Eve", "0", "−4"],
        ["Total", "4", "0"],
    ]
    assert payments(page) == []
    assert "owes" not in page.content.decode()
    assert ' more"' not in page.content.decode()


def test_a_long_name_is_short_on_a_phone_and_complete_when_pointed_at():
    names = ["Bartholomew Featherstonehaugh", *FIVE[:3]]
    page = signed_in("kate").get(
        f"/sessions/{a_table('Ann! 5', names=names).session_id}/settlement"
    )
    whole, short = names[0], "Bartholomew F."
    assert (
        f'<b class="called" title="{whole}"><span class="whole">{whole}</span>'
        f'<span class="short">{short}</span></b>'
    ) in page.content.decode()


def test_the_close_page_shows_who_pays_then_what_each_won_then_the_result():
    table = a_table(EVE_ALONE)
    page = signed_in("kate").get(f"/sessions/{table.session_id}/close")
    assert headings(page) == ["Four payments", "What each won and lost", "Result"]
    assert payments(page) == [f"{name} pays Eve £1.25" for name in FIVE[:4]]


def headings(page):
    return shown(page, r"<h2[^>]*>(.*?)</h2>")


def test_payments_made_before_a_reopening_are_named_in_the_reasons():
    session = a_table(BEN_WITH_DAN, EVE_ALONE).session
    payment = close_session(session=session, actor=PHONE).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    reopen_session(session=again(session), why="A hand was forgotten", actor=PHONE)
    log(session.tables.get(), EVE_ALONE)
    page = SettlementPage(session=again(session), actor=PHONE, reopen_form=ReopenForm())
    who = page.statement.ids.index(payment.payer_id)
    assert why(page.statement, who)[-1] == (
        f"Paid under closing 1: {payment.payer.name} to {payment.payee.name}, "
        f"{page.statement.written(payment.amount)}."
    )


def test_the_result_can_be_shared_as_text():
    table = a_table("Ben+Dan 3")
    page = a_phone().get(address(table, "settlement")).content.decode()
    statement = statement_of(table.session)
    words = re.search(r'<pre class="in-words" id="in-words">(.*?)</pre>', page, re.DOTALL)[1]
    assert unescape(words).splitlines() == [
        f"The Right Bower Club, {table.session.called}",
        "Call-Ace, 25p a point \N{MIDDLE DOT} 1 hand",
        "",
        "Ben and Dan are tied at 1 point each. Ben 1, Dan 1, Ann 0, Cat 0, Eve 0.",
        "",
        "Ben +3 (+£0.75)",
        "Dan +3 (+£0.75)",
        "Ann −2 (−£0.50)",
        "Cat −2 (−£0.50)",
        "Eve −2 (−£0.50)",
        "",
        "To pay:",
        *(
            f"{statement.names[one.debtor]} to {statement.names[one.creditor]}: "
            f"{statement.written(one.minor)}"
            for one in statement.transfers
        ),
    ]
    assert 'data-text="in-words"' in page


PARTNERS = {"names": FIVE[:4], "rules_key": "club-laws", "stake_minor": 0}


def test_without_a_stake_the_winners_of_the_games_are_named_everywhere():
    table = a_table("Ann! 5", "Cat 5", "Ben! 5", **PARTNERS)
    session, kate = table.session, signed_in("kate")
    pages = [kate.get(f"/sessions/{session.pk}/{rest}") for rest in ("settlement", "close")]
    close(session)
    pages.append(kate.get(f"/sessions/{session.pk}/settlement"))
    paper = whole(kate.get(f"/sessions/{session.pk}/settlement.pdf").content)
    said = [text(page.content.decode()) for page in pages]
    assert [
        ("Ann and Cat lead by 1 game to 0" in words, "No one owes" in words) for words in said[:2]
    ] == [(True, False)] * 2
    won = "Ann and Cat won by 1 game to 0"
    assert (said[2].count(won), squeezed(won) in paper) == (2, True)
    assert [shown(page, r'<p class="number">(.*?)</p>') for page in pages] == [
        ["6–0. Unfinished: Ben and Dan lead 4–1"],
        ["6–0. Unfinished: Ben and Dan lead 4–1"],
        ["6–0. Unfinished: Ben and Dan led 4–1"],
    ]


def test_columns_of_zeros_are_left_out():
    session = a_table("Ann! 5", **PARTNERS).session
    for rest in ("settlement", "close"):
        page = signed_in("kate").get(f"/sessions/{session.pk}/{rest}")
        html = page.content.decode()
        assert ('class="nets"' in html, "lead 4–0" in text(html)) == (False, True)
