"""Who stands where in a tournament, what decided, the stars, and each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Tournament
from scoring.models.pairs_played import PairPlayed, replaced_in
from scoring.models.tournament_now import format_in, told
from scoring.movements.tournament import values
from scoring.movements.tournament.formats import CRITERIA, Format
from scoring.movements.tournament.standings import Row, standings
from scoring.movements.tournament.tally import Line, rows_by_round
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.views.tournament.doors import tournament_by_number
from scoring.views.tournament.open_results import open_results


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A line of the standings, with what its rank goes by in that order, and the rounds."""

    row: Row
    figures: tuple[int, ...]
    lines: tuple[Line, ...]
    replaced: str
    """Of a pair: who played which rounds, and is of it no more."""


@require_safe
@tournament_by_number(WRITE)
def tournament_standings(
    request: HttpRequest, tournament: Tournament, actor: Actor
) -> HttpResponse:
    """The ranking; where standings are a surprise, before the last round only for who runs the
    evening."""
    runs, format = may(actor, RUN, tournament.session), format_in(tournament)
    known = told(tournament)
    context = {
        "session": tournament.session,
        "tournament": tournament,
        "runs": runs,
        "format": format,
        "secret": is_secret(tournament, known, format),
    }
    if runs or not context["secret"]:
        context |= standings_context(known, replaced_in(tournament))
        context["open"] = open_results(tournament)
    return render(request, "tournament/standings.html", context)


def is_secret(tournament: Tournament, known: values.Tournament, format: Format) -> bool:
    """Return whether standings are kept back: till every table of the last round has its result."""
    if not format.suspense or tournament.finished_at is not None:
        return False
    last = known.rounds[-1] if known.rounds else None
    return (
        last is None
        or last.no < format.rounds
        or any(table.result is None for table in last.tables)
    )


def standings_context(known: values.Tournament, replaced: Mapping[int, PairPlayed]) -> dict:
    """Return the lines of the standings, and the heads of their columns."""
    ranking = known.format.ranking
    by_round = rows_by_round(known)
    return {
        "standings": [
            Standing(
                row=row,
                figures=tuple(getattr(row, criterion) for criterion in ranking),
                lines=by_round[row.no],
                replaced=replaced[row.no].told if row.no in replaced else "",
            )
            for row in standings(known)
        ],
        "heads": [CRITERIA[criterion] for criterion in ranking],
        "rounds": [round.no for round in known.rounds],
        "incomplete": any(
            table.result is None for round in known.rounds[-1:] for table in round.tables
        ),
        "stars": known.format.stars
        and any(line.star for lines in by_round.values() for line in lines),
        "groups": len({entrant.group for entrant in known.players}) > 1,
        "sat_out": any(round.sitting_out for round in known.rounds),
    }
