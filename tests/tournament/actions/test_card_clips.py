"""Tally cards in pictures: tables that agree are entered, and all others wait for a person."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.common.codes import ENTRANT, TOURNAMENT
from scoring.common.refused import Refused
from scoring.evening.actions.passes import renew_pass
from scoring.models import CardClip, Report
from scoring.tournament.actions import card_clips
from scoring.tournament.actions.card_clips import (
    KEPT_FOR,
    answer,
    enter_agreed,
    forget_old_clips,
    store,
)
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.reports import withdraw
from scoring.tournament.photos.apart import ReadCard, ReadFile
from scoring.tournament.pure.card_marks import RowMarks
from scoring.tournament.queries.card_clips import OTHERWISE, card_mark, tables_read
from scoring.tournament.queries.now import played_tables
from tests.cast import PHONE, a_club, an_evening, some_id
from tests.tournament.cast import a_tournament, begun, ended, latest, seats, tell

pytestmark = pytest.mark.django_db

FAINT = "a mark is faint"


@pytest.fixture
def round(request):
    """The first round of eight, which is being played."""
    return begun(a_tournament(8, style="rotation", rounds=7))


def at(round, table=1):
    """Return the entrants at a table by seat."""
    return {seat: round.tournament.entrants.get(no=no) for seat, no in seats(round)[table].items()}


def marks(points=None, *, lones=0, won=False, doubts=(), no=1):
    inked = () if points is None else (("points", points),)
    inked += (("lones", lones),) if lones else ()
    return RowMarks(
        round=no, points=points, inked=inked, lones=lones, won=won, doubts=doubts, sure=80
    )


def card(entrant, *rows):
    return ReadCard(
        kind=ENTRANT,
        number=entrant.pk,
        mark=card_mark(entrant.tournament),
        placed=True,
        rows=tuple((row, b"jpeg") for row in rows),
    )


def cards(round, table=1, **other):
    """Return the cards of a table, 9 to 6, with other rows for some seats. None leaves one out."""
    usual = {
        "N": marks(9, lones=1, won=True),
        "S": marks(9, won=True),
        "E": marks(6),
        "W": marks(6),
    }
    rows = usual | other
    return [card(who, rows[seat]) for seat, who in at(round, table).items() if rows[seat]]


def send(round, *found, digest="a", **about):
    read = ReadFile(cards=found, **about)
    return store(tournament=round.tournament, digest=digest, read=read, actor=PHONE)


def verdict(round, table=1):
    [played] = played_tables([round], no=table)
    return played.verdict


def asked(round):
    return [
        (card.no, card.asked)
        for table in tables_read(round.tournament)
        if table.open
        for card in table.cards
        if card.asked
    ]


def says(round, no, points, lones=0, *, key=1, won=False):
    about = {"round": round.no, "no": no, "points": points, "lones": lones, "won": won}
    return answer(key=some_id(key), tournament=round.tournament, actor=PHONE, **about)


def test_four_cards_that_agree_are_entered_as_typed_ones_are(round):
    found = send(round, *cards(round))
    assert (found.cards, found.entered) == (4, 1)
    assert {one.source for one in Report.objects.all()} == {"card"}
    assert (Report.objects.count(), verdict(round).state) == (4, "confirmed")
    assert verdict(round).result.points == {"NS": 9, "EW": 6}
    assert verdict(round).result.lones == {at(round)["N"].no: 1}


def test_the_keys_of_entered_cards_cannot_be_guessed_and_used_up_by_others(round):
    send(round, *cards(round))
    assert {one.key.version for one in Report.objects.all()} == {4}


def test_the_same_picture_and_another_of_the_same_cards_store_nothing_twice(round):
    send(round, *cards(round))
    assert send(round, *cards(round)).again
    assert send(round, *cards(round), digest="b").entered == 0
    assert Report.objects.count() == 4


@pytest.mark.parametrize(
    "row",
    [
        None,
        marks(8, won=True),
        marks(9, doubts=(FAINT,)),
        marks(None, doubts=("two boxes are marked",)),
    ],
)
def test_a_card_that_is_missing_faint_double_or_different_leaves_its_table_open(round, row):
    assert send(round, *cards(round, N=row)).entered == 0
    assert not Report.objects.exists()
    assert at(round)["N"].no in {no for no, _ in asked(round)}


def test_an_answer_settles_the_table(round):
    send(round, *cards(round, N=marks(9, doubts=(FAINT,))))
    north = at(round)["N"].no
    assert asked(round) == [(north, FAINT)]
    assert says(round, north, 9, 2) == 1
    assert verdict(round).result.points == {"NS": 9, "EW": 6}
    assert verdict(round).result.lones == {north: 2}
    assert asked(round) == []


def test_each_card_of_a_table_is_asked_though_one_of_each_side_makes_its_result(round):
    """The lone hands of the others are on their cards alone."""
    faint = {
        seat: marks(points, doubts=(FAINT,))
        for seat, points in {"N": 9, "S": 9, "E": 6, "W": 6}.items()
    }
    send(round, *cards(round, **faint))
    north, east = (at(round)[seat].no for seat in "NE")
    says(round, north, 9)
    says(round, east, 6, key=2)
    assert verdict(round).result.points == {"NS": 9, "EW": 6}
    assert {no for no, _ in asked(round)} == {at(round)["S"].no, at(round)["W"].no}


def test_the_cards_of_a_table_with_a_result_from_elsewhere_are_not_asked(round):
    tell(round, 1, 9, 6)
    send(round, *cards(round, N=marks(9, doubts=(FAINT,))))
    assert (verdict(round).confirmed, asked(round)) == (True, [])


def test_an_answer_that_is_sent_twice_is_stored_once(round):
    send(round, *cards(round, N=marks(9, doubts=(FAINT,))))
    for _ in range(2):
        says(round, at(round)["N"].no, 9)
    assert Report.objects.count() == 4


def test_partners_who_wrote_different_points_are_a_disputed_table_once_both_are_confirmed(round):
    send(round, *cards(round, N=marks(8, won=True)))
    north, south = at(round)["N"].no, at(round)["S"].no
    assert {no for no, _ in asked(round)} == {north, south}
    says(round, north, 8)
    assert {no for no, _ in asked(round)} == {south}
    says(round, south, 9, key=2)
    assert verdict(round).state == "disputed"
    assert (asked(round), Report.objects.count()) == ([], 4)


def test_a_missing_card_is_answered_too(round):
    send(round, *cards(round, W=None))
    assert [why for _, why in asked(round)] == ["the card is missing"]
    assert says(round, at(round)["W"].no, 6) == 1
    assert verdict(round).state == "confirmed"


def test_a_later_picture_with_another_figure_is_asked_about_and_changes_nothing(round):
    send(round, *cards(round))
    send(round, *cards(round, N=marks(8, won=True)), digest="b")
    assert verdict(round).result.points == {"NS": 9, "EW": 6}
    assert asked(round) == [(at(round)["N"].no, OTHERWISE)]
    says(round, at(round)["N"].no, 9, 1)
    assert asked(round) == []


@pytest.mark.parametrize("before", [marks(8, won=True), marks(None, doubts=("two",))])
def test_a_card_that_a_person_read_is_not_asked_again_by_a_picture_that_says_the_same(
    round, before
):
    before = replace(before, inked=(("points", 8), ("points", 9)))
    send(round, *cards(round, N=before))
    for key, seat in enumerate("NS", start=1):
        if at(round)[seat].no in dict(asked(round)):
            says(round, at(round)[seat].no, 9, key=key)
    send(round, *cards(round, N=before), digest="b")
    assert asked(round) == []
    send(round, *cards(round, N=marks(7, won=True)), digest="c")
    assert asked(round) == [(at(round)["N"].no, OTHERWISE)]


def test_a_typed_card_counts_as_the_picture_of_it(round):
    tell(round, 1, 9, 6, source="card", entrant=at(round)["N"], lones={at(round)["N"].no: 1})
    assert send(round, *cards(round, N=None)).entered == 1
    assert (Report.objects.count(), verdict(round).state) == (4, "confirmed")


def test_what_was_undone_is_not_entered_again_by_a_picture(round):
    send(round, *cards(round))
    for one in Report.objects.all():
        withdraw(report=one, actor=PHONE)
    assert send(round, *cards(round), digest="b").entered == 0
    assert not Report.objects.filter(withdrawn_at=None).exists()
    assert len(asked(round)) == 4


def test_losers_who_say_that_they_won_are_asked(round):
    send(round, *cards(round, E=marks(6, won=True)))
    assert [no for no, _ in asked(round)] == [at(round)["E"].no]
    assert not Report.objects.exists()


def test_a_tie_goes_to_the_side_of_which_both_cards_say_so():
    round = begun(a_tournament(8, style="club", rounds=4))
    tie = dict.fromkeys("NS", marks(7, won=True)) | dict.fromkeys("EW", marks(7))
    send(round, *cards(round, **tie))
    assert verdict(round).result.tie == "NS"


def test_a_tie_that_no_card_decides_is_entered_and_asks_only_who_won():
    round = begun(a_tournament(8, style="club", rounds=4))
    send(round, *cards(round, **dict.fromkeys("NSEW", marks(7, lones=1))))
    assert (verdict(round).state, asked(round)) == ("tied", [])
    assert verdict(round).points == {"NS": 7, "EW": 7}
    assert set(verdict(round).counted["lones"].values()) == {1}


def test_a_person_decides_a_tie_with_the_box_of_a_win():
    round = begun(a_tournament(8, style="club", rounds=4))
    north, south = (at(round)[seat].no for seat in "NS")
    send(round, *cards(round, **{"N": marks(7, won=True)} | dict.fromkeys("SEW", marks(7))))
    assert {no for no, _ in asked(round)} == {north, south}
    for key, no in enumerate((north, south), start=1):
        says(round, no, 7, key=key, won=True)
    assert verdict(round).result.tie == "NS"


def test_cards_of_another_tournament_and_blank_ones_are_counted_and_not_stored(round):
    other = card(at(round)["N"], marks(9))
    blank = replace(other, kind=TOURNAMENT, number=round.tournament.pk)
    found = send(round, replace(other, number=0), blank)
    assert (found.elsewhere, found.blank, CardClip.objects.count()) == ((("", 1),), 1, 0)


def test_a_card_of_another_hall_with_the_same_number_is_not_read(round):
    there = [replace(one, mark="0000") for one in cards(round)]
    found = send(round, *there)
    assert (found.elsewhere, found.cards, CardClip.objects.count()) == ((("", 4),), 0, 0)


def test_a_card_of_the_clubs_other_tournament_is_named_with_its_club_night(round):
    club = round.tournament.session.club
    ours = begun(a_tournament(8, session=an_evening(club, title="The Spring Progressive")))
    found = send(round, *cards(ours), *cards(round))
    [(where, times)] = found.elsewhere
    assert (where.startswith("The Spring Progressive, "), times) == (True, 4)
    assert (found.cards, found.entered) == (4, 1)
    theirs = begun(a_tournament(8, session=an_evening(a_club("The Other Club"))))
    assert send(round, *cards(theirs), digest="b").elsewhere == (("", 4),)


def test_pictures_of_a_tournament_that_is_never_finished_are_deleted_after_a_while(round):
    send(round, *cards(round))
    forget_old_clips(timezone.now() + KEPT_FOR - timedelta(days=1))
    assert CardClip.objects.count() == 4
    forget_old_clips(timezone.now() + KEPT_FOR + timedelta(days=1))
    assert (CardClip.objects.count(), Report.objects.count()) == (0, 4)


def test_marks_of_a_round_that_has_not_started_are_named_and_not_stored(round):
    found = send(round, card(at(round)["N"], marks(9, no=3)))
    assert (found.early, CardClip.objects.count()) == ((3,), 0)


def test_a_card_whose_code_or_rows_are_hidden_is_named(round):
    north, south = at(round)["N"], at(round)["S"]
    token = renew_pass(session=round.tournament.session, right="players").token
    players = {f"{token}/{south.no}", f"{token}/{north.no}", "of-another-hall/3"}
    found = send(round, replace(card(north), placed=False), players=frozenset(players))
    assert (found.unplaced, found.hidden) == ((north,), (south.no,))


def test_more_pictures_than_there_is_room_for_are_refused(round, monkeypatch):
    send(round, *cards(round))
    monkeypatch.setattr(card_clips, "MOST_FILES", 1)
    with pytest.raises(Refused):
        send(round, *cards(round), digest="b")


def test_pictures_are_deleted_when_the_tournament_is_finished(round):
    send(round, *cards(round), *cards(round, 2))
    ended(round)
    assert CardClip.objects.count() == 8
    finish(tournament=round.tournament, actor=PHONE)
    assert (CardClip.objects.count(), Report.objects.count()) == (0, 8)
    with pytest.raises(Refused):
        send(round, *cards(round), digest="b")


def test_a_table_won_by_forfeit_is_left_as_it_is(round):
    tell(round, 1, source="director", forfeit="EW")
    assert send(round, *cards(round)).entered == 0
    assert (asked(round), verdict(round).state) == ([], "forfeited")


def test_nothing_is_entered_twice_when_asked_again(round):
    send(round, *cards(round))
    assert enter_agreed(tournament=latest(round.tournament).tournament, actor=PHONE) == 0
