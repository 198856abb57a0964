"""What is kept of one person's tournaments: plain values. Hands he played there are among his
sittings."""

from __future__ import annotations

from scoring.models.club import Player
from scoring.models.one_person import entries_of
from scoring.models.tournament import Entrant, Placing, Report


def tournaments_of(player: Player) -> list[dict]:
    """Return what somebody entered, where he sat and what was told of it: four queries."""
    tables = "placings__round", "placings__round_table__reports"
    entries = entries_of(player).select_related("tournament__session", "player", "partner")
    in_order = entries.order_by("tournament__session__played_on", "pk")
    return [_entry(one, player) for one in in_order.prefetch_related(*tables)]


def _entry(entrant: Entrant, player: Player) -> dict:
    tournament = entrant.tournament
    results = tournament.results if tournament.finished_at else None
    told = [placing for placing in entrant.placings.all() if placing.round.published_at]
    return {
        "session": str(tournament.session),
        "on": tournament.session.played_on.isoformat(),
        "number": entrant.no,
        "partner": next((one.name for one in entrant.people if one != player), None),
        "group": entrant.group,
        "entered": entrant.entered_at.isoformat(),
        "rounds": [_round(one) for one in sorted(told, key=lambda one: one.round.no)],
        "announced": [row for row in (results or {"rows": ()})["rows"] if row["no"] == entrant.no],
    }


def _round(placing: Placing) -> dict:
    return {
        "round": placing.round.no,
        "table": placing.round_table.no,
        "seat": placing.seat,
        "told": [_report(report) for report in placing.round_table.reports.all()],
    }


def _report(report: Report) -> dict:
    return {
        "source": report.source,
        "points": report.points,
        "lones": report.lones,
        "tie": report.tie,
        "objects": report.objects_to_it,
        "why": report.why,
        "by": report.by,
        "at": report.at.isoformat(),
        "withdrawn": report.withdrawn_at and report.withdrawn_at.isoformat(),
    }
