"""The page of prizes: who won what and why, who is paid, what the money comes to."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.models import Entry, Report
from scoring.money.queries.accounts import balances, cash_of
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.prize_giving import count_pot, pay_all, pay_prize, take_prize_back
from scoring.tournament.queries.prizes import dues_of
from scoring.tournament.queries.prizes_to_pay import prizes_to_pay
from tests.cast import (
    PHONE,
    a_club,
    a_phone,
    again,
    an_evening,
    an_officer,
    close,
    everything,
    signed_in,
    some_id,
)
from tests.html import discs, refused, said, shown, text
from tests.sheets.reading import whole
from tests.tournament.cast import a_tournament, begun, ended, played_to, tell

pytestmark = pytest.mark.django_db

PRIZES = [
    {"prize": "first", "amount": 1501},
    {"prize": "second", "amount": 500, "gift": "A cake"},
    {"prize": "booby", "gift": "The wooden spoon"},
]
BASKET = {"name": "The basket", "to": "most lone hands", "each": 20, "for_each": "lone"}


@pytest.fixture
def tournament():
    """Four who played a round: two share the first prizes."""
    made = a_tournament(4, prizes=PRIZES, pots=[BASKET], rounds=3)
    played_to(made, 1)
    return again(made)


def path(tournament, rest="prizes"):
    return f"/sessions/{tournament.session_id}/tournament/{rest}"


def page_of(tournament, who="kate"):
    return signed_in(who).get(path(tournament))


def post(tournament, rest, who="kate", **fields):
    return signed_in(who).post(path(tournament, rest), fields)


def finished(tournament):
    return finish(tournament=again(tournament), actor=PHONE)


def test_winners_and_ranked_players_have_their_own_discs(tournament):
    made = finished(tournament)
    own = {one.no: (one.player.colour, one.player.name[0]) for one in made.entrants.all()}
    won = [no for prize in made.results["prizes"] for no in prize["to"]]
    paid = [due.entrant for due in dues_of(made)]
    by_rank = [row["no"] for row in made.results["rows"]]
    assert sorted(discs(page_of(tournament))) == sorted(own[no] for no in (*won, *paid, *by_rank))


def money(answer):
    return shown(answer, r'<section aria-labelledby="money">.*?</table>')


def test_before_a_round_was_played_the_page_says_what_will_appear():
    answer = page_of(a_tournament(4, prizes=PRIZES))
    assert "No round is played yet." in text(answer.content.decode())
    assert "Finish" not in text(answer.content.decode())


def test_interim_results_show_who_would_win_and_why(tournament):
    told = text(page_of(tournament).content.decode())
    names = [row["name"] for row in finished(tournament).results["rows"]]
    best = f"{names[0]} £10.01 {names[1]} £10.00"
    assert "1 of 3 rounds · so far" in told
    assert "1 of 3 rounds are played. You can finish early." in told
    assert "Winners so far" in told
    assert (
        f"First and second £20.01 {best} Tied on points, games won and lone hands. They share it."
        in told
    )
    assert "Lowest of those who were there for every round." in told


def test_a_scorer_sees_winners_but_no_buttons_and_no_money(tournament):
    an_officer(tournament.session.club, "sam", "scorer")
    page = page_of(tournament, "sam").content.decode()
    assert "Winners so far" in page
    main = page.partition("<main")[2]
    assert ("<form" in main, "Money" in main) == (False, False)


def test_finishing_announces_the_results(tournament):
    answer = post(tournament, "finish")
    assert (answer.status_code, answer.url) == (302, path(tournament))
    told = text(page_of(tournament).content.decode())
    assert "Winners" in told
    assert "announced at" in told
    assert again(tournament).finished_at is not None


def test_the_reason_why_finishing_is_refused_is_given(tournament):
    begun(again(tournament))
    assert refused(path(tournament, "finish"), {}, client=signed_in()) == (
        409,
        "Round 2 is being played. End it first.",
    )


def test_reopening_returns_to_the_state_before(tournament):
    finished(tournament)
    post(tournament, "open-again")
    assert "Finish and announce results" in text(page_of(tournament).content.decode())


# -- money
# -----------------------------------------------------------------------------------------------


def test_a_prize_is_paid_in_cash_with_one_tap_and_undone_with_another(tournament):
    finished(tournament)
    due = dues_of(again(tournament))[0]
    assert (
        post(tournament, "prizes/pay", key=due.key, how="cash", though_short="yes").status_code
        == 302
    )
    club = tournament.session.club
    assert (cash_of(club), balances(club)) == (-1001, {})
    page = page_of(tournament)
    assert shown(page, r'<span class="tick".*?</span>') == ["paid"]
    line = dues_of(again(tournament))[0].line
    assert post(tournament, "prizes/take-back", key=line.key).status_code == 302
    assert (cash_of(club), shown(page_of(tournament), r'<span class="tick".*?</span>')) == (0, [])


def test_paying_more_cash_than_the_box_holds_is_asked_about_once(tournament):
    finished(tournament)
    due, _ = dues_of(again(tournament))
    club = tournament.session.club
    answer = post(tournament, "prizes/pay", key=due.key, how="cash")
    page = answer.content.decode()
    assert (answer.status_code, cash_of(club)) == (409, 0)
    assert "The accounts show less in the cash box than £10.01." in text(page)
    assert page.count('name="though_short" value="yes"') == 3
    post(tournament, "prizes/pay", key=due.key, how="cash", though_short="yes")
    assert cash_of(club) == -1001


def test_cash_that_the_box_holds_is_paid_without_a_question(tournament):
    count_pot(tournament=tournament, name="The basket", amount=2001, actor=PHONE)
    finished(tournament)
    assert post(tournament, "prizes/pay", how="cash").status_code == 302
    assert cash_of(tournament.session.club) == 0


def test_an_unpaid_prize_is_named_on_the_money_pages(tournament):
    session, club = tournament.session, tournament.session.club
    player = dues_of(finished(tournament))[0].player
    accounts = f"/clubs/{club.pk}/accounts/"
    places = {
        f"/sessions/{session.pk}/close": "2 prizes (£20.01) are not paid",
        accounts: "2 prizes (£20.01) were announced but not paid",
        f"{accounts}year/": "rizes of £20.01 were announced but not paid by",
        f"{accounts}{player.pk}/": "Won £10.01 on",
        f"{accounts}evenings/{session.pk}/": "2 prizes (£20.01) are not paid",
    }

    def says():
        return {
            place: said in text(signed_in().get(place).content.decode())
            for place, said in places.items()
        }

    assert says() == dict.fromkeys(places, True)
    pay_all(tournament=again(tournament), in_cash=False, actor=PHONE)
    assert says() == dict.fromkeys(places, False)


def test_the_unpaid_half_of_a_pairs_prize_still_waits():
    made = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs", prizes=PRIZES[:1])
    played_to(made, 1)
    first, second = dues_of(finished(made))
    club, today = made.session.club, made.session.played_on
    assert first.amount + second.amount == 1501

    def waits(**when):
        return [(one.number, one.amount) for one in prizes_to_pay(club, **when)]

    assert waits() == [(2, 1501)]
    pay_prize(tournament=again(made), key=first.key, in_cash=False, actor=PHONE)
    assert waits() == waits(by=timezone.localdate()) == [(1, second.amount)]
    assert waits(by=today - timedelta(days=1)) == []
    pay_prize(tournament=again(made), key=second.key, in_cash=False, actor=PHONE)
    assert waits() == []
    take_prize_back(tournament=again(made), key=dues_of(again(made))[0].line.key, actor=PHONE)
    assert waits() == [(1, first.amount)]


def test_an_undecided_cut_prize_waits_as_a_whole(tournament):
    made = finished(tournament)
    made.results["prizes"][0] |= {"cut": True}
    made.save()
    assert [(one.number, one.amount) for one in prizes_to_pay(made.session.club)] == [(1, 2001)]


def test_accounts_take_as_many_queries_for_three_tournaments_as_for_one():
    club, asked = a_club(), []
    for number in (1, 2):
        for _ in range(number):
            made = a_tournament(4, session=an_evening(club), prizes=PRIZES)
            played_to(made, 1)
            finished(made)
        with CaptureQueriesContext(connection) as queries:
            signed_in().get(f"/clubs/{club.pk}/accounts/")
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_paying_to_an_account_says_so(tournament):
    finished(tournament)
    due = dues_of(again(tournament))[0]
    post(tournament, "prizes/pay", key=due.key, how="account")
    assert balances(tournament.session.club) == {due.player.pk: 1001}
    assert shown(page_of(tournament), r'<span class="tick".*?</span>') == ["paid to account"]


def test_all_prizes_can_be_paid_and_undone_at_once(tournament):
    finished(tournament)
    post(tournament, "prizes/pay", how="cash", though_short="yes")
    assert cash_of(tournament.session.club) == -2001
    assert "2 prizes were paid. Undo those first." in text(page_of(tournament).content.decode())
    post(tournament, "prizes/take-back")
    assert cash_of(tournament.session.club) == 0


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        (
            {"key": some_id(1), "how": "cash"},
            409,
            "This prize has changed. This page is out of date. Reload it and try again.",
        ),
        (
            {"key": "x", "how": "cash"},
            422,
            "This page is out of date. Reload it and try again.",
        ),
        (
            {"key": some_id(1), "how": "gold"},
            422,
            "This page is out of date. Reload it and try again.",
        ),
        ({"key": some_id(1)}, 422, "This page is out of date. Reload it and try again."),
    ],
)
def test_an_impossible_payment_is_refused(fields, status, sentence, tournament):
    finished(tournament)
    assert refused(path(tournament, "prizes/pay"), fields, client=signed_in()) == (status, sentence)


def test_the_page_sums_up_the_money():
    session = an_evening()
    tournament = a_tournament(4, session=session, fee=500, prizes=PRIZES, pots=[BASKET])
    for entrant in tournament.entrants.all():
        arrive(session=session, player=entrant.player, actor=PHONE)
    for entrant in tournament.entrants.all()[:3]:
        pay_at_the_door(session=session, player=entrant.player, paid=True, actor=PHONE)
    played_to(tournament, 1)
    post(tournament, "prizes/pot", name="The basket", amount="2.60")
    finished(tournament)
    pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE)
    assert money(page_of(tournament)) == [
        "Money What How much Paid at check-in £15.00 Not paid at check-in £5.00 "
        "Counted in pots £2.60 Won in prizes −£20.01 Carried over to the next time −£2.60 "
        "Stays with the club −£0.01 "
        "Prizes paid so far £20.01 of £20.01"
    ]


def test_percentages_of_the_fees_that_are_paid_are_announced_and_then_stay():
    made = a_tournament(4, fee=500, prizes=[{"prize": "first", "percent": 90}], rounds=1)
    played_to(made, 1)
    players = [one.player for one in made.entrants.select_related("player")]
    for player in players:
        arrive(session=made.session, player=player, actor=PHONE)
    for player in players[:3]:
        pay_at_the_door(session=made.session, player=player, paid=True, actor=PHONE)
    page = text(page_of(made).content.decode())
    assert "3 paid entries, £15.00 in fees, £13.50 in prizes, £1.50 left." in page
    finished(made)
    pay_at_the_door(session=made.session, player=players[3], paid=True, actor=PHONE)
    assert sum(due.amount for due in dues_of(again(made))) == 1350
    assert "3 paid entries, £15.00 in fees" in text(page_of(again(made)).content.decode())


def test_receipts_are_printed_for_prizes_paid_in_cash(tournament):
    finished(tournament)
    assert signed_in().get(path(tournament, "prizes/receipts.pdf")).status_code == 404
    pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE)
    answer = signed_in().get(path(tournament, "prizes/receipts.pdf"))
    told = whole(answer.content)
    for due in dues_of(again(tournament)):
        assert due.player.name.replace(" ", "") in told
    assert "Firstandsecond" in told


# -- pots and cuts
# ---------------------------------------------------------------------------------------


def test_the_counted_money_of_a_pot_is_typed_here(tournament):
    assert post(tournament, "prizes/pot", name="The basket", amount="2.60").status_code == 302
    told = text(page_of(tournament).content.decode())
    assert "For most lone hands. Counted: £2.60 , entered in the accounts." in told
    assert Entry.objects.get().kind == "received"


def test_a_bad_amount_stays_on_the_page(tournament):
    stored = everything()
    answer = post(tournament, "prizes/pot", name="The basket", amount="two")
    assert (answer.status_code, everything()) == (422, stored)
    assert 'value="two"' in answer.content.decode()
    assert said(answer) == '"two" is not an amount such as 0.25 or 25p.'


def test_the_director_enters_the_winner_of_the_cut(tournament):
    results = finished(tournament).results
    one, other = results["prizes"][1]["to"]
    assert "Who won the cut?" in text(page_of(tournament).content.decode())
    post(tournament, "prizes/cut", prize="second", winner=other)
    told = text(page_of(tournament).content.decode())
    assert ("Won the cut." in told, "Change who won the cut" in told) == (True, True)
    post(tournament, "prizes/cut", prize="second")
    assert again(tournament).results == results


def test_an_entrant_who_is_not_tied_cannot_win_the_cut(tournament):
    finished(tournament)
    fields = {"prize": "second", "winner": 99}
    assert refused(path(tournament, "prizes/cut"), fields, client=signed_in()) == (
        409,
        "Number 99 is not tied for second. Choose one of the tied entrants.",
    )


def test_a_change_after_the_announcement_is_pointed_out(tournament):
    before = finished(tournament).results["rows"]
    Report.objects.update(points={"NS": 9, "EW": 1})
    page = page_of(tournament)
    assert "A round was changed after the results were announced." in said(page)
    assert str(before[0]["points"]) in text(page.content.decode())


# -- closing
# ---------------------------------------------------------------------------------------------


def test_the_settlement_of_a_tournaments_evening_links_to_the_prizes(
    tournament,
):
    session, kate = tournament.session, signed_in()
    assert "The tournament is not finished." in said(kate.post(f"/sessions/{session.pk}/close"))
    finished(tournament)
    asked = text(kate.get(f"/sessions/{session.pk}/close").content.decode())
    assert "Tournament rounds are played for prizes" in asked
    answer = kate.post(f"/sessions/{session.pk}/close")
    assert (answer.status_code, again(session).closed) == (302, True)
    page = kate.get(f"/sessions/{session.pk}/settlement").content.decode()
    assert f'href="{path(tournament)}"' in page
    assert "No hand has been played yet." not in text(page)


def test_a_phone_at_a_table_reads_about_prizes_without_a_link(tournament):
    finished(tournament)
    token = tournament.session.tables.get().links.get(right="write").token
    page = a_phone().get(f"/t/{token}/settlement").content.decode()
    assert "Tournament rounds are played for prizes" in text(page)
    assert "/tournament/prizes" not in page


def test_prizes_can_be_paid_after_the_evening_is_closed(tournament):
    finished(tournament)
    close(tournament.session)
    post(tournament, "prizes/pay", how="cash", though_short="yes")
    assert cash_of(tournament.session.club) == -2001


def test_more_people_and_rounds_add_no_queries():
    club, found = a_club(), set()
    for people, rounds in ((4, 1), (12, 3)):
        tournament = a_tournament(people, session=an_evening(club), prizes=PRIZES, pots=[BASKET])
        played_to(tournament, rounds)
        finished(tournament)
        pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE)
        kate = signed_in()
        with CaptureQueriesContext(connection) as queries:
            assert kate.get(path(tournament)).status_code == 200
        found.add(len(queries))
    assert len(found) == 1


def test_an_evening_without_a_tournament_has_no_prizes():
    session = an_evening()
    assert signed_in().get(f"/sessions/{session.pk}/tournament/prizes").status_code == 404


def test_html_in_a_name_is_shown_as_text():
    tournament = a_tournament(["<b>Ann</b>", "Ben", "Cat", "Dan"], prizes=PRIZES)
    tell(ended(begun(tournament)), 1, 7, 5)
    assert "<b>Ann</b>" not in page_of(tournament).content.decode()
