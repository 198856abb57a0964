from __future__ import annotations

from collections.abc import Iterator

from scoring.models.club import Club
from scoring.models.spreadsheets.spreadsheet import Spreadsheet
from scoring.models.tournament import Tournament
from scoring.models.tournament_now import told as read_tournament
from scoring.movements.tournament import values
from scoring.movements.tournament.standings import standings as tournament_standings
from scoring.movements.tournament.tally import rows_by_round


def _tournaments(club: Club) -> Iterator[tuple[tuple, values.Tournament]]:
    """Yield each tournament with the cells that say where it belongs: date, session, format."""
    found = Tournament.objects.filter(session__club=club).select_related("session")
    for one in found.order_by("session__played_on", "session"):
        known = read_tournament(one)
        yield (one.session.played_on, str(one.session), known.format.name), known


def _standings(club: Club) -> Iterator[tuple]:
    for place, known in _tournaments(club):
        for row in tournament_standings(known):
            stars = row.gold, row.red, row.green
            yield (
                *place,
                row.rank,
                row.no,
                row.name,
                row.group,
                row.points,
                row.won,
                row.lones,
                *stars,
                row.rounds,
            )


def _rounds(club: Club) -> Iterator[tuple]:
    for place, known in _tournaments(club):
        lines = rows_by_round(known)
        for entrant in known.entrants:
            for line in lines[entrant.no]:
                partners = " and ".join(known.entrant(no).name for no in line.partners)
                told_of_it = line.points, line.conceded, line.won, line.lones
                yield (
                    *place,
                    line.round,
                    line.table,
                    line.seat,
                    entrant.no,
                    entrant.name,
                    partners,
                    *told_of_it,
                )


TOURNAMENTS = Spreadsheet(
    name="tournaments",
    holds="how every tournament stands or ended: a line an entrant",
    of="entrant",
    columns=(
        *("date", "session", "format", "rank", "number", "name", "group", "points", "rounds won"),
        *("lone hands", "gold stars", "red stars", "green stars", "rounds"),
    ),
    rows=_standings,
)
ROUNDS = Spreadsheet(
    name="rounds",
    holds="a line for every round of every entrant: where he sat, with whom, and how it ended",
    of="placing",
    columns=(
        *("date", "session", "format", "round", "table", "seat", "number", "name", "partner"),
        *("points", "points against", "won", "lone hands"),
    ),
    rows=_rounds,
)
