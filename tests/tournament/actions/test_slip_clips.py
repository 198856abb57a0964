"""Slips in pictures: a clear one is entered as the table's slip, and any other is typed."""

from dataclasses import replace

import pytest
from django.test import RequestFactory

from scoring.common.codes import ROUND_TABLE, TOURNAMENT
from scoring.models import CardClip, Report
from scoring.tournament.actions.enter_scores import seated, type_slip
from scoring.tournament.actions.reports import withdraw
from scoring.tournament.actions.swapped_seats import place_in, put_seats_right
from scoring.tournament.photos.apart import ReadCard
from scoring.tournament.pure.card_layout import check_of
from scoring.tournament.pure.card_marks import RESEATED, RowMarks
from scoring.tournament.queries.card_clips import OTHERWISE, UNDONE, card_mark, slips_read
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.views.paper.tally import slips as slips_for
from tests.cast import PHONE, a_club, an_evening, some_id
from tests.tournament.actions.test_card_clips import FAINT, at, cards, marks, send, verdict
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db
BLANK = RowMarks(round=1)


@pytest.fixture
def round():
    """The first round of eight, which is being played."""
    return begun(a_tournament(8, style="rotation", rounds=7))


def lones(times):
    return RowMarks(round=1, lones=times, inked=(("lones", times),))


def slip(round, **other):
    """Return the slip of table 1: 9 to 6, with a lone hand of north and of west."""
    usual = {"N": marks(9, lones=1, won=True), "S": BLANK, "E": marks(6), "W": lones(1)}
    rows = [replace(row, round=no) for no, row in enumerate((usual | other).values(), start=1)]
    table = round.tables.get(no=1)
    return ReadCard(
        kind=ROUND_TABLE,
        number=table.pk,
        mark=card_mark(round.tournament),
        slip=True,
        first=check_of(seated(table).by_side.values()),
        placed=True,
        rows=tuple((row, b"jpeg") for row in rows),
    )


def asked(round):
    return [one.asked for one in slips_read(round.tournament) if one.open]


def test_a_clear_slip_is_entered_as_one_testimony_of_its_table(round):
    found = send(round, slip(round))
    assert (found.slips, found.cards, found.entered) == (1, 0, 1)
    one = Report.objects.get()
    seats = at(round)
    assert (one.source, one.side, one.entrant) == ("table", "", None)
    assert one.points == {"NS": 9, "EW": 6}
    assert one.lones == {str(seats["N"].no): 1, str(seats["W"].no): 1}
    assert verdict(round).result.points == {"NS": 9, "EW": 6}


@pytest.mark.parametrize(
    "other",
    [
        {"N": marks(9, won=True, doubts=(FAINT,))},
        {"S": RowMarks(round=1, doubts=(FAINT,))},
        {"N": marks(9)},
        {"E": marks(6, won=True)},
        {"N": marks(9), "E": marks(6, won=True)},
        {"E": BLANK},
    ],
)
def test_a_slip_that_is_unclear_or_says_two_things_is_asked_and_not_entered(round, other):
    assert send(round, slip(round, **other)).entered == 0
    assert (Report.objects.count(), len(asked(round))) == (0, 1)


def test_rows_are_shown_in_the_order_of_the_slip(round):
    send(round, slip(round, S=RowMarks(round=1, doubts=(FAINT,))))
    [found] = slips_read(round.tournament)
    seats = at(round)
    assert [one.no for one, _ in found.rows] == [seats[seat].no for seat in "NSEW"]


def test_an_unused_slip_is_not_asked(round):
    send(round, slip(round, N=BLANK, E=BLANK, W=BLANK))
    assert (Report.objects.count(), asked(round)) == (0, [])


def test_a_level_slip_needs_no_winner_unless_the_format_does(round):
    level = {"N": marks(7), "E": marks(7)}
    assert send(round, slip(round, **level)).entered == 1
    club = begun(a_tournament(8, style="club", rounds=4))
    assert send(club, slip(club, **level)).entered == 0
    level["E"] = marks(7, won=True)
    assert send(club, slip(club, **level), digest="b").entered == 0
    assert len(asked(club)) == 1


def test_a_winner_of_a_level_slip_is_the_side_that_says_so():
    club = begun(a_tournament(8, style="club", rounds=4))
    send(club, slip(club, N=marks(7), E=marks(7, won=True)))
    assert verdict(club).result.tie == "EW"


def test_a_slip_in_two_pictures_is_entered_once(round):
    send(round, slip(round))
    assert send(round, slip(round), digest="b").entered == 0
    assert (Report.objects.count(), asked(round)) == (1, [])


def test_a_later_picture_with_other_figures_is_asked_and_changes_nothing(round):
    send(round, slip(round))
    send(round, slip(round, N=marks(8, won=True)), digest="b")
    assert (Report.objects.count(), asked(round)) == (1, [OTHERWISE])
    assert verdict(round).result.points == {"NS": 9, "EW": 6}


def test_a_slip_that_was_typed_otherwise_is_not_asked_again_by_a_picture_that_says_the_same(round):
    send(round, slip(round))
    said = {"points": (8, 6), "lones": {}, "round": 1, "table": 1}
    type_slip(key=some_id(1), tournament=round.tournament, actor=PHONE, **said)
    send(round, slip(round), digest="b")
    assert asked(round) == []
    send(round, slip(round, N=marks(7, won=True)), digest="c")
    assert asked(round) == [OTHERWISE]


