"""Who stands where in a tournament and why; and results that somebody must look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.common.names import folded
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.euchre.wording import figure
from scoring.people.models import Player
from scoring.table.models import HandRecord
from scoring.tournament.access import tournament_by_number
from scoring.tournament.forms.director import StandingsForm
from scoring.tournament.models import Report, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.formats import CRITERIA, Format
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.tally import EntrantRound, rows_by_round
from scoring.tournament.queries.now import (
    PlayedTable,
    entrants_of,
    format_in,
    load_tournament,
    next_round,
    played_tables,
)
from scoring.tournament.queries.pairs_played import PairPlayed, replaced_in
from scoring.tournament.views.play.hall_tables import HallTable, alarms, hall_tables


@dataclass(frozen=True, kw_only=True)
class Open:
    """What is the matter in one round, and at which of its tables."""

    round: int
    says: str
    tables: Sequence[HallTable]

    @property
    def first(self) -> HallTable:
        return self.tables[0]


def open_results(tournament: Tournament) -> list[Open]:
    """Return what is open of the rounds that are over: six queries."""
    over = tournament.rounds.exclude(ended_at=None)
    return list(open_at(played_tables(over, pk__in=in_question(tournament))))


def open_at(tables: Sequence[PlayedTable]) -> Iterator[Open]:
    """Yield what is open at these tables, by round."""
    for round, those in groupby(tables, key=lambda table: table.row.round):
        lines = hall_tables(round, list(those), timezone.now())
        for says, alarming in alarms(lines):
            yield Open(round=round.no, says=says, tables=alarming)


def in_question(tournament: Tournament) -> QuerySet:
    """Return the keys of all tables of the latest round, and of those of earlier ones of which
    something was told or changed when the next round was drawn already, or that somebody objects
    to.

    The others stood when it was drawn, and stand still.
    """
    drawn, at = OuterRef("drawn"), {"round_table": OuterRef("pk")}
    late = Q(at__gt=drawn) | Q(withdrawn_at__gt=drawn) | Q(objects_to_it=True)
    played = (
        Q(logged_at__gt=drawn) | Q(corrections__at__gt=drawn) | Q(state=HandRecord.State.WAITING)
    )
    hands = HandRecord.objects.filter(played, sitting__round_table=OuterRef("pk"))
    found = RoundTable.objects.filter(round__tournament=tournament).annotate(
        drawn=next_round("drawn_at")
    )
    later = Exists(Report.objects.filter(late, **at)) | Exists(hands)
    return found.filter(Q(drawn=None) | later).values("pk")


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A line of the standings, with its rounds."""

    row: StandingsRow
    figures: tuple[tuple[str, str], ...]
    """What a rank goes by, in that order, with the name of each."""
    lines: tuple[EntrantRound | None, ...]
    """One for each round that was told; None for a round in which they were not there."""
    people: Sequence[Player]
    """Whose discs stand beside the name."""
    replaced: str
    """Of a pair: who played which rounds, and is of it no more."""

    @property
    def brought(self) -> str:
        """Return the points that they carry."""
        return figure(self.row.carried.points) if self.row.carried else ""

    @property
    def stars(self) -> list[tuple[str, str, str, int]]:
        """Return its stars: their kind, sign and letter, and how many."""
        kinds = (("gold", "★", "G"), ("red", "★", "R"), ("green", "☆", "g"))
        found = [(*kind, getattr(self.row, kind[0])) for kind in kinds]
        return [star for star in found if star[-1]]


@require_safe
@tournament_by_number(WRITE)
def tournament_standings(
    request: HttpRequest, tournament: Tournament, actor: Actor
) -> HttpResponse:
    """The ranking; where standings are a surprise, before the last round only for who runs the
    evening."""
    runs, format = may(actor, RUN, tournament.session), format_in(tournament)
    known = load_tournament(tournament)
    context = {
        "session": tournament.session,
        "tournament": tournament,
        "runs": runs,
        "format": format,
        "secret": is_secret(tournament, known, format),
    }
    if runs or not context["secret"]:
        people = {entrant.no: entrant.people for entrant in entrants_of(tournament)}
        context |= standings_context(known, people, replaced_in(tournament))
        context |= _page_of(context["standings"], StandingsForm(request.GET))
        context["open"] = open_results(tournament)
    return render(request, "tournament/play/standings.html", context)


A_PAGE = 100
"""Lines, where there are more."""


def _page_of(lines: Sequence[Standing], form: StandingsForm) -> dict:
    """Return a hundred of very many lines, those that are asked for or the first; or whoever goes
    by the name or number that is looked for."""
    if len(lines) <= A_PAGE:
        return {}
    pages = [(at + 1, min(at + A_PAGE, len(lines))) for at in range(0, len(lines), A_PAGE)]
    words, page = folded(form.asked["q"]).split(), form.asked["page"]
    first = pages[page - 1][0] if page and page <= len(pages) else 1
    found = lines[first - 1 : first - 1 + A_PAGE]
    if words:
        found = [line for line in lines if goes_by(line.row, words)][:A_PAGE]
    return {
        "standings": found,
        "form": form,
        "number": len(lines),
        "pages": pages,
        "first": 0 if words else first,
    }


def goes_by(row: StandingsRow, words: Sequence[str]) -> bool:
    """Return whether all these words are in somebody's number and name."""
    said = f"{row.no} {folded(row.name)}"
    return all(word in said for word in words)


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


def standings_context(
    known: values.Tournament,
    people: Mapping[int, Sequence[Player]],
    replaced: Mapping[int, PairPlayed],
) -> dict:
    """Return the lines of the standings, and the heads of their columns."""
    ranking = known.format.ranking
    by_round = {
        no: {line.round: line for line in lines} for no, lines in rows_by_round(known).items()
    }
    stars = known.format.stars and any(
        line.star for lines in by_round.values() for line in lines.values()
    )
    return {
        "standings": [
            Standing(
                row=row,
                figures=tuple((CRITERIA[one], row.written(one)) for one in ranking),
                lines=tuple(by_round[row.no].get(round.no) for round in known.rounds),
                people=people[row.no],
                replaced=replaced[row.no].as_text if row.no in replaced else "",
            )
            for row in standings(known)
        ],
        "heads": [CRITERIA[criterion] for criterion in ranking],
        "rounds": [round.no for round in known.rounds],
        "incomplete": any(
            table.result is None for round in known.rounds[-1:] for table in round.tables
        ),
        "stars": stars,
        "carries": any(entrant.carried for entrant in known.players),
        "groups": len({entrant.group for entrant in known.players}) > 1,
        "legend": _legend(stars, any(round.sitting_out for round in known.rounds)),
    }


def _legend(stars: bool, sat_out: bool) -> str:
    """Return what the signs beside the points of a round mean."""
    signs = ["✓ won that round", "• a lone hand that took every trick"]
    if stars:
        signs += [
            "★G gold: won at the head table",
            "★R red: won elsewhere",
            "☆g green: lost at the last table",
        ]
    return "; ".join(signs + (["out: sat out"] if sat_out else [])) + "."
