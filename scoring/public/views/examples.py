"""Example pages for visitors: a game, a club night, a tournament and a league. They use no
database, so they are the same on an empty site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.amounts import written
from scoring.common.chart import LineChart, Series, lines
from scoring.euchre.settlement import Debt, Settlement
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, describe, figure, gains, listed, score_as_text
from scoring.league.pure.reasons import reasons
from scoring.league.pure.values import Match
from scoring.public.pure import examples
from scoring.public.pure.examples import CURRENCY, GAME, ExampleTable
from scoring.tournament.pure.formats import COLUMNS
from scoring.tournament.pure.standings import StandingsRow


@dataclass(frozen=True, kw_only=True)
class Person:
    """A player with the colour of their disc. A team has None."""

    name: str
    disc: int | None


@dataclass(frozen=True, kw_only=True)
class Stand:
    """A player of a table, best first."""

    person: Person
    points: int


@dataclass(frozen=True, kw_only=True)
class Hand:
    """A hand in words."""

    no: int
    what: str
    gains: str
    why: str
    law: str


@dataclass(frozen=True, kw_only=True)
class Pays:
    """A payment."""

    payer: Person
    payee: Person
    amount: str


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of standings."""

    title: str


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A row of standings, for `public/pages/_standings.html`."""

    place: int
    shared: bool
    people: tuple[Person, ...]
    cells: tuple[tuple[Column, str], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Standings:
    """Standings, whose first column decides."""

    columns: tuple[Column, ...]
    rows: tuple[Placed, ...]
    of: str = "Player"
    title: str = "Standings"


@dataclass(frozen=True, kw_only=True)
class TableInPlay:
    """A table of the club night."""

    no: int
    about: str
    stands: tuple[Stand, ...]
    last: str


# -- A game and a club night.


@dataclass(frozen=True, kw_only=True)
class GamePage:
    """The example game: who leads, the curve, each hand with its law, and who pays whom."""

    about: str
    stands: tuple[Stand, ...]
    curve: LineChart | None
    hands: tuple[Hand, ...]
    payments: tuple[Pays, ...]


def game_page() -> GamePage:
    return GamePage(
        about=f"{GAME.rules.name}, {len(GAME.names)} players, "
        f"{written(examples.STAKE, CURRENCY)} a point · {GAME.rules.source}",
        stands=_stands(GAME),
        curve=curve_of(GAME),
        hands=tuple(_hands(GAME)),
        payments=payments_of(examples.settled(GAME), GAME),
    )


@dataclass(frozen=True, kw_only=True)
class NightPage:
    """The example club night: who is here, the tables, and who pays whom at the end."""

    people: tuple[Person, ...]
    leads: str
    tables: tuple[TableInPlay, ...]
    payments: tuple[Pays, ...]


def night_page() -> NightPage:
    night = examples.NIGHT
    points, name = max(
        (points, name)
        for table in night
        for name, points in zip(table.names, table.totals, strict=True)
    )
    people = [one for table in night for one in _people(table)]
    return NightPage(
        people=tuple(sorted(people, key=lambda one: one.name)),
        leads=f"{name} leads with {points}",
        tables=tuple(map(_in_play, night)),
        payments=payments_of(examples.night_settled(), *night),
    )


def _in_play(table: ExampleTable) -> TableInPlay:
    last = table.played[-1]
    return TableInPlay(
        no=table.no,
        about=f"{table.rules.name}, {counted(last.no, 'hand')}",
        stands=_stands(table),
        last=f"{describe(last.hand, table.names, table.rules)}: "
        f"{gains(last.score.points, table.names, table.rules)}",
    )


def _people(table: ExampleTable) -> list[Person]:
    return [
        Person(name=name, disc=disc) for name, disc in zip(table.names, table.colours, strict=True)
    ]


def _stands(table: ExampleTable) -> tuple[Stand, ...]:
    found = [
        Stand(person=person, points=points)
        for person, points in zip(_people(table), table.totals, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.points))


def _hands(table: ExampleTable) -> Iterator[Hand]:
    for played in reversed(table.played):
        awards = played.score.awards
        yield Hand(
            no=played.no,
            what=describe(played.hand, table.names, table.rules),
            gains=gains(played.score.points, table.names, table.rules),
            why="; ".join(award.reason for award in awards),
            law=listed(list(dict.fromkeys(award.law.short for award in awards))),
        )


def curve_of(table: ExampleTable) -> LineChart | None:
    """Return everybody's points after each hand, as the scoreboard draws them."""
    hands = range(len(table.hands) + 1)
    every = [table.totals_after(no) for no in hands]
    players = [
        Series(
            name=name,
            disc=table.colours[seat],
            initial=name[0],
            values=[(no, every[no][seat]) for no in hands],
        )
        for seat, name in enumerate(table.names)
    ]
    return lines(
        players,
        says="Points after each hand. The list has the totals.",
        below=[(no, str(no)) for no in hands if no and no % 3 == 0],
        scale=figure,
    )


