"""A round from its draw to the bell. Each step can be undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.table.models import HandRecord
from scoring.tournament import hooks
from scoring.tournament.actions.round_attendance import check_round_in, check_round_out
from scoring.tournament.actions.running import goes_on, sit_anew
from scoring.tournament.actions.seating import begin_sittings, store_seats, take_sittings_back
from scoring.tournament.actions.setting_up import new_secret, undraw
from scoring.tournament.actions.stage import for_changes, latest_round, refresh_screens, round_of
from scoring.tournament.models import Report, Round, Tournament
from scoring.tournament.pure.next_round import NotYet, next_round
from scoring.tournament.pure.plan_ahead import plan_ahead
from scoring.tournament.pure.values import Result
from scoring.tournament.pure.winners import Decided
from scoring.tournament.queries.now import as_planned, format_in, load_tournament, played_tables

NOBODY = Actor()


@transaction.atomic
def draw_round(*, tournament: Tournament, after: int, room: str = "") -> Round:
    """Return the next round, drawn and not published. `after` is the last round that was seen (0
    for none). `room` is what the room adds to the seed of round 1.

    Idempotent. Raise Refused while a table of the last round lacks a result.
    """
    tournament = for_changes(tournament)
    latest = latest_round(tournament)
    if latest is not None and latest.published_at is None:
        return latest
    _refuse_another(tournament, latest, after)
    if latest is None:
        _fix_seed(tournament, room)
    ranks = format_in(tournament).in_round(after + 1).needs_all_results
    known = load_tournament(tournament, results_from=1 if ranks else max(after, 1))
    try:
        known = replace(known, plan=plan_ahead(known))
        drawn = next_round(known)
    except Decided as cause:
        raise Refused(str(cause)) from cause
    except NotYet as cause:
        raise Refused(f"{cause} The next round is not drawn yet.") from cause
    Tournament.objects.filter(pk=tournament.pk).update(plan=[as_planned(one) for one in known.plan])
    row = Round.objects.create(
        tournament=tournament, no=drawn.no, sitting_out=list(drawn.sitting_out)
    )
    store_seats(row, drawn)
    refresh_screens(tournament)
    return row


def _fix_seed(tournament: Tournament, room: str) -> None:
    """Take the seed of round 1 from its next draw and what the room adds. A seed that came with a
    file stays."""
    if not tournament.next_secret:
        return
    tournament.secret, tournament.next_secret = tournament.next_secret, new_secret()
    tournament.draws, tournament.room = tournament.draws + 1, room
    tournament.seed = tournament.last_draw.seed
    tournament.save(update_fields=["seed", "secret", "next_secret", "draws", "room"])


def _refuse_another(tournament: Tournament, latest: Round | None, after: int) -> None:
    no = latest.no if latest else 0
    if no != after:
        raise Refused(OUT_OF_DATE)
    if latest and latest.ended_at is None:
        raise Refused(f"Round {no} is not over. End it first.")
    if latest:
        _refuse_waiting(latest)
    format = format_in(tournament)
    if no >= format.rounds and not format.ends_by_final:
        raise Refused(
            f"All {no} rounds are played. To play more, change the number of rounds under Settings."
        )


def _refuse_waiting(row: Round) -> None:
    found = _hands_of(row).filter(state=HandRecord.State.WAITING).select_related("sitting__table")
    waiting = found.order_by("sitting__table__no").first()
    if waiting is not None:
        table = str(waiting.sitting.table).lower()
        raise Refused(f"Round {row.no}: a hand of {table} waits for a decision.")


@transaction.atomic
def publish_round(*, tournament: Tournament, no: int, actor: Actor = NOBODY) -> Round:
    """Publish the seats of a round. Phones, player pages and the big screen show it, and each
    table's score pad is ready.

    Players who have a place in it are checked in if they were not, and owe the entry fee.
    """
    tournament = for_changes(tournament)
    row = round_of(tournament, no)
    if row.published_at is None:
        show_round(tournament, row)
        check_round_in(row, at=row.published_at, actor=actor)
        refresh_screens(tournament)
        hooks.seats_changed(tournament)
    return row


def show_round(tournament: Tournament, row: Round) -> None:
    """Publish a round as `publish_round` does, without checking in its players."""
    begin_sittings(tournament, row)
    _set(row, published_at=timezone.now())


@transaction.atomic
def start_round(*, tournament: Tournament, no: int, actor: Actor = NOBODY) -> Round:
    """Start play and the clock. A round that is only drawn is published first."""
    row = publish_round(tournament=tournament, no=no, actor=actor)
    if row.started_at is None:
        _set(row, started_at=timezone.now())
        refresh_screens(tournament)
    return row


@transaction.atomic
def pause_round(*, tournament: Tournament, no: int, paused: bool) -> Round:
    """Pause the round's clock, or resume it."""
    tournament = for_changes(tournament)
    row = round_of(tournament, no)
    if not row.playing:
        raise Refused(f"Round {no} is not being played, so its clock is not running.")
    if paused and row.paused_at is None:
        _set(row, paused_at=timezone.now())
    elif not paused and row.paused_at is not None:
        # If the system clock was set back meanwhile, this would subtract from earlier pauses.
        stopped = max(timezone.now() - row.paused_at, timedelta())
        _set(
            row, paused_at=None, paused_seconds=row.paused_seconds + stopped // timedelta(seconds=1)
        )
    refresh_screens(tournament)
    return row


