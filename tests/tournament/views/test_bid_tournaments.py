"""A tournament by rules with bidding: rounds can end below nothing, and with three figures."""

from uuid import uuid4

import pytest

from scoring.euchre.hand import Hand
from scoring.models import Pass, Report
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament, played_tables
from tests import html
from tests.cast import a_phone, address, log_all, send, signed_in
from tests.tournament.cast import a_tournament, begun, ended, seats

pytestmark = pytest.mark.django_db

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def tournament():
    tournament = a_tournament(8, rules="bid-double")
    ended(begun(tournament))
    return tournament


def typed(tournament, line, way="card"):
    sent = {"key": uuid4(), "round": 1, "show": "missing"}
    sent |= {"table" if way == "slip" else "no": line}
    at = f"/sessions/{tournament.session_id}/tournament/desk/{way}"
    return send(signed_in(), at, sent, headers={"HX-Request": "true"})


def stored():
    return [sorted(report.points.values()) for report in Report.objects.order_by("pk")]


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("1: -24 60, ", [-24, 60]),
        ("1: 60-−24", [-24, 60]),
        ("1: 60--24", [-24, 60]),
        ("1: 108–12", [12, 108]),
    ],
)
def test_a_slip_can_have_negative_points(tournament, line, points):
    answer = typed(tournament, line, "slip")
    assert answer.status_code == 200, html.text(answer.content.decode())[:600]
    assert stored() == [points]


def test_a_card_can_have_negative_points(tournament):
    no = next(iter(seats(tournament.rounds.get(no=1))[1].values()))
    assert typed(tournament, f"{no} -24 60").status_code == 200
    assert stored() == [[-24, 60]]


def test_a_whole_card_can_add_up_to_a_negative_total(tournament):
    no = next(iter(seats(tournament.rounds.get(no=1))[1].values()))
    answer = typed(tournament, f"{no} -24 = -24", "whole")
    assert answer.status_code == 200
    assert [list(report.points.values()) for report in Report.objects.all()] == [[-24]]


def test_every_page_shows_a_negative_total_with_a_minus_sign(tournament):
    for table in (1, 2):
        assert typed(tournament, f"{table}: -24 60", "slip").status_code == 200
    totals = sorted(row.points for row in standings(load_tournament(tournament)))
    assert totals == [-24] * 4 + [60] * 4
    kate, home = signed_in(), f"/sessions/{tournament.session_id}/tournament"
    pages = (
        "",
        "/standings",
        "/rounds/1/",
        "/rounds/1/tables/1/",
        "/desk?by=slip&show=all",
        "/prizes",
    )
    told = {page: html.text(kate.get(home + page).content.decode()) for page in pages}
    assert {page for page, words in told.items() if "\N{MINUS SIGN}24" in words} >= {
        "/standings",
        "/rounds/1/tables/1/",
        "/desk?by=slip&show=all",
    }
    plain = [words[at - 60 : at + 20] for words in told.values() if (at := words.find(" -24")) > 0]
    assert plain == []
    for paper in ("results.pdf", "tally-cards.pdf"):
        assert kate.get(f"{home}/papers/{paper}").status_code == 200


def test_a_phone_can_enter_negative_and_three_digit_totals(tournament):
    table = tournament.rounds.get(no=1).tables.get(no=1)
    phone = a_phone()
    page = address(table.table, "round")
    shown = phone.get(page).content.decode()
    assert shown.count('min="-999"') == shown.count('max="999"') == 2
    sent = {
        "round_table": table.pk,
        "key": uuid4(),
        "points-NS": -5,
        "points-EW": 104,
        "side": "NS",
    }
    assert phone.post(page, sent).status_code == 302
    assert stored() == [[-5, 104]]


def test_the_big_screen_shows_negative_totals_with_a_minus_sign(tournament):
    for table in (1, 2):
        typed(tournament, f"{table}: -24 60", "slip")
    code = tournament.session.passes.get(right=Pass.Right.WALL, revoked_at=None).token
    page = a_phone().get(f"/w/{code}/").content.decode()
    assert page.count("<b>\N{MINUS SIGN}24</b>") == 4
    assert "<b>-" not in page


@pytest.mark.parametrize(("rules", "says"), [("bid", True), ("american", False)])
def test_the_page_explains_how_negative_points_are_typed(rules, says):
    tournament = a_tournament(8, rules=rules)
    begun(tournament)
    home = f"/sessions/{tournament.session_id}/tournament/desk?by="
    kate, sentence = signed_in(), f"Type a minus for points below zero: {MINUS}24 ."
    for way in ("card", "slip", "whole"):
        said = html.text(kate.get(home + way).content.decode())
        assert (sentence in said) is says


def test_a_winners_card_shows_the_opponents_negative_points(tournament):
    typed(tournament, "1: -24 60", "slip")
    no = seats(tournament.rounds.get(no=1))[1]["E"]
    code = tournament.session.passes.get(right=Pass.Right.PLAYERS, revoked_at=None).token
    said = html.text(a_phone().get(f"/e/{code}/{no}/").content.decode())
    assert f"60–{MINUS}24" in said


@pytest.mark.parametrize(("rules", "dealt"), [("bid", 6), ("bid-double", 12)])
def test_a_bid_alone_counts_as_a_lone_hand_if_every_trick_was_taken(rules, dealt):
    row = begun(a_tournament(8, rules=rules))
    at = row.tables.get(no=1)
    names = list(at.table.sitting.names)
    told = [Hand(maker=seat, bid="alone", tricks=tricks) for seat, tricks in enumerate((5, dealt))]
    log_all(at.table, *told)
    found = played_tables(row.tournament.rounds.filter(no=1), no=1)[0]
    lones = {found.names[no]: times for no, times in found.said[0].lones.items()}
    assert lones == {names[1]: 1}


def test_without_bidding_negative_points_are_refused():
    tournament = a_tournament(8)
    ended(begun(tournament))
    answer = typed(tournament, "1: -24 60", "slip")
    assert "“-24” is no number from 0 to 999." in html.text(answer.content.decode())
    assert stored() == []
