"""The page of a table's round: how it stands, who told what, and the fields of its totals."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.forms.at_the_table import TotalsForm
from scoring.models import Report
from scoring.models.table_in_round import InRound, played_at
from scoring.models.tournament_now import PlayedTable
from scoring.movements.tournament.formats import is_head
from scoring.views.tournament.finish import NOT_PLAYED, finish_of, side_names_of, told_by_side
from scoring.views.tournament.round_here import clock_here, place_of


@dataclass(frozen=True, kw_only=True)
class Field:
    """A number that is told: its name in the form, whose it is, and what stands in it."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Said:
    """Who told what, and when."""

    who: str
    what: str
    report: Report


def round_context(here: InRound | None, *, latest: InRound | None, form: TotalsForm | None) -> dict:
    """Return what templates/tournament/table/round.html shows; `latest` is the round that goes on
    here."""
    if here is None:
        return {"here": None}
    played = played_at(here.row)
    sides = side_names_of(played)
    sent = form.data if form else {}
    return {
        "here": here,
        "key": here.row.pk,
        "place": place_of(here),
        "who": " against ".join(sides.values()),
        "clock": clock_here(here),
        "finish": finish_of(here, played),
        "sides": sides.items(),
        "points": [_field(f"points-{side}", name, sent) for side, name in sides.items()],
        "lones": [_field(f"lones-{no}", name, sent) for no, name in people_of(played).items()],
        "lones_barred": played.lones_barred,
        "said": [_said(report, played, sides) for report in played.reports],
        "newer": latest.round.no if latest and latest.round.no > here.round.no else 0,
        "head_table": is_head(here.row.no, here.format),
        "form": form,
    }


def people_of(played: PlayedTable) -> dict[int, str]:
    """Return the entrants of a table by number."""
    return {no: played.names[no] for no in played.seats.values()}


def _field(name: str, label: str, sent) -> Field:
    return Field(name=name, label=label, value=sent.get(name, ""))


def _said(report: Report, played: PlayedTable, sides: dict[str, str]) -> Said:
    return Said(who=_who(report, played, sides), what=_what(report, sides), report=report)


def _who(report: Report, played: PlayedTable, sides: dict[str, str]) -> str:
    if report.source == Report.Source.DIRECTOR:
        return "The director"
    if report.entrant_id:
        name = played.names[report.entrant.no]
        return f"The card of {name}" if report.source == Report.Source.CARD else name
    return sides.get(report.side, "The table")


def _what(report: Report, sides: dict[str, str]) -> str:
    if report.objects_to_it and report.source == Report.Source.DIRECTOR:
        return NOT_PLAYED[:1].lower() + NOT_PLAYED[1:]
    if report.objects_to_it:
        return f"not right{': ' if report.why else ''}{report.why}"
    told = [told_by_side(report.points, sides)]
    lones = sum(report.lones.values())
    told += [f"{lones} lone hand{'' if lones == 1 else 's'}"] if lones else []
    told += [f"{sides[report.tie]} won the tie"] if report.tie in sides else []
    return ", ".join(filter(None, told))
