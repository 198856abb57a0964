"""Entering something into the club's book, and taking it back."""

import re
from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from scoring.money.actions.accounts import enter
from scoring.people.actions.people import add_players
from tests.book import KEY, a_settled_table, named, of, sent, stands
from tests.cast import FIVE, PHONE, a_club, an_evening, everything, some_id
from tests.html import refused, said, shown, text

pytestmark = pytest.mark.django_db
LATER = str(some_id(2))


@pytest.fixture
def table():
    return a_settled_table()


@pytest.fixture
def club(table):
    return table.session.club


@pytest.mark.parametrize(
    ("what", "fields", "moved"),
    [
        ("paid in", {"who": "Ann"}, ({"Ann": 175}, 300)),
        ("paid out", {"who": "Eve"}, ({"Eve": 200}, -300)),
        ("payment", {"who": "Ann", "whom": "Eve"}, ({"Ann": 175, "Eve": 200}, 0)),
        ("received", {"note": "cards sold"}, ({}, 300)),
        ("spent", {"note": "cards"}, ({}, -300)),
        ("in favour", {"who": "Ann", "note": "they paid long ago"}, ({"Ann": 175}, 0)),
        ("against", {"who": "Ann", "note": "miscounted"}, ({"Ann": -425}, 0)),
    ],
)
def test_each_kind_of_entry_is_stored_once_when_sent_twice(kate, club, what, fields, moved):
    before, _ = stands(club)
    assert kate.get(of(club, f"enter?what={what}")).status_code == 200
    for _ in range(2):
        assert kate.post(of(club, "enter"), sent(club, what=what, **fields)).status_code == 302
    assert stands(club) == (before | moved[0], moved[1])


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("paid out", {"who": "Eve"}),
        ("spent", {"note": "cards"}),
        ("prize", {"who": "Ann", "in_cash": "on"}),
    ],
)
def test_spending_more_cash_than_the_box_holds_is_asked_about_once(kate, table, club, what, fields):
    kate.post(of(club, "enter"), sent(club, what="received", note="cards sold") | {"amount": "2"})
    before = stands(club)
    line = sent(club, what=what, **fields) | {"key": LATER, "session": table.session_id}
    answer = kate.post(of(club, "enter"), line | {"though_short": ""})
    assert said(answer) == (
        "The cash box should hold £2.00, less than £3.00. Enter any missing cash received first. "
        "If the money is in the box, save again."
    )
    assert (answer.status_code, stands(club)) == (422, before)
    assert 'name="though_short" value="300"' in answer.content.decode()
    for _ in range(2):
        assert kate.post(of(club, "enter"), line | {"though_short": "300"}).status_code == 302
    assert stands(club)[1] == -100
    assert kate.post(of(club, "enter"), line | {"though_short": ""}).status_code == 302
    assert stands(club)[1] == -100


def test_cash_that_the_box_did_not_hold_on_that_day_is_asked_about_once(kate, club):
    today = timezone.localdate()
    first, second = today - timedelta(days=9), today - timedelta(days=5)
    club.year_begins = (today - timedelta(days=20)).month
    club.save()
    for day, amount in ((first, "2"), (today, "20")):
        got = sent(club, what="received", note="cards sold", amount=amount, dated=str(day))
        kate.post(of(club, "enter"), got | {"key": some_id(100 + int(amount))})
    spent = sent(club, what="spent", note="cards", dated=str(second)) | {"key": LATER}
    answer = kate.post(of(club, "enter"), spent)
    assert said(answer) == (
        f"The cash box should have held £2.00 on {second:%-d %B %Y}, less than £3.00. Enter any "
        "missing cash received first. If the money was in the box, save again."
    )
    assert (answer.status_code, stands(club)[1]) == (422, 2200)
    assert f'name="though_short" value="300 {second}"' in answer.content.decode()
    again = spent | {"though_short": f"300 {second}"}
    earlier = kate.post(of(club, "enter"), again | {"dated": str(second - timedelta(days=5))})
    assert "held £0.00 on" in said(earlier)
    assert kate.post(of(club, "enter"), again).status_code == 302
    assert stands(club)[1] == 1900


