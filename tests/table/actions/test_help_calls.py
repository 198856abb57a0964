"""A table calls whoever runs the evening; meanwhile the clock of its round is held."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.models import HelpCall, Round
from scoring.table.actions.help_calls import call_for_help, come, settle, take_call_back
from scoring.table.queries.help_calls import open_calls
from scoring.tournament.actions.clocks import hold_clock
from scoring.tournament.actions.rounds import end_round, pause_round, publish_round
from scoring.tournament.queries.table_in_round import in_round
from tests.cast import PHONE, a_casual_table, a_club, a_table, again, an_evening, close, everything
from tests.tournament.cast import a_tournament, begun, drawn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]

KATE, LEO = (Actor(phone=signs) for signs in ("KA", "LE"))


def a_club_table(*hands):
    return a_table(*hands, session=an_evening(a_club()))


def called(table, about="laws"):
    return call_for_help(table=table, about=about, actor=PHONE)


def later(call, seconds):
    """The same call, as if all so far had happened so many seconds earlier."""
    Round.objects.filter(started_at__isnull=False).update(
        started_at=timezone.now() - timedelta(seconds=seconds)
    )
    return again(call)


def refused(because, verb, **what):
    stored = everything()
    with pytest.raises(Refused, match=because):
        verb(**what)
    assert everything() == stored


def test_a_table_that_calls_twice_has_one_call():
    table = a_club_table()
    first, version = called(table), again(table).version
    assert called(table, "score") == first
    assert (HelpCall.objects.count(), again(first).about) == (1, "laws")
    assert again(table).version == version


def test_every_step_of_a_call_updates_the_screens_of_table_and_evening():
    table = a_club_table()

    def versions():
        return again(table).version, again(table.session).version

    told = [versions()]
    call = called(table)
    told.append(versions())
    come(call=call, actor=KATE)
    told.append(versions())
    settle(call=call, actor=KATE)
    told.append(versions())
    assert len({one for one, _ in told}) == len({two for _, two in told}) == 4


def test_the_first_to_answer_a_call_comes_and_another_may_settle_it():
    call = called(a_club_table())
    come(call=call, actor=KATE)
    come(call=call, actor=LEO)
    settle(call=call, actor=LEO)
    settle(call=call, actor=KATE)
    call = again(call)
    assert (call.heard_by, call.ended_by, call.taken_back) == (KATE.name, LEO.name, False)


def test_a_cancelled_call_is_closed_and_the_table_can_call_again():
    table = a_club_table()
    call = called(table)
    take_call_back(call=call, actor=PHONE)
    assert (again(call).taken_back, open_calls(table.session)) == (True, [])
    assert called(table, "cards") != call


def test_the_longest_waiting_calls_come_first_and_answered_ones_last():
    session = an_evening(a_club())
    one, two, three = (called(a_table(session=session)) for _ in range(3))
    come(call=one, actor=KATE)
    assert open_calls(session) == [two, three, one]
    settle(call=one, actor=KATE)
    assert open_calls(session) == [two, three]


def test_friends_without_a_club_have_no_one_to_call():
    refused("no one to call", call_for_help, table=a_casual_table(), about="laws", actor=PHONE)


def test_calls_cannot_be_made_or_answered_in_a_closed_evening():
    table = a_club_table("Ben+Dan 3")
    call = called(table)
    close(table.session)
    table = again(table)
    refused("closed", call_for_help, table=table, about="laws", actor=PHONE)
    refused("closed", come, call=call, actor=KATE)
    assert open_calls(table.session) == []


# -- the clock ----------------------------------------------------------------------------------


def a_timed_round(**more):
    return begun(a_tournament(8, minutes=20, **more))


def table_of(round, no=1):
    return round.tables.get(no=no).table


def test_only_the_calling_table_gets_back_the_time_of_its_call():
    round = a_timed_round()
    call = later(called(table_of(round)), 60)
    settle(call=call, actor=KATE)
    again_settled = later(called(table_of(round)), 100)
    settle(call=again_settled, actor=KATE)
    assert [in_round(table_of(round, no)).limit for no in (1, 2)] == [20 * 60 + 60 + 40, 20 * 60]


def test_the_clock_stops_while_a_call_is_open():
    round = a_timed_round()
    Round.objects.update(started_at=timezone.now() - timedelta(seconds=90))
    called(table_of(round))
    row = in_round(table_of(round)).row
    assert (row.held, row.held_since) == (0, 90)


def test_a_call_while_the_whole_round_is_stopped_gives_back_no_extra_time():
    round = a_timed_round()
    call = called(table_of(round))
    pause_round(tournament=round.tournament, no=1, paused=True)
    Round.objects.update(
        started_at=timezone.now() - timedelta(seconds=300),
        paused_at=timezone.now() - timedelta(seconds=300),
    )
    settle(call=call, actor=KATE)
    assert in_round(table_of(round)).limit == 20 * 60


def test_no_clock_is_held_where_none_is_running():
    round = begun(a_tournament(8))
    calls = [called(table_of(round))]
    calls.append(called(table_of(drawn_only())))
    assert [call.held_from for call in calls] == [None, None]
    for call in calls:
        settle(call=call, actor=KATE)
    row = round.tables.get(no=2)
    refused("No clock is running", hold_clock, round_table=row, actor=KATE)


def drawn_only():
    """A round that is told and not begun."""
    tournament = a_tournament(8, minutes=20, session=None)
    return publish_round(tournament=tournament, no=drawn(tournament).no)


def test_the_director_stops_a_tables_clock_and_lets_it_go_on():
    row = a_timed_round().tables.get(no=1)
    call = hold_clock(round_table=row, actor=KATE)
    assert hold_clock(round_table=row, actor=LEO) == call
    assert (call.about, again(call).heard_by) == ("held", KATE.name)
    settle(call=later(call, 30), actor=KATE)
    assert in_round(row.table).limit == 20 * 60 + 30


def test_the_clock_of_a_table_entered_by_totals_can_be_stopped():
    row = a_timed_round().tables.get(no=1)
    row.table = None
    row.save()
    version = again(row.round.tournament.session).version
    call = hold_clock(round_table=row, actor=KATE)
    assert (call.table, call.place, len(open_calls(call.session))) == (None, "Table 1", 1)
    assert again(call.session).version == version + 1


def test_stopping_the_clock_of_a_calling_table_answers_its_call():
    round = a_timed_round()
    call = called(table_of(round))
    assert hold_clock(round_table=round.tables.get(no=1), actor=KATE) == call
    assert (again(call).heard_by, again(call).about) == (KATE.name, "laws")


def test_a_call_that_outlasts_its_round_stops_no_clock_of_the_next():
    round = a_timed_round()
    call = called(table_of(round))
    end_round(tournament=round.tournament, no=1, how=Round.End.DIRECTOR, actor=PHONE)
    settle(call=later(call, 500), actor=KATE)
    call = again(call)
    assert call.held_to - call.held_from == again(round).seconds_played(timezone.now())
