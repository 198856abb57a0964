"""Papers that are found again: their codes, typed or scanned."""

import pytest

from scoring.club.actions.seasons import make_season
from scoring.common import codes
from scoring.common.codes import code_of
from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.money.actions.accounts import enter
from scoring.table.actions.house_rules import make_house_rules
from tests.cast import (
    PHONE,
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    an_evening,
    an_officer,
    close,
    link,
    signed_in,
    some_id,
)
from tests.hall import a_round_here
from tests.html import said, shown
from tests.league.cast import a_league, a_match
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A table of the five with a hand, in an evening with a tournament of one round."""
    return a_table("Eve! 5")


def scan(code, who=None):
    """Where a code leads, or the status of its refusal."""
    client = signed_in(who) if who else a_phone()
    answer = client.get(f"/c/{code.replace('-', '')}")
    return answer["Location"] if answer.status_code == 302 else answer.status_code


def test_every_kind_of_code_opens_its_record(table):
    session = table.session
    round = a_round_here(session)
    entrant = round.tournament.entrants.first()
    year = {"starts_on": session.played_on, "ends_on": session.played_on, "counts": "all"}
    season = make_season(club=session.club, name="2026", order=["points"], **year)
    player = session.club.players.first()
    house = make_house_rules(club=session.club, base="keller", name="Ours", changes={"euchre": 3})
    match = a_match(a_league(club=session.club), "Mounties", "Trolls")
    found = {
        codes.MATCH_CARD: (match.pk, f"/matches/{match.pk}/card"),
        codes.EVENING: (session.pk, f"/sessions/{session.pk}/"),
        codes.SETTLEMENT: (session.pk, f"/sessions/{session.pk}/settlement"),
        codes.TABLE: (table.pk, f"/t/{link(table).token}/score"),
        codes.TOURNAMENT: (
            round.tournament.pk,
            f"/sessions/{session.pk}/tournament/standings",
        ),
        codes.ENTRANT: (entrant.pk, f"/sessions/{session.pk}/tournament/standings"),
        codes.ROUND_TABLE: (
            round.tables.first().pk,
            f"/sessions/{session.pk}/tournament/rounds/1/tables/1/",
        ),
        codes.ACCOUNT: (player.pk, f"/clubs/{session.club_id}/accounts/{player.pk}/"),
        codes.PLAYER: (player.pk, f"/clubs/{session.club_id}/players/{player.pk}/"),
        codes.HOUSE: (house.pk, f"/clubs/{session.club_id}/rules/{house.pk}/"),
        codes.SEASON: (season.pk, f"/clubs/{session.club_id}/seasons/{season.pk}/"),
    }
    led = {kind: scan(code_of(kind, number), "kate") for kind, (number, _) in found.items()}
    assert led == {kind: address for kind, (_, address) in found.items()}
    assert {*found, codes.RECEIPT} == set(codes.KINDS)


def test_the_code_of_a_receipt_opens_its_entry(table):
    """Also if the entry is shown together with the one that it settles: a check-in fee that was
    paid."""
    club = table.session.club
    session = an_evening(club, door_fee_minor=200, guest_fee_minor=200)
    ann = club.players.get(name="Ann")
    arrive(session=session, player=ann, actor=PHONE)
    pay_at_the_door(session=session, player=ann, paid=True, actor=PHONE)
    fee = club.entries.get(session=session, settles=None, reverses=None)
    what = {"club": club, "note": "", "actor": PHONE, "amount_minor": 300}
    paid = enter(key=some_id(1), what="paid in", who=ann, **what).line
    spent = enter(key=some_id(2), what="spent", who=None, **what).line
    money = f"/clubs/{club.pk}/accounts"
    lines = [club.entries.exclude(settles=None).get(), paid, spent]
    assert [scan(code_of(codes.RECEIPT, line.pk), "kate") for line in lines] == [
        f"{money}/evenings/{session.pk}/?line={fee.pk}#line-{fee.pk}",
        f"{money}/{ann.pk}/?line={paid.pk}#line-{paid.pk}",
        f"{money}/cash?line={spent.pk}#line-{spent.pk}",
    ]
    for line in lines:
        page = scan(code_of(codes.RECEIPT, line.pk), "kate")
        assert f'id="{page.split("#")[1]}"' in signed_in("kate").get(page).content.decode()


def test_a_stranger_cannot_see_if_a_code_exists(table):
    """The same for a paper that is there, and for one that is not."""
    an_officer(a_club("Another club", organiser="mallory"), "mia")
    there, not_there = code_of(codes.TABLE, table.pk), code_of(codes.TABLE, 9999)
    asked = {scan(code).replace(code.replace("-", ""), "CODE") for code in (there, not_there)}
    assert asked == {"/sign-in?next=%2Fc%2FCODE"}
    pages = [signed_in("mallory").get(f"/c/{code}") for code in (there, not_there)]
    assert [(page.status_code, said(page)) for page in pages] == [
        (404, "You have no sheet with this code.")
    ] * 2


def test_money_is_opened_only_by_people_who_run_the_club(table):
    an_officer(table.session.club, "sam", "scorer")
    player = table.session.club.players.first()
    assert scan(code_of(codes.ACCOUNT, player.pk), "sam") == 404
    assert scan(code_of(codes.PLAYER, player.pk), "sam").endswith(f"/players/{player.pk}/")


def test_a_host_s_browser_opens_the_papers_of_its_evening_without_an_account():
    table, phone = a_casual_table(), a_phone()
    phone.get(f"/host/{link(table, 'host').token}")
    answer = phone.get(f"/c/{code_of(codes.SETTLEMENT, table.session_id)}")
    assert answer["Location"] == f"/sessions/{table.session_id}/settlement"


def test_an_invalid_code_is_refused_with_a_sentence(table):
    page = a_phone().get("/c/T22-23Q")
    assert (page.status_code, said(page)) == (
        404,
        "No printed sheet has this code. Check each character.",
    )


def test_a_code_in_the_club_s_search_opens_its_paper(table):
    club, kate = table.session.club, signed_in("kate")
    code = code_of(codes.TABLE, table.pk)
    address = f"/t/{link(table).token}/score"
    assert kate.get(f"/clubs/{club.pk}/", {"q": code.lower()})["Location"] == address
    piece = kate.get(f"/clubs/{club.pk}/", {"q": code}, headers={"HX-Request": "true"})
    assert shown(piece, r'<h2 id="record-found">.*?<a class="button strong" (.*?)</a>') == [
        f'href="{address}">Table 1, {table.session}'
    ]
    elsewhere = an_evening(a_club("Another club", organiser="kate"))
    page = kate.get(f"/clubs/{elsewhere.club_id}/", {"q": code})
    assert "Nothing found." in page.content.decode()


def test_the_papers_show_their_codes(table):
    kate, session = signed_in("kate"), table.session
    close(session)
    here, by_link = f"/sessions/{session.pk}/", f"/t/{link(table).token}/"
    papers = {
        f"{here}settlement.pdf": code_of(codes.SETTLEMENT, session.pk),
        f"{here}door.pdf": code_of(codes.EVENING, session.pk),
        f"{here}tonight.pdf": code_of(codes.SETTLEMENT, session.pk),
        f"{by_link}score.pdf": code_of(codes.TABLE, table.pk),
        f"{by_link}blank.pdf": code_of(codes.TABLE, table.pk),
    }
    silent = [path for path, code in papers.items() if code not in whole(kate.get(path).content)]
    assert silent == []
