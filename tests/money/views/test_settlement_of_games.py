"""A session with games: its settlement on the screen and on paper, and the score sheets of its
tables."""

import re

import pytest

from scoring.euchre import notation
from scoring.models import HandRecord
from scoring.table.actions.corrections import correct_hand, take_back
from scoring.table.actions.tables import change_people
from scoring.table.queries.settlement import statement_of
from tests.cast import FIVE, PHONE, a_phone, a_table, address, again, close, log_all, signed_in
from tests.html import nets, payments, shown
from tests.sheets.reading import squeezed, whole

pytestmark = pytest.mark.django_db

MINUS = "\N{MINUS SIGN}"
FOUR = FIVE[:4]
# Leeds & Dwight 1890, law 7: the rubber of ten points.
TEN_POINTS = ["Ann! 5", "Cat 3", "Cat! 5", "Ann 4", "Ann! 5", "Cat 5", "Ann! 5"]
GAME_SHEETS = ("score.pdf", "blank.pdf")


def a_rubber_table(*hands, **what):
    """Ann and Cat against Ben and Dan by the club laws, at £1 a game point."""
    what = {"names": FOUR, "rules_key": "club-laws", "stake_minor": 100} | what
    return a_table(*(hands or TEN_POINTS), **what)


def a_mixed_session():
    """Five at Call-Ace, Eve alone with all five; then four of them at a rubber."""
    table = a_table("Eve! 5")
    a_rubber_table(session=table.session)
    return again(table.session)


def page_of(session, rest="settlement"):
    return signed_in("kate").get(f"/sessions/{session.pk}/{rest}")


def paper(session, *, size="A4"):
    return whole(page_of(session, f"settlement.pdf?paper={size}").content)


def test_a_rubber_of_ten_points_is_settled_across():
    page = page_of(a_rubber_table().session)
    assert nets(page) == [
        ["Player", "Won", "Lost", "Game points", "Money"],
        ["Ann", "10", "0", "+10", "+£10.00"],
        ["Cat", "10", "0", "+10", "+£10.00"],
        ["Ben", "0", "10", f"{MINUS}10", f"{MINUS}£10.00"],
        ["Dan", "0", "10", f"{MINUS}10", f"{MINUS}£10.00"],
        ["Total", "20", "20", "0", "£0.00"],
    ]
    assert payments(page) == [
        "Ben pays Ann £10.00",
        "Dan pays Cat £10.00",
    ]
    assert shown(page, r"<summary>\s*Why<.*?</summary>(.*?)</details>")[0] == (
        f"Ben lost 10 game points; owes 10 to Ann: in all {MINUS}10, at £1.00 a game point "
        f"{MINUS}£10.00. Ann won 10 game points; receives 10 from Ben: in all +10, at £1.00 a game "
        "point +£10.00."
    )
    assert shown(page, r'<ul class="story">(.*?)</ul>') == [
        "Rubber 1 to Ann and Cat, 10 points to 0"
    ]
    said = shown(page, r'<h3 id="pairs">(.*?)</section>')[0]
    assert (
        "Partners pay across. Each loser pays one winner (our ruling). Ann settles with Ben, Cat "
        "with Dan." in said
    )
    assert "Foster" not in page.content.decode()


def test_points_and_games_of_one_evening_are_settled_as_one():
    page = page_of(a_mixed_session())
    assert nets(page) == [
        ["Player", "By points", "By games", "Money"],
        ["Ann", f"{MINUS}5", "+10", "+£8.75"],
        ["Cat", f"{MINUS}5", "+10", "+£8.75"],
        ["Eve", "+20", "0", "+£5.00"],
        ["Ben", f"{MINUS}5", f"{MINUS}10", f"{MINUS}£11.25"],
        ["Dan", f"{MINUS}5", f"{MINUS}10", f"{MINUS}£11.25"],
        ["Total", "0", "0", "£0.00"],
    ]
    assert shown(page, r'<ul class="sittings">(.*?)<p class="hint">How')[0] == (
        "Table 1 Call-Ace, 25p a point · 1 hand Ann 0 , Ben 0 , Cat 0 , Dan 0 , Eve 5 points "
        f"scored Table 2 Club laws, £1.00 a game point · 7 hands Ann +10 , Ben {MINUS}10 , Cat +10 "
        f", Dan {MINUS}10 game points won and lost"
    )


def test_a_page_of_points_alone_does_not_mention_games():
    page = page_of(a_table("Eve! 5").session)
    assert nets(page)[0] == ["Player", "Points made", "Against the table", "Money"]
    assert "game point" not in page.content.decode()
    assert shown(page, r'<h3 id="pairs">(.*?)</h3>') == ["Each pair, Foster’s way"]


def test_the_page_says_an_unfinished_game_pays_nothing_where_games_are_paid_for():
    games, points = a_rubber_table("Ann 3"), a_table("Eve! 5")
    said = r'<p class="hint state">(.*?)</p>'
    assert shown(page_of(games.session), said) == [
        "Not closed yet. These are the figures so far. Unfinished games pay nothing."
    ]
    assert shown(page_of(points.session), said) == ["Not closed yet. These are the figures so far."]


def test_a_result_that_foster_calls_unusual_is_marked_even_beside_games():
    """Three lone marches against five: +60."""
    session = a_table(*["Eve! 5"] * 3).session
    assert shown(page_of(session), r'<p class="hint">(Eve, \+60, is more than .*?)</p>') != []
    a_rubber_table(session=session)
    assert shown(page_of(session), r'<p class="hint">(Eve, \+60, is more than .*?)</p>') != []


