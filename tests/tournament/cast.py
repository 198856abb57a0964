"""Tournaments for tests: their entrants, rounds drawn, results told, all of it played to a
round."""

from itertools import count, islice
from uuid import uuid4

from scoring.models import Entrant, Report, Round, Tournament
from scoring.tournament.actions.draw import draw
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.reports import report
from scoring.tournament.actions.rounds import end_round, start_round
from scoring.tournament.actions.setting_up import make_tournament
from scoring.tournament.queries.now import seats_by_table
from tests.cast import PHONE, again, an_evening
from tests.made_once import made_once

TWELVE = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo"]


def names(number: int) -> list[str]:
    """So many different names: the twelve, then "Ann 2", "Ben 2", …"""
    all_names = (name if turn == 1 else f"{name} {turn}" for turn in count(1) for name in TWELVE)
    return list(islice(all_names, number))


@made_once
def a_tournament(
    people: int | list = 8, *, style="club", session=None, seed=7, **settings
) -> Tournament:
    """A tournament with these entrants (their names, of pairs ("Ann", "Ben")) or with so many; not
    drawn."""
    made = make_tournament(session=session or an_evening(), style=style, settings=settings)
    Tournament.objects.filter(pk=made.pk).update(seed=seed, next_secret="")
    people = names(people) if isinstance(people, int) else people
    enter_by_name(
        tournament=made, names=[(one,) if isinstance(one, str) else one for one in people]
    )
    return again(made)


@made_once
def a_fair_tournament() -> Tournament:
    """A tournament of twelve whose draw has a secret; not drawn."""
    made = make_tournament(session=an_evening(), style="club")
    enter_by_name(tournament=made, names=[(name,) for name in names(12)])
    return again(made)


def latest(tournament: Tournament) -> Round | None:
    """The round that was drawn last."""
    return tournament.rounds.last()


@made_once
def drawn(tournament: Tournament) -> Round:
    """The next round, drawn and told to nobody."""
    last = latest(tournament)
    return draw(tournament=tournament, after=last.no if last else 0)


@made_once
def begun(tournament: Tournament) -> Round:
    """The next round, told and begun."""
    return start_round(tournament=tournament, no=drawn(tournament).no)


@made_once
def ended(round: Round, how: str = "director") -> Round:
    return end_round(tournament=round.tournament, no=round.no, how=how, actor=PHONE)


def seats(round: Round) -> dict[int, dict[str, int]]:
    """Numbers of entrants by seat, by table."""
    found = seats_by_table(round.tables.all())
    return {table.no: found[table.pk] for table in round.tables.all()}


def names_at(round: Round) -> dict[int, dict[str, str]]:
    """Who sits where in a round, by name."""
    known = {
        entrant.no: entrant.name for entrant in Entrant.objects.filter(tournament=round.tournament)
    }
    return {no: {seat: known[one] for seat, one in at.items()} for no, at in seats(round).items()}


def tell(round: Round, table: int, *points: int, lones=None, tie="", **what) -> Report:
    """Somebody tells a table's result: the points of NS and EW, at a table of three of N, E and
    S."""
    sides = ("NS", "EW") if len(points) == 2 else ("N", "E", "S")
    by_side = dict(zip(sides, points, strict=True)) if points else {}
    told = {"points": by_side, "lones": lones or {}, "tie": tie}
    told = {"key": uuid4(), "source": Report.Source.DIRECTOR, "actor": PHONE} | told | what
    return report(round_table=round.tables.get(no=table), **told)


@made_once
def tell_all(round: Round) -> None:
    """Every table has a result, none of them a tie: north and south win at odd tables."""
    for no, at in seats(round).items():
        points = (7, 5, 2)[: len(at) if len(at) == 3 else 2]
        tell(round, no, *(points if no % 2 else reversed(points)))


@made_once
def played_to(tournament: Tournament, no: int) -> Round:
    """All rounds up to this one, begun, ended and told of; returns it."""
    last = latest(tournament)
    for _ in range(last.no if last else 0, no):
        last = ended(begun(tournament))
        tell_all(last)
    return last