@transaction.atomic
def end_round(
    *, tournament: Tournament, no: int, how: str, actor: Actor, at: datetime | None = None
) -> Round:
    """End the round in the way that Round.End names. Play stops at once, and unfinished hands do
    not count.

    Idempotent. The first end counts.
    """
    tournament = for_changes(tournament)
    row = round_of(tournament, no)
    if row.started_at is None:
        raise Refused(f"Round {no} has not started. There is nothing to end.")
    if row.ended_at is None:
        _hands_of(row).filter(state=HandRecord.State.BEGUN).delete()
        _set(row, ended_at=at or timezone.now(), ended_how=how, ended_by=actor.name)
        refresh_screens(tournament)
        hooks.round_ended(row)
    return row


@transaction.atomic
def take_back(*, tournament: Tournament, no: int, step: str, actor: Actor = NOBODY) -> Round | None:
    """Undo the last step of a round, which is "ended", "started", "published" or "drawn". Undoing
    "drawn" deletes the round.

    Idempotent. Raise Refused if played hands or reports would be lost.
    """
    tournament = for_changes(tournament)
    latest = latest_round(tournament)
    if step == "drawn" and (latest is None or latest.no < no):
        return None
    row = round_of(tournament, no)
    last = last_step(row)
    if STEPS.index(step) > STEPS.index(last):
        return row
    if step != last:
        raise Refused(OUT_OF_DATE)
    BACK[step](row, actor)
    refresh_screens(tournament)
    hooks.seats_changed(tournament)
    return row if step != "drawn" else None


STEPS = ("drawn", "published", "started", "ended")


def last_step(row: Round) -> str:
    """Return the last step of a round, one of STEPS."""
    return next((step for step in STEPS[:0:-1] if getattr(row, f"{step}_at")), "drawn")


def _not_drawn(row: Round, actor: Actor) -> None:
    undraw(row.tournament)


def _not_published(row: Round, actor: Actor) -> None:
    _refuse_if_played(row)
    before = _results_before(row)
    take_sittings_back(row)
    check_round_out(row, actor=actor)
    _set(row, published_at=None)
    for table, result in _results_before(row).items():
        if result != before[table]:
            raise Refused(
                f"Round {row.no - 1}, table {table}: a new score came after the round. Decide "
                f"which is right first."
            )


def _results_before(row: Round) -> dict[int, Result | None]:
    """Return the results of the tables in the round before, by their numbers."""
    before = row.tournament.rounds.filter(no=row.no - 1)
    return {played.row.no: played.verdict.result for played in played_tables(before)}


def _not_started(row: Round, actor: Actor) -> None:
    _refuse_if_played(row)
    _set(row, started_at=None, paused_at=None, paused_seconds=0)


def _not_ended(row: Round, actor: Actor) -> None:
    """Resume the clock from the moment when the round ended. The current partners of each pair now
    sit there."""
    stopped = timedelta() if row.paused_at else max(timezone.now() - row.ended_at, timedelta())
    paused = row.paused_seconds + stopped // timedelta(seconds=1)
    _set(row, ended_at=None, ended_how="", ended_by="", paused_seconds=paused)
    for table in row.tables.all():
        if goes_on(table):
            sit_anew(table)


BACK = {
    "drawn": _not_drawn,
    "published": _not_published,
    "started": _not_started,
    "ended": _not_ended,
}


def _refuse_if_played(row: Round) -> None:
    if (
        _hands_of(row).exists()
        or Report.objects.filter(round_table__round=row, withdrawn_at=None).exists()
    ):
        raise Refused(
            f"Hands or scores were already entered in round {row.no}. It can’t be undone."
        )


def _hands_of(row: Round):
    return HandRecord.objects.filter(sitting__round_table__round=row)


def _set(row: Round, **fields) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=list(fields))