def test_game_points_are_never_called_unusual():
    session = a_rubber_table(*TEN_POINTS * 6).session
    assert max(net.points for net in statement_of(session).nets) == 60
    assert "unusual" not in page_of(session).content.decode()


def test_closing_a_mixed_evening_keeps_the_signed_result():
    session = a_mixed_session()
    before = nets(page_of(session))
    assert nets(page_of(session, "close")) == before
    close(session)
    assert nets(page_of(again(session))) == before
    document = again(session).closings.get().document
    assert document["sittings"][1]["story"] == ["Rubber 1 to Ann and Cat, 10 points to 0"]


def test_a_closing_from_before_games_existed_is_shown_as_it_was():
    session = a_table("Eve! 5").session
    close(session)
    shown_before, printed_before = nets(page_of(again(session))), paper(again(session))
    closing = again(session).closings.get()
    for line in closing.document["sittings"]:
        del line["debts"], line["story"]
    closing.save()
    assert (nets(page_of(again(session))), paper(again(session))) == (shown_before, printed_before)


@pytest.mark.parametrize("size", ["A4", "letter"])
def test_the_sheet_of_a_mixed_evening_agrees_with_the_page(size):
    said = paper(a_mixed_session(), size=size)
    for line in (
        "Call-Ace · Club laws · 8 hands · 25p a point · £1.00 a game point",
        f"Ann {MINUS}5 +10 +£8.75",
        f"Dan {MINUS}5 {MINUS}10 {MINUS}£11.25",
        "Total 0 0 £0.00",
        "Where points are played for, each player pays everyone with more points the difference",
        "Table 2: Partners pay across. Each loser pays one winner (our ruling).",
        "Ann settles with Ben, Cat with Dan.",
        "What comes in, less what goes out, is the figure under “Money”.",
        "Table 1, Call-Ace, 1 hand, 25p a point, points scored Ann 0 Ben 0 Cat 0 Dan 0 Eve 5",
        "Table 2, Club laws, 7 hands, £1.00 a game point, game points won and lost "
        f"Ann +10 Ben {MINUS}10 Cat +10 Dan {MINUS}10 Rubber 1 to Ann and Cat, 10 points to 0.",
    ):
        assert squeezed(line) in said


def test_the_sheet_of_one_rubber_table_lists_its_rubbers():
    said = paper(a_rubber_table().session)
    for line in (
        "Ann 10 0 +10 +£10.00",
        "Ben pays Ann £10.00",
        "Games Table 1, Club laws, 7 hands",
    ):
        assert squeezed(line) in said
    assert "Foster" not in said


def test_a_rubber_is_unfinished_while_the_evening_is_open_and_broken_off_after():
    table = a_rubber_table("Ann! 5", "Ann 3", "Ben 3")

    def said():
        return whole(a_phone().get(address(table, "score.pdf")).content)

    assert squeezed("2 hand 3 0 1 1 In progress.") in said()
    assert "Notfinishedyet." in said()
    close(table.session)
    assert squeezed("2 hand 3 0 1 1 Not finished, so it doesn’t count.") in said()
    assert "Unfinished." in said()
    assert (
        squeezed("Ben pays Ann 2 game points, £2.00; Dan pays Cat 2 game points, £2.00.") in said()
    )


def test_every_sitting_of_games_has_its_sheet():
    table = a_rubber_table(*TEN_POINTS)
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Eve"])
    log_all(again(table), "Ben! 5")
    said = whole(a_phone().get(address(table, "score.pdf")).content)
    assert "Rubber1toAnnandCat,10pointsto0." in said
    assert "BenandEve" in said


def test_corrected_and_undone_hands_stay_struck_through_and_games_are_current():
    table = a_rubber_table("Ann! 5", "Ann 3", "Ben 3")
    record = HandRecord.objects.get(pk=again(table).sitting.counted[1].id)
    told = notation.read("Cat 2", tuple(FOUR))
    correct_hand(record=record, hand=told, revision=0, why="Two tricks", actor=PHONE)
    take_back(
        record=HandRecord.objects.get(pk=again(table).sitting.latest), why="Twice", actor=PHONE
    )
    said = whole(a_phone().get(address(table, "score.pdf")).content)
    assert squeezed("1 hands 1–2 4 4 2 2 In progress.") in said
    assert re.search(r"2BenAnn,threetricksCorrected\d\d:\d\dby.*?:Twotricks2BenCat,twotricks", said)
    assert re.search(r"Ben,threetricksUndone\d\d:\d\dby.*?:Twice", said)


@pytest.mark.parametrize("size", ["A4", "letter"])
@pytest.mark.parametrize(
    ("key", "names"),
    [("club-laws", FOUR), ("hoyle-three-setback", FIVE[:3]), ("britannica-two", FIVE[:2])],
)
def test_the_sheets_of_games_are_the_same_bytes_twice(key, names, size):
    table = a_table("Ann 5", "Ben 2", names=names, rules_key=key)
    for name in GAME_SHEETS:
        one, other = (a_phone().get(address(table, f"{name}?paper={size}")) for _ in range(2))
        assert (one.status_code, one["Content-Type"], one.content) == (
            200,
            "application/pdf",
            other.content,
        )


def test_a_table_of_games_without_a_hand_has_its_sheets_too():
    table = a_table(names=FOUR, rules_key="keller")
    assert squeezed("No hands yet.") in whole(a_phone().get(address(table, "score.pdf")).content)
    assert squeezed("Game: 5 points, Keller, ch. 2") in whole(
        a_phone().get(address(table, "blank.pdf")).content
    )
