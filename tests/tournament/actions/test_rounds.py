"""A round from its draw to its end, what is told meanwhile, and each step taken back."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.models import HandRecord, Round, Sitting
from scoring.tournament.actions.rounds import (
    draw_round,
    end_round,
    last_step,
    pause_round,
    publish_round,
    start_round,
    take_back,
)
from scoring.tournament.queries.now import played_tables
from tests.cast import PHONE, again, everything, log
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    latest,
    names_at,
    played_to,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db


def versions(tournament):
    tables = tournament.session.tables.order_by("no")
    return [
        again(tournament).version,
        again(tournament.session).version,
        *(one.version for one in tables),
    ]


def everybody_notices(tournament, verb):
    """Whether every screen in the hall has something new after the verb."""
    before = versions(tournament)
    verb()
    return all(new > old for old, new in zip(before, versions(tournament), strict=False))


def verdicts(row):
    return [table.verdict.state for table in played_tables([row])]


def test_every_step_of_a_round_updates_every_screen():
    tournament = a_tournament(8)
    steps = [
        lambda: drawn(tournament),
        lambda: publish_round(tournament=tournament, no=1),
        lambda: start_round(tournament=tournament, no=1),
        lambda: pause_round(tournament=tournament, no=1, paused=True),
        lambda: pause_round(tournament=tournament, no=1, paused=False),
        lambda: end_round(tournament=tournament, no=1, how="bell", actor=PHONE),
        lambda: take_back(tournament=tournament, no=1, step="ended"),
    ]
    assert [everybody_notices(tournament, step) for step in steps] == [True] * len(steps)


def test_every_step_sent_twice_counts_once():
    tournament = a_tournament(8)
    assert drawn(tournament) == drawn(tournament)
    for verb in (publish_round, start_round):
        first = verb(tournament=tournament, no=1)
        stored = everything()
        assert verb(tournament=tournament, no=1) == first
        assert everything() == stored


def test_the_bell_rung_twice_counts_once():
    tournament = a_tournament(8)
    row = begun(tournament)
    first = ended(row, "bell")
    again_ended = ended(row, "director")
    assert (again_ended.ended_at, again_ended.ended_how) == (first.ended_at, "bell")


def test_every_step_can_be_undone_one_after_the_other():
    tournament = a_tournament(8)
    before = everything()["Entrant"]
    row = begun(tournament)
    ended(row)
    steps = ["ended", "started", "published", "drawn"]
    for step, after in zip(steps, ["started", "published", "drawn"], strict=False):
        assert last_step(take_back(tournament=tournament, no=1, step=step)) == after
    assert take_back(tournament=tournament, no=1, step="drawn") is None
    assert (latest(tournament), Sitting.objects.count(), everything()["Entrant"]) == (
        None,
        0,
        before,
    )


def test_a_step_undone_twice_is_undone_once():
    tournament = a_tournament(8)
    ended(begun(tournament))
    take_back(tournament=tournament, no=1, step="ended")
    stored = everything()
    assert last_step(take_back(tournament=tournament, no=1, step="ended")) == "started"
    assert everything() == stored


def test_unpublishing_round_two_reseats_the_tables_of_round_one():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    before = names_at(latest(tournament))
    drawn(tournament)
    publish_round(tournament=tournament, no=2)
    take_back(tournament=tournament, no=2, step="published")
    now = {table.no: table.sitting.names for table in tournament.session.tables.all()}
    assert now == {no: list(at.values()) for no, at in before.items()}


@pytest.mark.parametrize("step", ["started", "published"])
def test_undoing_a_step_loses_no_entry(step):
    tournament = a_tournament(8)
    row = begun(tournament)
    tell(row, 1, 5, 3, source="table", side="NS")
    if step == "published":
        Round.objects.filter(pk=row.pk).update(started_at=None)
    stored = everything()
    with pytest.raises(Refused, match="Hands or scores were already entered in round 1"):
        take_back(tournament=tournament, no=1, step=step)
    assert everything() == stored


def test_drawing_the_next_round_names_the_table_without_a_result():
    tournament = a_tournament(12)
    row = ended(begun(tournament))
    tell(row, 1, 5, 3)
    tell(row, 3, 5, 3)
    stored = everything()
    with pytest.raises(Refused, match="table 2 has no result yet"):
        draw_round(tournament=tournament, after=1)
    assert everything() == stored


def test_the_next_round_cannot_be_drawn_during_a_dispute():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell(row, 1, 5, 3)
    tell(row, 2, 5, 3, source="table", side="NS")
    tell(row, 2, 3, 5, source="table", side="EW")
    assert verdicts(row) == ["confirmed", "disputed"]
    with pytest.raises(Refused, match="table 2"):
        draw_round(tournament=tournament, after=1)
    tell(row, 2, 5, 3)
    assert draw_round(tournament=tournament, after=1).no == 2


def test_no_round_can_be_drawn_during_another_or_after_the_last():
    tournament = a_tournament(8, rounds=1)
    row = begun(tournament)
    with pytest.raises(Refused, match="Round 1 is not over"):
        draw_round(tournament=tournament, after=1)
    tell_all(ended(row))
    with pytest.raises(Refused, match="All 1 rounds are played"):
        draw_round(tournament=tournament, after=1)


def test_two_directors_who_draw_at_once_draw_one_round():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    first = draw_round(tournament=tournament, after=1)
    assert draw_round(tournament=tournament, after=1) == first
    start_round(tournament=tournament, no=2)
    with pytest.raises(Refused, match="This page is out of date. Reload it and try again."):
        draw_round(tournament=tournament, after=1)


def test_a_started_hand_does_not_count_when_the_bell_rings():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{} 3".format(*pad.sitting.names))
    HandRecord.objects.create(id=uuid4(), sitting=again(pad).sitting, maker=0, state="begun")
    ended(row, "bell")
    assert list(HandRecord.objects.values_list("state", flat=True)) == ["counted"]


def test_a_hand_that_arrives_after_the_bell_is_kept_and_waits():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=2).table
    ended(row, "bell")
    assert log(pad, "{} 3".format(*pad.sitting.names)).state == "waiting"


def test_totals_that_arrive_after_the_bell_count():
    tournament = a_tournament(8)
    row = ended(begun(tournament), "bell")
    tell(row, 1, 6, 2, source="table", side="NS")
    assert dict(played_tables([row])[0].verdict.result.points) == {"NS": 6, "EW": 2}


def test_the_points_of_a_table_still_playing_are_not_a_result():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{} 5".format(*pad.sitting.names))
    (playing, _) = played_tables([row])
    assert (dict(playing.points), playing.value.result) == ({"NS": 2, "EW": 0}, None)
    ended(row)
    assert dict(played_tables([row])[0].value.result.points) == {"NS": 2, "EW": 0}


def test_a_stopped_clock_resumes_even_after_a_server_restart(
    still_clock,
):
    tournament = a_tournament(8, minutes=15)
    row = begun(tournament)
    began = timezone.now() - timedelta(minutes=10)
    Round.objects.filter(pk=row.pk).update(started_at=began)
    pause_round(tournament=tournament, no=1, paused=True)
    Round.objects.filter(pk=row.pk).update(paused_at=began + timedelta(minutes=4))
    assert latest(tournament).seconds_played(timezone.now()) == 240
    pause_round(tournament=tournament, no=1, paused=False)
    row = latest(tournament)
    assert row.seconds_played(began + timedelta(minutes=11)) == 300


@pytest.mark.parametrize(("stopped", "seconds"), [(None, 300), (4, 240)])
def test_a_round_ended_by_mistake_continues_with_the_same_clock(still_clock, stopped, seconds):
    now = timezone.now()
    row = ended(begun(a_tournament(8, minutes=15)))
    began = now - timedelta(minutes=10)
    moments = {"started_at": began, "ended_at": now - timedelta(minutes=5)}
    moments |= {"paused_at": began + timedelta(minutes=stopped)} if stopped else {}
    Round.objects.filter(pk=row.pk).update(**moments)
    assert again(row).seconds_played(now) == seconds
    row = take_back(tournament=row.tournament, no=1, step="ended")
    assert row.seconds_played(timezone.now()) == seconds


def test_no_round_can_be_drawn_while_a_hand_of_the_last_waits():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=2).table
    tell_all(ended(row))
    log(pad, "{} 3".format(*pad.sitting.names))
    stored = everything()
    with pytest.raises(Refused, match="Round 1: a hand of table 2 waits for a decision."):
        draw_round(tournament=tournament, after=1)
    assert everything() == stored


def test_a_clock_that_is_not_running_cannot_be_stopped():
    tournament = a_tournament(8)
    drawn(tournament)
    with pytest.raises(Refused, match="its clock is not running"):
        pause_round(tournament=tournament, no=1, paused=True)


def test_a_closed_evening_refuses_every_step():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{} 5".format(*pad.sitting.names))
    ended(row)

    type(tournament.session).objects.filter(pk=tournament.session_id).update(
        closed_at=timezone.now()
    )
    stored = everything()
    for verb in (
        lambda: take_back(tournament=tournament, no=1, step="ended"),
        lambda: draw_round(tournament=tournament, after=1),
        lambda: tell(row, 1, 5, 3),
    ):
        with pytest.raises(Refused, match="This club night is closed"):
            verb()
    assert everything() == stored
