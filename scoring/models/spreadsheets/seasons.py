from __future__ import annotations

from collections.abc import Iterator

from scoring.figures.season import Standing
from scoring.figures.season import standings as season_standings
from scoring.models.club import Club
from scoring.models.season import Season, Tally
from scoring.models.spreadsheets.spreadsheet import AT_ONCE, Spreadsheet
from scoring.models.tallies import rows_of
from scoring.rules.money import plain

COUNTS = ("hands", "points", "games_won", "games_lost", "rubbers_won", "rubbers_lost", "net_points")


def _tallies(club: Club) -> Iterator[tuple]:
    found = Tally.objects.filter(club=club).select_related("session", "player")
    for one in found.order_by("played_on", "session", "pk").iterator(chunk_size=AT_ONCE):
        about = one.played_on, str(one.session), one.player.name, one.rules_key
        yield *about, *_counts(one, club.currency)


def _seasons(club: Club) -> Iterator[tuple]:
    for season in club.seasons.order_by("starts_on", "pk"):
        order, least = season.order, season.least_evenings
        found = season_standings(rows_of(season), order=order, least_evenings=least)
        for one in (*found.placed, *found.waiting):
            yield *_about(season), *_standing(one, club.currency)


def _about(season: Season) -> tuple:
    about = season.name, season.starts_on, season.ends_on, season.get_counts_display()
    return *about, ", ".join(season.order), season.best_of, season.least_evenings


def _standing(one: Standing, currency: str) -> tuple:
    row = one.row
    return one.place, row.name, row.evenings, row.counted, *_counts(row, currency)


def _counts(row, currency: str) -> tuple:
    return *(getattr(row, name) for name in COUNTS), plain(row.net_minor, currency), currency


RESULTS = (*(name.replace("_", " ") for name in COUNTS), "net money", "currency")
TALLIES = Spreadsheet(
    name="tallies",
    holds="what every closed evening came to for each player",
    of="tally",
    columns=("date", "session", "name", "rules", *RESULTS),
    rows=_tallies,
)
SEASONS = Spreadsheet(
    name="seasons",
    holds="the standings of every season",
    of="season",
    columns=(
        *("season", "from", "to", "counts", "decided by", "best of", "least evenings"),
        *("place", "name", "evenings", "evenings counted", *RESULTS),
    ),
    rows=_seasons,
)
