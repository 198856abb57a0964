"""What the director's page shows: what needs somebody, the next step, the clock, every table at a
glance."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from scoring.models import Round, Tournament
from scoring.models.tournament_now import PlayedTable, format_in, late_comers, played_tables
from scoring.permissions import RUN, Actor, may
from scoring.rules.wording import listed
from scoring.views.evening_page import evening_tag
from scoring.views.tournament.clock import clock_of
from scoring.views.tournament.getting_ready import getting_ready
from scoring.views.tournament.open_results import in_question, open_at
from scoring.views.tournament.steps import Lack, Step, next_step, undo_of
from scoring.views.tournament.table_lines import alarms, table_lines


def director_context(tournament: Tournament, actor: Actor) -> dict:
    """Return everything templates/tournament/director.html shows; a fixed number of queries."""
    now = timezone.now()
    looked_at = played_tables(tournament.rounds.all(), pk__in=in_question(tournament))
    round = looked_at[-1].row.round if looked_at else None
    tables = [table for table in looked_at if table.row.round == round]
    lines = table_lines(round, tables, now) if round else []
    format = format_in(tournament)
    runs = may(actor, RUN, tournament.session)
    live = tournament.finished_at is None and not tournament.session.closed
    step = next_step(round, format, lines) if live else None
    lacking = step.tables if isinstance(step, Lack) else ()
    ready = {} if round else getting_ready(tournament)
    return ready | {
        "session": tournament.session,
        "tournament": tournament,
        "format": format,
        "runs": runs,
        "live": live,
        "tag": evening_tag(tournament.session, actor),
        "round": round,
        "lines": lines,
        "open": list(open_at(looked_at[: -len(tables)])) if live and tables else [],
        "alarms": list(alarms([line for line in lines if line not in lacking])) if live else [],
        "late": _late(tournament) if round and live else "",
        "clock": clock_of(round, limit=format.minutes * 60, now=now) if round else None,
        "step": None if ready.get("too_few") else step,
        "sitting_out": _sitting_out(round, tables),
        "undo": _undo(round, tables) if live else None,
        "rounds": range(1, round.no + 1) if round else (),
        "early": isinstance(step, Step) and step.name == "draw-round" and round is not None,
        "last": round is not None and round.no >= format.rounds,
    }


def _sitting_out(round: Round | None, tables: Sequence[PlayedTable]) -> str:
    return listed([tables[0].names[no] for no in round.sitting_out]) if round else ""


def _late(tournament: Tournament) -> str:
    return listed([player.name for player in late_comers(tournament)])


def _undo(round: Round | None, tables: Sequence[PlayedTable]) -> Step | None:
    return undo_of(round, told=any(table.row.last_hand_at or table.reports for table in tables))
