"""The pages of the club's accounts."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Attendance, Payment
from scoring.money.actions.accounts import carry_over, enter
from scoring.money.actions.ledger import charge_fee
from scoring.money.actions.payments import mark_paid
from scoring.people.actions.people import add_players
from tests.book import a_settled_table, accounts_shown, named, of, sent, stands
from tests.cast import EVE_ALONE, FIVE, PHONE, a_club, a_table, an_evening, close, reopen, some_id
from tests.html import payments, refused, shown, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_settled_table()


@pytest.fixture
def club(table):
    return table.session.club


EVEN = r'<section aria-label="To settle up">.*?</section>'


def to_be_even(answer):
    return payments(answer, within=EVEN)


def forms(answer, within=".*"):
    """The fields of each form that enters something, in order."""
    pieces = re.findall(within, answer.content.decode(), re.DOTALL)
    found = re.findall(
        r'<form method="post" action="/clubs/\d+/accounts/enter">.*?</form>', "".join(pieces), re.S
    )
    return [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in found]


def debts(answer):
    """Who owes, each with the words of their button."""
    found = re.findall(r'<ul class="debts">.*?</ul>', answer.content.decode(), re.DOTALL)
    rows = re.findall(r"<li>.*?</li>", "".join(found), re.DOTALL)
    return [
        text(re.sub(r'<svg class="(?:disc|share).*?</svg>', "", row, flags=re.S)) for row in rows
    ]


def test_the_page_shows_the_cash_box_who_owes_and_who_is_owed(kate, club):
    enter(club=club, key=some_id(1), what="received", amount_minor=1000, note="gift", actor=PHONE)
    answer = kate.get(of(club))
    assert shown(answer, r"<div><dt>.*?</dd></div>") == [
        "In the cash box £10.00",
        "People owe £5.00",
        "People are owed £5.00",
        "Club’s own money £10.00",
    ]
    assert accounts_shown(answer) == [
        *(f"{name} owes £1.25" for name in ("Ann", "Ben", "Cat", "Dan")),
        "Eve is owed £5.00",
    ]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("?show=owing", ["Ann", "Ben", "Cat", "Dan"]),
        ("?show=owed", ["Eve"]),
        ("?show=all", ["Ann", "Ben", "Cat", "Dan", "Żoë", "Eve"]),
        ("?q=ve", ["Eve"]),
        ("?q=zoe", ["Żoë"]),
        ("?show=nonsense", ["Ann", "Ben", "Cat", "Dan", "Eve"]),
    ],
)
def test_accounts_can_be_searched(kate, club, asked, names):
    add_players(club=club, names=["Żoë"])
    found = accounts_shown(kate.get(of(club, asked)))
    assert [line.split()[0] for line in found] == names


def test_debts_are_drawn_only_if_they_differ(kate, club):
    assert '<svg class="share"' not in kate.get(of(club)).content.decode()
    ann = named(club, "Ann")
    enter(club=club, key=some_id(1), what="paid in", who=ann, amount_minor=25, actor=PHONE)
    assert kate.get(of(club)).content.decode().count('<svg class="share"') == 4


def test_the_page_explains_itself_while_every_player_is_settled_up(kate):
    club = a_club()
    said_there = text(kate.get(of(club)).content.decode())
    assert "Every account is settled." in said_there
    assert "To settle up" not in said_there


def test_payments_open_on_a_sheet_are_not_asked_for_by_the_accounts_too(kate, club):
    answer = kate.get(of(club))
    assert to_be_even(answer) == []
    assert "Unpaid settlements" in text(answer.content.decode())
    carry_over(closing=table_closing(club), carried=True)
    assert to_be_even(kate.get(of(club))) == [
        f"{name} pays Eve £1.25" for name in ("Ann", "Ben", "Cat", "Dan")
    ]


def table_closing(club):
    return club.sessions.get().closings.last()


def test_payments_of_a_reopened_evening_wait_for_the_next_closing(kate, table, club):
    reopen(table.session)
    answer = kate.get(of(club))
    assert to_be_even(answer) == []
    assert "This club night was reopened" in text(answer.content.decode())
    assert "/settle" not in answer.content.decode().replace("/settlement", "")


def test_the_button_beside_a_payment_enters_it_once(kate, club):
    carry_over(closing=table_closing(club), carried=True)
    fields = forms(kate.get(of(club)), within=EVEN)[0]
    assert (fields["what"], fields["who"], fields["whom"], fields["amount"]) == (
        "payment",
        str(named(club, "Ann").pk),
        str(named(club, "Eve").pk),
        "1.25",
    )
    answers = [kate.post(of(club, "enter"), fields, follow=True) for _ in range(2)]
    assert [
        shown(answer, r'<div class="remark" role="status">.*?</div>') for answer in answers
    ] == [
        ["Saved."],
        ["This was already saved. It isn’t entered twice."],
    ]
    assert stands(club)[0] == {"Ben": -125, "Cat": -125, "Dan": -125, "Eve": 375}


def test_two_pages_showing_the_same_balances_offer_the_same_keys(kate, club):
    carry_over(closing=table_closing(club), carried=True)

    def keys():
        return [form["key"] for form in forms(kate.get(of(club)), within=EVEN)]

    before = keys()
    assert (len(set(before)), keys()) == (4, before)
    enter(club=club, key=some_id(5), what="received", amount_minor=1, actor=PHONE)
    assert not set(keys()) & set(before)


def test_a_debt_is_paid_by_one_tap_and_undone_by_another(kate, club):
    carry_over(closing=table_closing(club), carried=True)
    before = stands(club)
    assert debts(kate.get(of(club)))[0] == "Ann owes £1.25 Paid : Ann, £1.25"
    paid = forms(kate.get(of(club)))[0]
    for _ in range(2):
        answer = kate.post(of(club, "enter"), paid, follow=True)
        assert "Ann paid £1.25 into the cash box." in text(answer.content.decode())
    assert stands(club) == ({"Ben": -125, "Cat": -125, "Dan": -125, "Eve": 500}, 125)
    undo = re.search(r"/clubs/\d+/accounts/lines/\d+/take-back", answer.content.decode())[0]
    answer = kate.post(undo, {"then": "owes"}, follow=True)
    assert (answer.redirect_chain[-1][0], stands(club)) == (of(club), before)
    assert "into the cash box" not in text(answer.content.decode())


def test_an_undone_payment_can_be_entered_again(kate, club):
    carry_over(closing=table_closing(club), carried=True)
    first = forms(kate.get(of(club)))[0]
    kate.post(of(club, "enter"), first)
    kate.post(of(club, f"lines/{club.entries.last().pk}/take-back"), {"then": "owes"})
    again = forms(kate.get(of(club)))[0]
    assert (again["who"], again["key"] != first["key"]) == (first["who"], True)
    kate.post(of(club, "enter"), again)
    assert stands(club)[1] == 125


def test_the_same_debt_on_an_older_page_is_not_paid_twice(kate, club):
    carry_over(closing=table_closing(club), carried=True)
    older = forms(kate.get(of(club)))[:4]
    kate.post(of(club, "enter"), older[1])
    newer = next(form for form in forms(kate.get(of(club))) if form["who"] == older[0]["who"])
    kate.post(of(club, "enter"), newer)
    kate.post(of(club, "enter"), older[0])
    assert stands(club) == ({"Cat": -125, "Dan": -125, "Eve": 500}, 250)


def test_both_buttons_of_one_debt_enter_its_payment_once(kate):
    club = a_club()
    (ann,) = add_players(club=club, names=["Ann"])
    enter(club=club, key=some_id(1), what="against", who=ann, amount_minor=200, actor=PHONE)
    page = kate.get(of(club))
    (listed, even) = forms(page)
    assert (listed["then"], even["then"]) == ("owes", "accounts")
    for form in (listed, even):
        assert kate.post(of(club, "enter"), form).status_code == 302
    assert stands(club) == ({}, 200)


def test_a_debt_can_be_paid_where_its_name_was_searched_for(kate, club):
    carry_over(closing=table_closing(club), carried=True)
    answer = kate.get(of(club, "?q=ann"))
    assert debts(answer) == ["Ann owes £1.25 Paid : Ann, £1.25"]
    kate.post(of(club, "enter"), forms(answer)[0])
    assert stands(club)[1] == 125


def test_only_the_part_of_a_debt_that_no_settlement_has_is_paid_into_the_box(kate, club):
    ann, eve = named(club, "Ann"), named(club, "Eve")
    for no, (who, minor) in enumerate(((ann, 40), (eve, 600)), start=1):
        enter(
            club=club,
            key=some_id(no),
            what="against",
            who=who,
            amount_minor=minor,
            note="tea",
            actor=PHONE,
        )
    assert debts(kate.get(of(club))) == [
        "Ann owes £1.65 Paid £0.40 : Ann Pays £1.25 on an unpaid settlement .",
        "Ben owes £1.25 Pays £1.25 on an unpaid settlement .",
        "Cat owes £1.25 Pays £1.25 on an unpaid settlement .",
        "Dan owes £1.25 Pays £1.25 on an unpaid settlement .",
        "Eve owes £1.00 Paid £6.00 : Eve Receives £5.00 on an unpaid settlement .",
    ]


@pytest.mark.parametrize("line", ["x", "0", "9" * 40, "٣"])
def test_a_number_that_is_no_payment_shows_the_accounts_as_usual(kate, club, line):
    answer = kate.get(of(club), {"line": line})
    assert (answer.status_code, "into the cash box" in answer.content.decode()) == (200, False)


def test_an_evening_opens_to_its_sums_and_says_who_paid_at_check_in(kate):
    club, *_ = a_club_with_history(1, 2)
    answer = kate.get(of(club))
    (row,) = re.findall(r'<ul class="sums-of-evenings">.*?</ul>', answer.content.decode(), re.S)
    assert "0 of 2 paid, £4.00 to accounts" in text(row)
    assert shown(answer, r"<tr><th scope=\"row\">.*?</tr>") == [
        "Check-in fees £4.00 £0.00",
        "Won and lost at tables £10.00",
        "Total cash +£1.00",
    ]


def test_the_cash_box_pays_players_whom_only_the_club_owes(kate):
    evening = an_evening()
    ann, ben = add_players(club=evening.club, names=["Ann", "Ben"])
    for no, (who, what) in enumerate([(ann, "against"), (ben, "in favour")], 200):
        enter(club=evening.club, key=some_id(no), what=what, who=who, amount_minor=no, actor=PHONE)
    assert to_be_even(kate.get(of(evening.club))) == [
        "Ann pays Ben £2.00",
        "Ben is paid from the cash box £0.01",
    ]


def test_an_account_lists_line_by_line_how_its_balance_arose(kate, club):
    ann = named(club, "Ann")
    mark_paid(payment=Payment.objects.get(payer=ann), paid=True, actor=PHONE)
    enter(
        club=club,
        key=some_id(1),
        what="paid in",
        who=ann,
        amount_minor=300,
        note="for next time",
        actor=PHONE,
    )
    answer = kate.get(of(club, f"{ann.pk}/"))
    told = shown(answer, r'<p class="entered">.*?</p>\s*<p class="number">.*?</p>')
    assert told == [
        "Paid in +£3.00 , balance £3.00",
        "Paid Eve +£1.25 , balance £0.00",
        "Lost −£1.25 , balance −£1.25",
    ]
    assert "Is owed £3.00 by the club." in text(answer.content.decode())


def test_an_account_names_payments_open_on_a_sheet_and_asks_only_for_the_rest(kate, club):
    ann = named(club, "Ann")
    enter(
        club=club, key=some_id(1), what="against", who=ann, amount_minor=40, note="tea", actor=PHONE
    )
    answer = kate.get(of(club, f"{ann.pk}/"))
    assert "Owes the club £1.65." in text(answer.content.decode())
    evening = club.sessions.get()
    assert shown(answer, r'<p class="hint">Unpaid.*?\.') == [
        f"Unpaid on the settlement of {evening.day}, Club night : Ann pays Eve £1."
    ]
    assert shown(answer, r'<a class="button[^>]*paid\+in.*?</a>') == ["Pay in £0.40"]


def test_an_account_continues_over_pages_without_losing_its_balance(kate, club):
    ann = named(club, "Ann")
    for no in range(60):
        enter(club=club, key=some_id(no), what="paid in", who=ann, amount_minor=100, actor=PHONE)
    # Lines of one moment follow each other as they were entered.
    club.entries.update(at=timezone.now())
    first, second = (kate.get(of(club, f"{ann.pk}/?page={no}")) for no in (1, 2))
    told = [shown(page, r'<p class="number">.*?</p>') for page in (first, second)]
    assert [len(page) for page in told] == [50, 11]
    assert (told[0][0], told[0][-1], told[1][0]) == (
        "+£1.00 , balance £58.75",
        "+£1.00 , balance £9.75",
        "+£1.00 , balance £8.75",
    )


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        ("12.00", "£12.00 is £2.00 more than it should hold."),
        ("9.50", "£9.50 is 50p less than it should hold."),
        ("10", "£10.00 is correct."),
    ],
)
def test_the_cash_box_can_be_counted(kate, club, counted, told):
    enter(club=club, key=some_id(1), what="received", amount_minor=1000, note="gift", actor=PHONE)
    answer = kate.get(of(club, f"cash?counted={counted}"))
    assert told.replace("50p", "£0.50") in text(answer.content.decode())


def test_a_counting_difference_is_entered_with_a_reason(kate, club):
    enter(club=club, key=some_id(1), what="received", amount_minor=1000, note="gift", actor=PHONE)
    page = kate.get(of(club, "cash?counted=9.50"))
    link = re.search(r'href="([^"]*what=spent[^"]*)"', page.content.decode())[1].replace(
        "&amp;", "&"
    )
    form = kate.get(link).content.decode()
    assert re.findall(r'name="(?:amount|note)" value="(.*?)"', form) == [
        "0.50",
        "Count of the cash box",
    ]


def test_a_count_that_is_not_an_amount_is_refused(kate, club):
    answer = kate.get(of(club, "cash?counted=much"))
    assert (answer.status_code, "is not an amount" in text(answer.content.decode())) == (422, True)


def test_amounts_are_written_as_the_clubs_currency_requires(kate):
    table = a_table(EVE_ALONE, session=an_evening(a_club(currency="JPY")))
    close(table.session)
    club = table.session.club
    assert accounts_shown(kate.get(of(club)))[0] == "Ann owes ¥125"
    assert refused(of(club, "enter"), sent(club, what="paid in", who="Ann"), client=kate)[0] == 422
    kate.post(of(club, "enter"), sent(club, what="paid in", who="Ann", amount="125"))
    assert stands(club)[1] == 125


def a_club_with_history(evenings, people):
    """A club of so many people with so many evenings, each with money in every way."""
    club = None
    for no in range(evenings):
        day = timezone.localdate() - timedelta(days=no)
        session = an_evening(club, played_on=day)
        club = session.club
        for table_no in range(people):
            names = [f"{name} {table_no}" for name in FIVE]
            table = a_table(EVE_ALONE, session=session, names=names)
            ann = table.sitting.players[0]
            came = Attendance.objects.create(session=session, player=ann, fee_minor=200)
            charge_fee(attendance=came, actor=PHONE)
            key = some_id(10 * no + table_no + 10**6 * club.pk)
            paid = {"what": "paid in", "who": ann, "amount_minor": 50}
            enter(club=club, key=key, session=session, actor=PHONE, **paid)
        close(session)
    return club, session, ann


PAGES = "", "?q=ann", "cash", "{ann}/", "evenings/{session}/", "enter?what=pot&session={session}"


def test_the_accounts_pages_take_no_more_queries_as_the_history_grows(kate):
    found = []
    for number in (1, 3):
        club, session, ann = a_club_with_history(number, number)
        asked = {}
        for page in PAGES:
            path = of(club, page.format(ann=ann.pk, session=session.pk))
            with CaptureQueriesContext(connection) as queries:
                assert kate.get(path).status_code == 200
            asked[page] = len(queries)
        found.append(asked)
    assert found[0] == found[1]
