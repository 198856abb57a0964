"""What a table's people do by its phone in a round, and what becomes of hands that come too
late."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.common.refused import Refused
from scoring.euchre.hand import Hand
from scoring.models import Report
from scoring.table.actions.corrections import correct_hand, put_back, take_back
from scoring.table.actions.hands import begin_hand, log_hand
from scoring.table.actions.waiting import decide_waiting
from scoring.tournament.actions.at_the_table import (
    confirm,
    object_to,
    report_totals,
    ring_the_bell,
    say_who_won,
)
from scoring.tournament.actions.rounds import publish_round
from scoring.tournament.actions.rounds import take_back as take_step_back
from scoring.tournament.queries.now import entrants_of
from scoring.tournament.queries.table_in_round import in_round, moves_from, played_at
from tests.cast import PHONE, a_table, again, everything, log, log_all, log_unseen, some_id, totals
from tests.tournament.cast import a_tournament, begun, drawn, ended, tell_all

pytestmark = pytest.mark.django_db

NORTH, EAST = Hand(maker=0, tricks=3), Hand(maker=1, tricks=3)
SIX_SIX = [NORTH, EAST] * 4
MARCH = Hand(maker=0, tricks=5)


def table_of(round, no=1):
    return again(round.tables.get(no=no).table)


def row_of(round, no=1):
    return round.tables.get(no=no)


def refused(verb, **what):
    """The sentence by which a verb refuses; nothing may have been stored."""
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(**what)
    assert everything() == stored
    return str(why.value)


def stands(round, no=1):
    """What is told of a table: the state, its points, who won a tie."""
    found = played_at(row_of(round, no)).verdict
    result = found.result
    return (found.state, dict(result.points) if result else None, result.tie if result else None)


# -- hands after the end
# ----------------------------------------------------------------------------------


def test_a_ninth_hand_waits_and_void_deals_do_not_count_among_the_eight():
    round = begun(a_tournament(8))
    table = table_of(round)
    log_all(table, Hand(void="misdeal"), *SIX_SIX)
    late = log(table, MARCH)
    assert (late.state, in_round(again(table)).hands) == ("waiting", 8)
    assert totals(table) == dict(zip(again(table).sitting.names, (4, 4, 4, 4), strict=True))


def test_a_hand_sent_after_the_bell_waits_and_counts_if_the_table_confirms_it():
    round = begun(a_tournament(8, style="classic"))
    table = table_of(round, 2)
    log(table, NORTH)
    ended(round, "bell")
    late = log(table, MARCH)
    before = again(round.tournament).version
    assert (late.state, stands(round, 2)[1]) == ("waiting", {"NS": 1, "EW": 0})
    decide_waiting(record=late, keep=True, actor=PHONE)
    assert stands(round, 2)[1] == {"NS": 3, "EW": 0}
    assert again(round.tournament).version == before + 1


def test_a_late_hand_that_is_left_out_changes_no_standings():
    round = ended(begun(a_tournament(8)))
    late = log(table_of(round), NORTH)
    before = again(round.tournament).version
    assert decide_waiting(record=late, keep=False, actor=PHONE).state == "taken-back"
    assert again(round.tournament).version == before


def test_a_hand_of_round_one_sent_in_round_two_waits_in_round_one():
    tournament = a_tournament(8)
    first = begun(tournament)
    table = table_of(first)
    sitting = table.sitting.pk
    ended(first)
    tell_all(first)
    begun(tournament)
    late = log(table, NORTH, sitting=sitting, after=None)
    assert (late.state, late.sitting_id) == ("waiting", sitting)


def test_no_hand_can_be_started_after_the_end_of_the_round():
    round = ended(begun(a_tournament(8)))
    table = table_of(round)
    what = {"table": table, "sitting": table.sitting.pk, "id": uuid4(), "maker": 0, "call": None}
    assert refused(begin_hand, **what, actor=PHONE) == (
        "This round is over. A hand that is not finished does not count."
    )


def test_hands_count_once_the_round_is_published_even_if_it_was_not_started():
    tournament = a_tournament(8)
    round = publish_round(tournament=tournament, no=drawn(tournament).no)
    assert log(table_of(round), NORTH).state == "counted"


def test_entering_hands_changes_no_standings_but_corrections_do():
    round = begun(a_tournament(8))
    table, seen = table_of(round), again(round.tournament).version
    hand = log(table, NORTH)
    assert again(round.tournament).version == seen
    correct_hand(record=hand, hand=MARCH, revision=0, why="", actor=PHONE)
    take_back(record=hand, actor=PHONE)
    put_back(record=hand, actor=PHONE)
    assert again(round.tournament).version == seen + 3


@pytest.mark.parametrize("verb", ["correct", "undo", "keep"])
def test_hands_cannot_change_once_prizes_depend_on_them(verb):
    round = begun(a_tournament(8))
    hand = log(table_of(round), NORTH)
    ended(round)
    late = log(table_of(round), MARCH)
    type(round.tournament).objects.update(finished_at=round.drawn_at, results={})
    verbs = {
        "correct": (correct_hand, {"record": hand, "hand": MARCH, "revision": 0, "why": ""}),
        "undo": (take_back, {"record": hand}),
        "keep": (decide_waiting, {"record": late, "keep": True}),
    }
    asked, what = verbs[verb]
    assert refused(asked, **what, actor=PHONE).startswith(
        "This tournament is finished and its prizes"
    )
    assert decide_waiting(record=late, keep=False, actor=PHONE).state == "taken-back"


def queries_of_a_hand(table):
    table = again(table)
    what = {"sitting": table.sitting.pk, "after": table.sitting.latest, "actor": PHONE}
    with CaptureQueriesContext(connection) as asked:
        log_hand(table=table, id=uuid4(), hand=NORTH, **what)
    return [query["sql"] for query in asked]


def test_entering_a_hand_asks_about_rounds_once_in_a_round_and_never_elsewhere():
    ordinary, round = (
        a_table(names=["Ann", "Ben", "Cat", "Dan"], rules_key="american"),
        begun(a_tournament(8)),
    )
    rounds = "scoring_roundtable"
    found = [
        [rounds in sql for sql in queries_of_a_hand(table)] for table in (ordinary, table_of(round))
    ]
    assert [sum(asked) for asked in found] == [0, 1]


# -- totals, ties, right or not right
# ---------------------------------------------------------------------


def tell(round, side="NS", points=(9, 6), key=None, no=1, **what):
    what = {"points": dict(zip(("NS", "EW"), points, strict=True)), "lones": {}} | what
    return report_totals(
        key=key or uuid4(), round_table=row_of(round, no), side=side, actor=PHONE, **what
    )


def test_equal_totals_from_both_sides_are_confirmed_and_a_repeated_key_counts_once():
    round = begun(a_tournament(8))
    assert tell(round, key=some_id(1)) == tell(round, key=some_id(1))
    assert stands(round) == ("unconfirmed", {"NS": 9, "EW": 6}, None)
    tell(round, side="EW")
    assert stands(round)[0] == "confirmed"
    assert Report.objects.count() == 2


def test_different_totals_are_disputed_until_one_side_changes_theirs():
    round = begun(a_tournament(8))
    tell(round)
    tell(round, side="EW", points=(9, 7))
    assert stands(round) == ("disputed", None, None)
    tell(round, side="EW")
    assert stands(round)[0] == "confirmed"


def test_three_at_a_table_each_enter_their_own_points():
    round = begun(a_tournament(7, odd="three"))
    three = next(row for row in round.tables.all() if row.placings.count() == 3)
    points = {"N": 5, "E": 2, "S": 1}
    for seat in ("N", "E"):
        report_totals(
            key=uuid4(), round_table=three, side=seat, points=points, lones={}, actor=PHONE
        )
    assert stands(round, three.no) == ("confirmed", points, None)


def test_a_side_confirms_the_result_it_saw():
    round = begun(a_tournament(8))
    log_all(table_of(round), *[NORTH] * 8)
    what = {"round_table": row_of(round), "side": "EW", "actor": PHONE}
    assert stands(round)[0] == "unconfirmed"
    assert refused(confirm, key=uuid4(), seen={"NS": 8, "EW": 1}, **what) == (
        "Different points were entered in the meantime. This page is out of date. Reload it and "
        "try again."
    )
    confirm(key=uuid4(), seen={"NS": 8, "EW": 0}, **what)
    assert stands(round)[0] == "confirmed"


def test_a_dispute_is_kept_with_its_reason_until_the_same_side_confirms():
    round = begun(a_tournament(8))
    log_all(table_of(round), *[NORTH] * 8)
    what = {"round_table": row_of(round), "side": "EW", "actor": PHONE}
    told = object_to(key=uuid4(), why="The third was ours", **what)
    assert (stands(round)[0], told.why, told.side) == ("objected", "The third was ours", "EW")
    confirm(key=uuid4(), seen={"NS": 8, "EW": 0}, **what)
    assert stands(round)[0] == "confirmed"


def test_the_winner_of_a_tie_is_entered_and_can_be_corrected():
    round = begun(a_tournament(8))
    log_all(table_of(round), *SIX_SIX)
    assert stands(round) == ("tied", None, None)
    for side in ("NS", "EW"):
        say_who_won(key=uuid4(), round_table=row_of(round), tie=side, actor=PHONE)
        assert stands(round) == ("unconfirmed", {"NS": 4, "EW": 4}, side)


def test_a_tie_needs_no_winner_once_points_are_no_longer_tied():
    round = begun(a_tournament(8))
    log_all(table_of(round), *[NORTH] * 8)
    assert refused(say_who_won, key=uuid4(), round_table=row_of(round), tie="EW", actor=PHONE) == (
        "The points are no longer tied, so no winner is needed."
    )


@pytest.mark.parametrize("when", ["closed", "finished"])
def test_results_cannot_be_entered_after_the_evening_or_the_tournament(when):
    round = begun(a_tournament(8))
    if when == "closed":
        type(round.tournament.session).objects.update(closed_at=round.drawn_at)
    else:
        type(round.tournament).objects.update(finished_at=round.drawn_at, results={})
    assert refused(tell, round=again(round)).startswith(
        {"closed": "This club night is closed.", "finished": "This tournament is finished."}[when]
    )


# -- the bell
# ---------------------------------------------------------------------------------------------


def ring(round, no=1):
    return ring_the_bell(round_table=row_of(round, no), actor=PHONE)


def test_the_head_table_rings_the_bell_once_and_updates_every_table():
    round = begun(a_tournament(8, style="classic"))
    seen = [table_of(round, no).version for no in (1, 2)]
    first = ring(round)
    assert ring(round).ended_at == first.ended_at
    assert (again(round).ended_how, again(round).ended_by) == ("bell", "a phone at the table")
    assert [table_of(round, no).version for no in (1, 2)] == [version + 1 for version in seen]


def test_the_director_can_undo_the_bell():
    round = begun(a_tournament(8, style="classic"))
    ring(round)
    take_step_back(tournament=round.tournament, no=1, step="ended")
    assert log(table_of(round), NORTH).state == "counted"


@pytest.mark.parametrize(("style", "no"), [("classic", 2), ("club", 1)])
def test_only_the_head_table_can_ring_and_only_where_a_bell_ends_the_round(style, no):
    round = begun(a_tournament(8, style=style))
    assert refused(ring, round=round, no=no) == ("Only the head table can ring the bell.")


def test_the_bell_starts_a_published_round_where_the_head_table_already_played():
    tournament = a_tournament(8, style="classic")
    round = publish_round(tournament=tournament, no=drawn(tournament).no)
    assert refused(ring, round=round) == ("Round 1 has not started. There is nothing to end.")
    log(table_of(round), MARCH)
    ring(round)
    assert again(round).started_at <= again(round).ended_at


def test_the_bell_of_round_one_sent_again_in_round_two_does_nothing():
    tournament = a_tournament(8, style="classic")
    first = begun(tournament)
    ring(first)
    tell_all(first)
    second = begun(tournament)
    assert ring(first).no == 1
    assert again(second).ended_at is None


# -- who sits where next
# ----------------------------------------------------------------------------------


def moves(round, no=1):
    names = {entrant.no: entrant.name for entrant in entrants_of(round.tournament)}
    return [
        (one.name, one.table, one.where, one.partner)
        for one in moves_from(row_of(round, no), names)
    ]


def test_a_table_sees_where_its_players_go_once_the_next_round_is_published():
    tournament = a_tournament(8)
    first = ended(begun(tournament))
    tell_all(first)
    second = drawn(tournament)
    assert moves(first) == []
    publish_round(tournament=tournament, no=second.no)
    here = {placing.entrant.name for placing in row_of(first).placings.all()}
    told = moves(first)
    assert {name for name, *_ in told} == here
    for name, table, where, partner in told:
        seats = {one.entrant.name: (one.round_table.no, one.seat) for one in second.placings.all()}
        compass = {"N": "north", "E": "east", "S": "south", "W": "west"}
        number = table.removeprefix("Table ").removesuffix(" · head table")
        assert (number, where) == (str(seats[name][0]), compass[seats[name][1]])
        assert {where, compass[seats[partner][1]]} in ({"north", "south"}, {"east", "west"})


def test_a_player_who_sits_out_next_sees_so():
    tournament = a_tournament(9)
    first = ended(begun(tournament))
    tell_all(first)
    second = publish_round(tournament=tournament, no=drawn(tournament).no)
    out = tournament.entrants.get(no=second.sitting_out[0])
    seat = first.placings.filter(entrant=out).first()
    assert seat is None or (out.name, "", "", "") in moves(first, seat.round_table.no)


def test_a_hand_from_an_outdated_phone_waits_in_a_round_too():
    round = begun(a_tournament(8))
    log(table_of(round), NORTH)
    assert log_unseen(table_of(round), EAST).state == "waiting"