def test_an_entry_in_a_finished_year_is_asked_about_once(kate, club):
    club.year_begins = 1
    club.save()
    last = date(timezone.localdate().year - 1, 12, 31)
    line = sent(club, what="received", note="cards sold", dated=str(last))
    assert kate.post(of(club, "enter"), line).status_code == 302
    line |= {"key": LATER}
    answer = kate.post(of(club, "enter"), line)
    assert said(answer) == (
        f"{last:%-d %B %Y} is in the financial year that ended on {last:%-d %B %Y}. Its accounts "
        "may already be printed and signed, and would change. Choose a later day, or save again "
        "to keep this one."
    )
    assert (answer.status_code, stands(club)[1]) == (422, 300)
    for _ in range(2):
        again = kate.post(of(club, "enter"), line | {"though_over": str(last)})
        assert again.status_code == 302
    assert stands(club)[1] == 600


def test_after_an_entry_for_an_earlier_day_its_page_is_shown(kate, club, monkeypatch):
    monkeypatch.setattr("scoring.money.views.accounts.LINES", 1)
    kate.post(of(club, "enter"), sent(club, what="received", note="today's"))
    late = sent(club, what="spent", note="cards", dated="2026-01-05", key=LATER)
    answer = kate.post(of(club, "enter"), late | {"though_short": "300 2026-01-05"})
    line = club.entries.latest("pk").pk
    assert answer.url == of(club, f"cash?line={line}#line-{line}")
    page = kate.get(answer.url)
    assert shown(page, r'<li id="line-(.*?)">') == [str(line)]
    assert "Saved. It is listed under its date, 5 January 2026." in text(page.content.decode())


def test_spending_belongs_to_no_evening_unless_one_is_chosen(kate, table, club):
    chosen = r'<option value="(\d+)" selected'
    spent = of(club, "enter?what=spent")
    assert re.findall(chosen, kate.get(spent).content.decode()) == []
    asked = kate.get(f"{spent}&session={table.session_id}").content.decode()
    assert re.findall(chosen, asked) == [str(table.session_id)]


def test_a_pot_is_paid_by_players_who_came_and_pays_a_prize(kate, table, club):
    add_players(club=club, names=["Zoë"])
    path = of(club, f"enter?what=pot&session={table.session_id}")
    page = kate.get(path)
    assert shown(page, r'<label class="check" for="id_people_\d+">.*?</label>') == FIVE
    people = [player.pk for player in club.players.exclude(name__in=["Zoë", "Eve"])]
    pot = sent(club, what="pot", session=table.session_id, people=people, in_cash="on")
    kate.post(of(club, "enter"), pot | {"amount": "1"})
    assert stands(club)[1] == 400
    ticked = re.findall(r'name="people" value="(\d+)"[^>]*checked', kate.get(path).content.decode())
    assert ticked == [str(named(club, "Eve").pk)]
    prize = sent(club, what="prize", who="Ann", session=table.session_id, in_cash="on")
    answer = kate.post(of(club, "enter"), prize | {"amount": "2.50", "key": LATER}, follow=True)
    assert stands(club)[1] == 150
    assert "Left in the pot: £1.50 ." in text(answer.content.decode())


def test_the_pot_of_an_evening_without_check_ins_offers_everyone(kate, club):
    evening = an_evening(club)
    page = kate.get(of(club, f"enter?what=pot&session={evening.pk}"))
    assert shown(page, r'<label class="check" for="id_people_\d+">.*?</label>') == FIVE