def test_a_table_whose_cards_are_all_entered_needs_no_clear_slip(round):
    send(round, slip(round, N=marks(9, won=True, doubts=(FAINT,))), *cards(round))
    assert (verdict(round).confirmed, asked(round)) == (True, [])


def test_a_typed_slip_settles_an_unclear_picture(round):
    send(round, slip(round, N=marks(9, won=True, doubts=(FAINT,))))
    said = {"points": (9, 6), "lones": {}, "round": 1, "table": 1}
    type_slip(key=some_id(1), tournament=round.tournament, actor=PHONE, **said)
    assert asked(round) == []


def test_a_slip_that_was_undone_is_not_entered_again_by_a_picture(round):
    send(round, slip(round))
    withdraw(report=Report.objects.get(), actor=PHONE)
    assert send(round, slip(round), digest="b").entered == 0
    assert asked(round) == [UNDONE]


def test_a_slip_and_the_cards_of_its_table_are_compared_like_typed_ones(round):
    send(round, slip(round), *cards(round, N=marks(8, won=True), S=marks(8, won=True)))
    assert (Report.objects.count(), CardClip.objects.count()) == (5, 8)
    assert verdict(round).state == "disputed"


def test_a_slip_of_another_tournament_or_a_lost_table_is_not_entered(round):
    other = replace(slip(round), mark="0000")
    lost = replace(slip(round), number=0)
    found = send(round, other, lost, replace(slip(round), placed=False))
    assert (found.elsewhere, found.lost, CardClip.objects.count()) == ((("", 1),), 2, 0)


def swap(round, one, other):
    """Let two at table 1 sit in each other's seats."""
    first, second = at(round)[one], at(round)[other]
    what = {"no": 1, "one": first.no, "other": second.no, "seen": place_in(round, first)}
    put_seats_right(tournament=round.tournament, actor=PHONE, **what)


@pytest.mark.parametrize("seats", ["NE", "NS"])
def test_a_slip_that_was_printed_before_seats_changed_is_asked_and_not_entered(round, seats):
    printed = slip(round)
    swap(round, *seats)
    assert send(round, printed).entered == 0
    assert (Report.objects.count(), asked(round)) == (0, [RESEATED])
    assert send(round, slip(round), digest="b").entered == 1  # a new one


@pytest.mark.parametrize(
    ("people", "how"),
    [
        (8, {"style": "rotation", "rounds": 7}),
        (7, {"style": "club", "rounds": 4}),
        ([(f"A{no}", f"B{no}") for no in range(4)], {"style": "pairs"}),
    ],
)
def test_a_printed_slip_has_the_check_of_those_who_sit_there(people, how):
    tournament = begun(a_tournament(people, **how)).tournament
    now, tables = load_tournament(tournament), tournament.rounds.first().tables.order_by("no")
    printed = [one.check for one in slips_for(RequestFactory().get("/"), tournament, now)]
    assert printed == [check_of(seated(one).by_side.values()) for one in tables]


def test_a_slip_of_others_is_asked_though_all_its_marks_agree(round):
    others = replace(slip(round), first=check_of([(1, 2), (3, 5)]))
    send(round, others)
    assert (Report.objects.count(), asked(round)) == (0, [RESEATED])


def test_rows_in_a_picture_stay_with_the_seats_when_players_change_them(round):
    faint = {"S": RowMarks(round=1, doubts=(FAINT,))}
    send(round, slip(round, **faint))
    before = at(round)
    swap(round, "N", "E")
    (one,) = slips_read(round.tournament)
    assert [entrant.no for entrant, _ in one.rows] == [before[seat].no for seat in "ESNW"]
    send(round, slip(round), digest="b")
    assert Report.objects.get().points == {"NS": 9, "EW": 6}
    assert verdict(round).result.points == {"NS": 9, "EW": 6}


def test_an_unused_slip_of_a_round_to_come_is_no_mark_too_early(round):
    unused = replace(slip(round), rows=())
    round.started_at = None
    round.save()
    assert send(round, unused).early == ()
    assert send(round, slip(round), digest="b").early == (1,)


def test_a_slip_of_another_tournament_of_the_club_is_named(round):
    club = round.tournament.session.club
    there = begun(a_tournament(8, session=an_evening(club, title="May Cup")))
    of = there.tournament
    blank = ReadCard(
        kind=TOURNAMENT, number=of.pk, mark=card_mark(of), slip=True, placed=True, rows=()
    )
    [(name, times)] = send(round, slip(there), blank).elsewhere
    assert (name.startswith("May Cup"), times) == (True, 2)
    foreign = begun(a_tournament(8, session=an_evening(a_club("Other", organiser="ida"))))
    assert send(round, slip(foreign), digest="b").elsewhere == (("", 1),)


def test_partners_rows_of_two_pictures_must_have_the_same_lone_hands(round):
    faint = {"N": marks(9, won=True, doubts=(FAINT,))}
    send(round, slip(round, S=lones(1), **faint))
    send(round, slip(round), digest="b")
    assert (Report.objects.count(), len(asked(round))) == (0, 1)
