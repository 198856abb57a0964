"""Example pages for visitors: a game, a club night, a tournament and a league. They use no
database, so they are the same on an empty site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.amounts import Stake, written
from scoring.common.chart import LineChart, Series, lines
from scoring.common.discs import COLOURS
from scoring.euchre.settlement import Debt, Settlement
from scoring.euchre.wording import counted, describe, figure, gains, listed, score_as_text
from scoring.league.pure.table import tables
from scoring.league.pure.values import Match
from scoring.league.views.table import DivisionLines, division_lines, order_of
from scoring.public.pure import examples
from scoring.public.pure.examples import CURRENCY, GAME, ExampleTable
from scoring.tournament.pure.places_by_round import compared_with, ranks_after
from scoring.tournament.pure.tally import rows_by_round
from scoring.tournament.views.play.standings import Placings


@dataclass(frozen=True, kw_only=True)
class Person:
    """A player with the colour of their disc."""

    name: str
    colour: int


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
    law: str


@dataclass(frozen=True, kw_only=True)
class Pays:
    """A payment."""

    payer: Person
    payee: Person
    amount: str


@dataclass(frozen=True, kw_only=True)
class TableInPlay:
    """A table of the club night."""

    no: int
    about: str
    stands: tuple[Stand, ...]
    last: str
    gains: str


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """A player at check-in: their fee, if they are here, and whether it is paid."""

    person: Person
    fee: str
    paid: bool


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
        f"{Stake(minor=examples.STAKE, currency=CURRENCY)} · {GAME.rules.source}",
        stands=_stands(GAME),
        curve=curve_of(GAME),
        hands=tuple(_hands(GAME)),
        payments=payments_of(examples.settled(GAME), GAME),
    )


@dataclass(frozen=True, kw_only=True)
class NightPage:
    """The example club night: the tables, who pays whom at the end, and check-in."""

    people: tuple[Person, ...]
    tables: tuple[TableInPlay, ...]
    payments: tuple[Pays, ...]
    arrivals: tuple[Arrival, ...]
    """The first players, and those who are not here yet."""

    @property
    def more(self) -> int:
        """The number of players who are here and not among the arrivals shown."""
        return len(self.people) - sum(bool(one.fee) for one in self.arrivals)


def night_page() -> NightPage:
    night = examples.NIGHT
    people = sorted(
        (one for table in night for one in _people(table)), key=lambda person: person.name
    )
    fee = written(examples.FEE, CURRENCY)
    return NightPage(
        people=tuple(people),
        tables=tuple(map(_in_play, night)),
        payments=payments_of(examples.night_settled(), *night),
        arrivals=(
            *(
                Arrival(person=one, fee=fee, paid=one.name not in examples.UNPAID)
                for one in people[:ARRIVALS]
            ),
            *(
                Arrival(person=Person(name=name, colour=colour), fee="", paid=False)
                for name, colour in examples.AWAITED.items()
            ),
        ),
    )


ARRIVALS = 4
"""The players on the check-in list who are shown with their fee."""


def _in_play(table: ExampleTable) -> TableInPlay:
    last = table.played[-1]
    return TableInPlay(
        no=table.no,
        about=f"{table.rules.name}, {counted(last.no, 'hand')}",
        stands=_stands(table),
        last=describe(last.hand, table.names, table.rules),
        gains=gains(last.score.points, table.names, table.rules),
    )


def _people(table: ExampleTable) -> list[Person]:
    return [
        Person(name=name, colour=colour)
        for name, colour in zip(table.names, table.colours, strict=True)
    ]


def _stands(table: ExampleTable) -> tuple[Stand, ...]:
    found = [
        Stand(person=person, points=points)
        for person, points in zip(_people(table), table.totals, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.points))


def _hands(table: ExampleTable) -> Iterator[Hand]:
    for played in reversed(table.played):
        yield Hand(
            no=played.no,
            what=describe(played.hand, table.names, table.rules),
            gains=gains(played.score.points, table.names, table.rules),
            law=listed(list(dict.fromkeys(one.law.short for one in played.score.awards))),
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
    placings: Placings
    seats: tuple[Seats, ...]


def tournament_page() -> TournamentPage:
    shown = examples.tournament()
    played = shown.played
    people = {
        one.no: Person(name=one.name, colour=(one.no - 1) % COLOURS) for one in played.entrants
    }
    last = compared_with(played) or 0
    return TournamentPage(
        about=played.format.title,
        round=shown.next.no,
        rounds=played.format.rounds,
        placings=Placings(
            known=played,
            by_entrant=rows_by_round(played),
            rows=shown.rows,
            people={no: (one,) for no, one in people.items()},
            before=ranks_after(played, [last]).get(last, {}),
        ),
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
    divisions: tuple[DivisionLines, ...]
    order: list[str]
    last: tuple[Fixture, ...]
    next: tuple[Fixture, ...]
    night: int


def league_page() -> LeaguePage:
    season = examples.league()
    keys = {team: no for no, team in enumerate(season.teams)}
    nights = examples.NIGHTS_PLAYED
    by_night = [
        tuple(_fixture(one) for one in season.matches if one.date == day) for day in season.dates
    ]
    return LeaguePage(
        played=f"{nights} of {counted(len(season.dates), 'night')} played",
        divisions=tuple(division_lines(season, tables(season), keys=keys)),
        order=order_of(season),
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