def test_a_club_without_an_evening_has_no_pot(kate):
    club = a_club()
    assert "Pay into the pot" not in kate.get(of(club, "enter")).content.decode()
    assert kate.get(of(club, "enter?what=pot")).status_code == 404


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"what": "paid in", "who": "Ann", "amount": "0"}, "above zero"),
        ({"what": "paid in", "who": "Ann", "amount": "2.555"}, "too many decimals"),
        ({"what": "paid in", "who": "Ann", "amount": "-3"}, "is not an amount"),
        ({"what": "paid in", "who": "Ann", "amount": "999999999"}, "is too high"),
        (
            {"what": "paid in", "who": "Ann", "key": ""},
            "This page is out of date. Reload it and try again.",
        ),
        ({"what": "payment", "who": "Ann", "whom": "Ann"}, "Choose two different people"),
        ({"what": "spent"}, "This field is required."),
    ],
)
def test_a_refused_entry_stays_on_the_page(kate, club, fields, why):
    status, told = refused(of(club, "enter"), sent(club, **fields), client=kate)
    assert status == 422
    assert why in told


def test_people_and_evenings_of_another_club_cannot_be_used(kate, club):
    elsewhere = an_evening(a_club("Another club", organiser="mallory"))
    (gus,) = add_players(club=elsewhere.club, names=["Gus"])
    lines = [
        sent(club, what="paid in") | {"who": gus.pk},
        sent(club, what="paid in", who="Ann", session=elsewhere.pk),
        sent(club, what="pot", session=elsewhere.pk) | {"people": [gus.pk]},
    ]
    assert [refused(of(club, "enter"), line, client=kate)[0] for line in lines] == [422, 422, 404]


def test_a_different_entry_with_the_same_key_is_refused_and_can_be_sent_again(kate, club):
    first = sent(club, what="paid in", who="Ann")
    kate.post(of(club, "enter"), first)
    stored = everything()
    answer = kate.post(of(club, "enter"), first | {"amount": "4.00"})
    assert (answer.status_code, everything()) == (409, stored)
    assert "already saved from this page" in said(answer)
    fields = dict(
        re.findall(r'<input type="\w+" name="(\w+)" value="([^"]*)"', answer.content.decode())
    )
    assert (fields["amount"], fields["key"] != KEY) == ("4.00", True)
    kate.post(of(club, "enter"), first | {"amount": "4.00", "key": fields["key"]})
    assert stands(club)[1] == 700


def test_the_kind_of_entry_is_chosen_first(kate, club):
    assert kate.get(of(club, "enter")).status_code == 200
    assert refused(of(club, "enter"), {"what": "settlement"}, client=kate)[0] == 422


def test_an_undone_entry_stays_visible(kate, club):
    ann = named(club, "Ann")
    line = enter(
        club=club, key=some_id(1), what="paid in", who=ann, amount_minor=300, actor=PHONE
    ).line
    path = of(club, f"lines/{line.pk}/take-back")
    answers = [kate.post(path, {"why": "it was Ben"}, follow=True) for _ in range(2)]
    assert [
        shown(answer, r'<div class="remark" role="status">.*?</div>') for answer in answers
    ] == [
        ["Undone. The entry stays listed, crossed out."],
        ["This was already undone."],
    ]
    assert shown(answers[1], r"<s>.*?</s>") == ["Paid in", "+£3.00"]
    assert "by kate: “it was Ben”" in text(answers[1].content.decode())
    assert stands(club)[1] == 0


def test_an_entry_made_by_a_closing_cannot_be_undone_here(kate, club):
    path = of(club, f"lines/{club.entries.first().pk}/take-back")
    assert refused(path, {}, client=kate) == (
        409,
        "This entry comes from a closing. Reopen the club night and correct it there.",
    )


def test_money_entered_past_midnight_belongs_to_the_current_evening(kate, club, monkeypatch):
    day = date(2026, 11, 20)
    on, _ = (an_evening(club, played_on=one) for one in (day, day + timedelta(days=1)))
    at = timezone.make_aware(datetime.combine(day + timedelta(days=1), time(0, 30)))
    monkeypatch.setattr(timezone, "now", lambda: at)
    page = kate.get(of(club, "enter")).content.decode()
    assert {int(one) for one in re.findall(r"session=(\d+)", page)} == {on.pk}
