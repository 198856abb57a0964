"""The picture of an evening: its text, its visitors, and its format."""

from io import BytesIO

import pytest
from PIL import Image

from scoring.euchre.hand import Hand
from scoring.evening.queries.titles import sittings_of
from scoring.evening.views.picture import picture_of_evening, picture_of_tournament
from scoring.evening.views.titles import best_in_words, title_lines
from scoring.table.actions.tables import change_people
from tests.cast import (
    FIVE,
    PASSED_OUT,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    close,
    log,
    log_all,
    signed_in,
)
from tests.html import shown
from tests.tournament.cast import a_tournament, begun, ended, played_to

pytestmark = pytest.mark.django_db

HANDS = ["Eve! 5", "Ben+Dan 2", "Ann+Cat 3", "Ann! 3"]


def test_the_picture_shows_the_lead_of_each_player_and_its_course():
    table = a_table(*HANDS)
    close(table.session)
    picture = picture_of_evening(again(table.session), money=False)
    assert [(one.place, *one.names, one.figure) for one in picture.ranks] == [
        ("1", "Eve", "+21"),
        ("2", "Ann", "+6"),
        ("3", "Cat", "+1"),
        ("=4", "Ben", "−14"),
        ("=4", "Dan", "−14"),
    ]
    assert [(one.name, one.values) for one in picture.lines][:2] == [
        ("Eve", (0, 5, 7, 7, 7)),
        ("Ann", (0, 0, 2, 3, 4)),
    ]
    assert (picture.won, picture.best) == (
        "won the night, in points won and lost",
        "Eve alone, all five: 5 points, hand 1 at table 1",
    )


def test_the_picture_shows_money_only_if_asked_for_and_played_for():
    session = a_table(*HANDS).session
    close(session)
    figures = {
        money: [one.figure for one in picture_of_evening(again(session), money=money).ranks][:2]
        for money in (False, True)
    }
    assert figures == {False: ["+21", "+6"], True: ["+£5.25", "+£1.50"]}
    for_points = a_table(*HANDS, stake_minor=0).session
    assert picture_of_evening(for_points, money=True).ranks[0].figure == "+21"
    words = [words for _, words in picture_of_evening(again(session), money=False).titles]
    assert not any("£" in one for one in words)


@pytest.mark.parametrize(
    ("hands", "figures", "won"),
    [
        (["Ann! 5"], ["4–0", "0–4"], "were ahead, in the unfinished game"),
        (["Ann! 5", "Cat 5"], ["1–0", "0–1"], "won the night, in games"),
        ([PASSED_OUT], ["0–0", "0–0"], ""),
    ],
)
def test_partners_lead_together_and_a_tie_at_zero_has_no_winner(hands, figures, won):
    table = a_table(*hands, names=FIVE[:4], rules_key="club-laws", stake_minor=0)
    close(table.session)
    picture = picture_of_evening(again(table.session), money=False)
    assert [(*one.names, one.figure) for one in picture.ranks] == [
        ("Ann", "Cat", figures[0]),
        ("Ben", "Dan", figures[1]),
    ]
    assert (picture.won, len(picture.lines)) == (won, 2)


def test_a_later_player_begins_later_and_the_best_hand_names_its_sitting():
    table = a_table(*HANDS)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan", "Fay"])
    log(table, "Fay! 5")
    picture = picture_of_evening(again(table.session), money=False)
    assert {one.name: (one.first, len(one.values)) for one in picture.lines} == {
        "Eve": (0, 5),
        "Fay": (4, 2),
        **dict.fromkeys(FIVE[:4], (0, 6)),
    }
    assert picture.best == "Fay alone, all five: 5 points, hand 1 at table 1, sitting 2"
    close(table.session)
    page = signed_in().get(f"/sessions/{table.session_id}/")
    assert shown(page, r"<i>Best hand</i> (.*?)</span>") == [picture.best]


def test_two_tables_are_in_one_picture():
    session = a_table(*HANDS).session
    a_table("Ann! 5", "Ben 5", session=session, names=FIVE[:4], rules_key="club-laws")
    picture = picture_of_evening(again(session), money=False)
    assert picture.about == f"{session.played_on.year} · Call-Ace and Club laws · 6 hands"
    assert picture.won == "ahead so far, in points won and lost"
    assert len(picture.ranks) == 5


def test_the_picture_of_a_tournament_has_its_standings_and_rounds():
    tournament = a_tournament(8)
    ended(played_to(tournament, 2))
    picture = picture_of_tournament(tournament, runs=True)
    assert [len(line.values) for line in picture.lines] == [3] * 8
    assert picture.curve_of == "Points, round by round"
    assert picture.ranks[0].place in ("1", "=1")


def test_the_picture_of_a_tournament_has_the_titles_of_all_tables_of_its_evening():
    tournament = a_tournament(8)
    row = begun(tournament)
    for no, table in enumerate(row.tables.all()):
        log_all(table.table, *[Hand(maker=0, tricks=5)] * (3 - no))
    ended(row)
    session = tournament.session
    sittings = sittings_of(session)
    picture = picture_of_tournament(again(tournament), runs=True)
    assert picture.best == best_in_words(sittings)
    lines = title_lines(session, None, sittings=sittings)
    assert [name for name, _ in picture.titles] == [line.name for line in lines] != []
    beside = a_table("Eve! 5", "Eve! 5", session=session)
    picture = picture_of_tournament(again(tournament), runs=True)
    assert picture.best.endswith(f"hand 2 at table {beside.no}")


def test_the_picture_is_for_phones_and_for_people_with_the_settlement():
    table = a_table(*HANDS)
    close(table.session)
    here = f"/sessions/{table.session_id}/picture.png"
    for answer in (signed_in().get(here), a_phone().get(address(table, "picture.png"))):
        image = Image.open(BytesIO(answer.content))
        assert (answer["Content-Type"], image.size) == ("image/png", (1080, 1350))
    assert a_phone().get(here).status_code == 403
    page = signed_in().get(f"/sessions/{table.session_id}/settlement")
    assert here in shown(page, r'data-share="(.*?)"')
    assert "Picture with amounts" in page.content.decode()


def test_before_the_first_hand_there_is_no_picture():
    session = an_evening()
    assert signed_in().get(f"/sessions/{session.pk}/picture.png").status_code == 404
