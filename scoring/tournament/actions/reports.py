"""Reports of a table's round, from any source. They are stored as given and never changed, but can
be withdrawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.common.permissions import RUN, Actor, may
from scoring.common.refused import Refused
from scoring.table.models import Sitting
from scoring.tournament.actions.setting_up import undraw
from scoring.tournament.actions.stage import for_changes, latest_round, refresh_screens
from scoring.tournament.models import Entrant, Report, Round, RoundTable, Tournament
from scoring.tournament.pure.cards import MOST
from scoring.tournament.pure.seats import EVERY_SIDE
from scoring.tournament.pure.values import LEAST_POINTS, MOST_POINTS, Result
from scoring.tournament.queries.now import format_in, played_tables

Source = Report.Source
AGAIN = "This page was already sent with different values. Send it again."


@transaction.atomic
def report(  # noqa: PLR0913
    *,
    key: UUID,
    round_table: RoundTable,
    source: str,
    actor: Actor,
    side: str = "",
    entrant: Entrant | None = None,
    points: Mapping[str, int] | None = None,
    lones: Mapping[int, int] | None = None,
    euchres: Mapping[int, int] | None = None,
    tried: Mapping[int, int] | None = None,
    tie: str = "",
    forfeit: str = "",
    objects: bool = False,
    why: str = "",
) -> Report:
    """Store a report on a table's round once (idempotent by its key), and return it.

    `points` are by side, `lones`, `euchres` and `tried` by the entrant's number. The report says
    nothing about entrants who are not named. A later report of the same reporter replaces an
    earlier one. Raise Refused for impossible points, for a hand of a player who does not sit there,
    for a forfeit at a table of three, and if the key was used for another report or for a withdrawn
    one.
    """
    tournament = for_changes(round_table.round.tournament)
    points, lones = points or {}, lones or {}
    counted = {"lones": lones, "euchres": euchres or {}, "tried": tried or {}}
    said = {
        "round_table": round_table,
        "source": source,
        "side": side,
        "entrant": entrant,
        "points": dict(points),
        **{key: {str(no): times for no, times in one.items()} for key, one in counted.items()},
        "tie": tie,
        "forfeit": forfeit,
        "objects_to_it": objects,
        "why": why,
    }
    known = Report.objects.filter(key=key).first()
    if known is not None:
        return _the_same(known, said)
    for by_number in counted.values():
        _refuse_what_cannot_be(round_table, points, by_number, forfeit)
    with drawn_anew(tournament, round_table):
        made = Report.objects.create(key=key, by=actor.name, user=actor.account, **said)
    refresh_screens(tournament)
    return made


@transaction.atomic
def withdraw(*, report: Report, actor: Actor) -> Report:
    """Withdraw a report. It stays visible but no longer counts. Idempotent."""
    tournament = for_changes(report.round_table.round.tournament)
    report.refresh_from_db()
    if report.withdrawn_at is None:
        report.withdrawn_at, report.withdrawn_by = timezone.now(), actor.name
        with drawn_anew(tournament, report.round_table):
            report.save(update_fields=["withdrawn_at", "withdrawn_by"])
        refresh_screens(tournament)
    return report


def _the_same(known: Report, said: Mapping[str, object]) -> Report:
    if known.withdrawn_at or any(getattr(known, name) != value for name, value in said.items()):
        raise Refused(AGAIN)
    return known


def _refuse_what_cannot_be(
    round_table: RoundTable, points: Mapping[str, int], lones: Mapping[int, int], forfeit: str
) -> None:
    seated = set(round_table.placings.values_list("entrant__no", flat=True))
    for no in lones.keys() - seated:
        raise Refused(f"Number {no} does not sit at {round_table}.")
    if forfeit and len(seated) == 3:
        raise Refused("At a table of three, no side can forfeit.")
    if forfeit and forfeit not in EVERY_SIDE:
        raise Refused("Where each plays for themselves, no one can forfeit.")
    for number in points.values():
        if not LEAST_POINTS <= number <= MOST_POINTS:
            raise Refused(
                f"{number} is not possible. Points go from {LEAST_POINTS} to {MOST_POINTS}."
            )
    for times in lones.values():
        if not 0 <= times <= MOST:
            raise Refused(f"{times} is not possible. Hands go from 0 to {MOST}.")


@contextmanager
def drawn_anew(tournament: Tournament, round_table: RoundTable) -> Iterator[None]:
    """Undo a draw that used this table's result and is not published, if the result changes within
    this context. Winners move to other seats then."""
    latest = latest_round(tournament)
    rests_on_it = latest.no > round_table.round.no and latest.published_at is None
    if not rests_on_it or not format_in(tournament).in_round(latest.no).follows_results:
        yield
        return
    before = _result(round_table)
    yield
    if _result(round_table) != before:
        undraw(tournament)


def _result(round_table: RoundTable) -> Result | None:
    (played,) = played_tables([round_table.round], pk=round_table.pk)
    return played.verdict.result


@contextmanager
def minding_the_next_round(sitting: Sitting, actor: Actor) -> Iterator[None]:
    """Change a hand that counts, or did. Raise Refused if the next round is published, unless the
    actor runs the evening. A draw that is not published is undone if the result changes.

    Make no query if the sitting plays no round.
    """
    following = _after(sitting)
    if following is None:
        yield
        return
    if following.published_at is not None and not may(actor, RUN, sitting.table):
        raise Refused(f"Round {following.no - 1} is over. Ask the director to change the score.")
    with drawn_anew(following.tournament, sitting.round_table):
        yield


def refresh_standings(sitting: Sitting) -> None:
    """Notify players' phones and the big screen that the result of a round has changed."""
    running = Tournament.objects.filter(rounds__tables=sitting.round_table_id, finished_at=None)
    if not running.update(version=F("version") + 1):
        raise Refused(
            "This tournament is finished and its prizes depend on this hand. The director can "
            "reopen it under Prizes."
        )


def _after(sitting: Sitting) -> Round | None:
    """Return the round after the one that a sitting plays, once it is drawn."""
    if sitting.round_table_id is None:
        return None
    row = sitting.round_table.round
    rounds = Round.objects.select_related("tournament")
    return rounds.filter(tournament=row.tournament_id, no=row.no + 1).first()