def payments_of(settled: Settlement[str], *tables: ExampleTable) -> tuple[Pays, ...]:
    """Return the fewest payments of a settlement, the largest first."""
    known = {one.name: one for table in tables for one in _people(table)}
    found: Sequence[Debt[str]] = sorted(settled.transfers, key=lambda one: -one.minor)
    return tuple(
        Pays(
            payer=known[one.debtor],
            payee=known[one.creditor],
            amount=written(one.minor, CURRENCY),
        )
        for one in found
    )


# -- A tournament.


@dataclass(frozen=True, kw_only=True)
class Seats:
    """A table of the next round, with its two sides."""

    no: int
    sides: tuple[tuple[Person, ...], ...]


@dataclass(frozen=True, kw_only=True)
class TournamentPage:
    """The example tournament between two rounds."""

    about: str
    round: int
    rounds: int
    standings: Standings
    seats: tuple[Seats, ...]


def _stars(row: StandingsRow) -> str:
    """Return the stars of a player, such as "1 gold, 3 red"."""
    found = [(row.gold, "gold"), (row.red, "red"), (row.green, "green")]
    return ", ".join(f"{number} {kind}" for number, kind in found if number) or "–"


def tournament_page() -> TournamentPage:
    shown = examples.tournament()
    format = shown.played.format
    keys = format.ranks_by
    columns = [Column(title=COLUMNS[key].capitalize()) for key in keys]
    stars = Column(title="Stars")
    people = {one.no: Person(name=one.name, disc=(one.no - 1) % 7) for one in shown.played.entrants}
    rows = tuple(
        Placed(
            place=row.rank,
            shared=row.shared,
            people=(people[row.no],),
            cells=(
                *(
                    (column, figure(getattr(row, key)))
                    for column, key in zip(columns, keys, strict=True)
                ),
                (stars, _stars(row)),
            ),
        )
        for row in shown.rows
    )
    return TournamentPage(
        about=format.title,
        round=shown.next.no,
        rounds=format.rounds,
        standings=Standings(columns=(*columns, stars), rows=rows),
        seats=tuple(
            Seats(
                no=table.no,
                sides=tuple(tuple(people[no] for no in who) for who in table.by_side.values()),
            )
            for table in shown.next.tables
        ),
    )


# -- A league.


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """A match with its result, or without one."""

    home: str
    away: str
    result: str


@dataclass(frozen=True, kw_only=True)
class LeaguePage:
    """The example league in the middle of its season."""

    played: str
    standings: Standings
    last: tuple[Fixture, ...]
    next: tuple[Fixture, ...]
    night: int


OF_LEAGUES = {
    "League points": lambda row: figure(row.points),
    "Played": lambda row: figure(row.played),
    "Won": lambda row: figure(row.won),
    "Games": lambda row: signed(row.games_won - row.games_lost),
}


def league_page() -> LeaguePage:
    season = examples.league()
    rows = examples.league_table(season).rows
    columns = {title: Column(title=title) for title in OF_LEAGUES}
    places = [row.place for row in rows]
    whys = reasons(rows, season.settings.order)
    nights = examples.NIGHTS_PLAYED
    by_night = [
        tuple(_fixture(one) for one in season.matches if one.date == day) for day in season.dates
    ]
    return LeaguePage(
        played=f"{nights} of {counted(len(season.dates), 'night')} played",
        standings=Standings(
            of="Team",
            columns=tuple(columns.values()),
            rows=tuple(
                Placed(
                    place=row.place,
                    shared=places.count(row.place) > 1,
                    people=(Person(name=row.team, disc=None),),
                    cells=tuple((columns[one], of(row)) for one, of in OF_LEAGUES.items()),
                    notes=tuple(filter(None, (why,))),
                )
                for row, why in zip(rows, whys, strict=True)
            ),
        ),
        last=by_night[nights - 1],
        next=by_night[nights],
        night=nights,
    )


def _fixture(match: Match) -> Fixture:
    result = score_as_text(match.games_won) if match.games_won else ""
    return Fixture(home=match.home, away=match.away, result=result)


# -- The pages.

PAGES = {
    "game": game_page,
    "night": night_page,
    "tournament": tournament_page,
    "league": league_page,
}
"""The words in their addresses."""


@lru_cache(maxsize=len(PAGES))
def page_of(what: str) -> GamePage | NightPage | TournamentPage | LeaguePage:
    """Return the values of an example page, which are computed once in a process."""
    return PAGES[what]()


@require_safe
def example(request: HttpRequest, what: str) -> HttpResponse:
    """An example page, to read only."""
    context = {"page": page_of(what), "what": what}
    return render(request, f"public/examples/{what}.html", context)
