"""The director's decisions about one table, which are its result and its extra time."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.tournament.actions.enter_scores import seated
from scoring.tournament.actions.reports import report
from scoring.tournament.actions.stage import for_changes, refresh_screens
from scoring.tournament.models import Report, Round, RoundTable
from scoring.tournament.pure import values
from scoring.tournament.pure.reports import DIRECTOR, TIE, Fact, Testimony, claims_of, last_words
from scoring.tournament.pure.winners import lot
from scoring.tournament.queries.now import PlayedTable, format_in
from scoring.tournament.queries.table_in_round import played_at

MOST_MINUTES = 60


@transaction.atomic
def decide(  # noqa: PLR0913
    *,
    key: UUID,
    round_table: RoundTable,
    points: Mapping[str, int],
    lones: Mapping[int, int],
    euchres: Mapping[int, int] | None = None,
    tried: Mapping[int, int] | None = None,
    tie: str = "",
    forfeit: str = "",
    why: str = "",
    actor: Actor,
) -> Report:
    """Store the director's result for a table and return the report. The round may be running or
    over. `forfeit` is the side that forfeits; then the result has no points and no lone hands.

    No seat changes in any round. Raise Refused before the round is started, and for a forfeit at a
    table of three.
    """
    _refuse_before_it_begins(round_table.round)
    said = {"points": points, "lones": lones, "tie": tie, "forfeit": forfeit, "why": why}
    said |= {"euchres": euchres, "tried": tried}
    return report(
        key=key, round_table=round_table, source=Report.Source.DIRECTOR, actor=actor, **said
    )


@transaction.atomic
def say_right(*, key: UUID, round_table: RoundTable, testimony: Testimony, actor: Actor) -> Report:
    """Store one reporter's whole result as the director's, and return the report. It can be
    withdrawn, which restores the earlier state. Raise Refused if they reported no points.

    Lone hands from reporters who disagree with this result no longer count.
    """
    for_changes(round_table.round.tournament)
    facts = _facts(testimony, seated(round_table))
    tie = facts.pop(TIE, "")
    points = {fact: value for fact, value in facts.items() if isinstance(fact, str)}
    if not points:
        raise Refused("That score has no points, so it can’t be right.")
    lones = _lones_beside(testimony, played_at(round_table), seated(round_table))
    return decide(
        key=key, round_table=round_table, points=points, lones=lones, tie=tie, actor=actor
    )


def _facts(testimony: Testimony, table: values.RoundTable) -> dict[Fact, int | str]:
    return {fact: said[0][1] for fact, said in claims_of([testimony], table).items()}


def _lones_beside(
    testimony: Testimony, played: PlayedTable, table: values.RoundTable
) -> dict[int, int]:
    """Return the lone hands by number, from this report and from others that agree with it. Return
    0 for each if lone hands are barred. Leave out entrants with differing numbers."""
    if played.lones_barred:
        return dict.fromkeys(table.entrants, 0)
    facts = _facts(testimony, table)
    others = [one for one in last_words(played.said, table) if one.source != DIRECTOR]
    right = [one for one in others if facts | _facts(one, table) == _facts(one, table) | facts]
    claims = claims_of([testimony, *right], table)
    said = {no: {times for _, times in claims.get(no, [(testimony, 0)])} for no in table.entrants}
    return {no: times.pop() for no, times in said.items() if len(times) == 1}


@transaction.atomic
def not_played(*, key: UUID, round_table: RoundTable, actor: Actor) -> Report:
    """Store that a table has no result. Its players score nothing. If a tie needs a winner, the lot
    decides which side moves as the winners. Raise Refused before the round is started."""
    row = round_table.round
    _refuse_before_it_begins(row)
    tournament = for_changes(row.tournament)
    needs_winner = format_in(tournament).tie != "stays"
    tie = lot(tournament.seed, row.no, seated(round_table)) if needs_winner else ""
    said = {"source": Report.Source.DIRECTOR, "tie": tie, "objects": True}
    return report(key=key, round_table=round_table, actor=actor, **said)


def _refuse_before_it_begins(row: Round) -> None:
    if row.started_at is None:
        raise Refused(f"Round {row.no} has not started. There is no result.")


@transaction.atomic
def give_time(*, round_table: RoundTable, minutes: int) -> RoundTable:
    """Give a table these minutes of extra time after the end of the round. 0 cancels it."""
    tournament = for_changes(round_table.round.tournament)
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(f"Extra time goes from 0 to {MOST_MINUTES} minutes.")
    round_table.extra_minutes = minutes
    round_table.save(update_fields=["extra_minutes"])
    refresh_screens(tournament)
    return round_table
