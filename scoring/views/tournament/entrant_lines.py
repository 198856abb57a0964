"""A line for each entrant: who is here and has paid; and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.models import Attendance, Entrant, Player, Tournament
from scoring.models.entry_fees import fee_for
from scoring.models.evening_now import HERE, Person, people_of
from scoring.models.tournament_now import entrants_of, format_in
from scoring.movements.tournament.odd import choices, sizes
from scoring.rules.money import written
from scoring.rules.wording import counted


@dataclass(frozen=True, kw_only=True)
class Who:
    """A person of an entrant: whether he is here, and what he pays."""

    player: Player
    came: Attendance | None
    here: bool
    fee: str
    """ "£5.00"; nothing where it costs nothing."""

    @property
    def paid(self) -> bool:
        return self.came is not None and self.came.fee_paid_at is not None


@dataclass(frozen=True, kw_only=True)
class Line:
    """An entrant on the list."""

    entrant: Entrant
    people: tuple[Who, ...]
    about: str
    """ "Ladies · from round 3"."""

    @property
    def ghost(self) -> bool:
        return self.entrant.ghost


def lines_of(tournament: Tournament) -> list[Line]:
    """Return a line for each entrant, by number: three queries."""
    known = {person.player.pk: person for person in people_of(tournament.session)}
    return [_line(tournament, entrant, known) for entrant in entrants_of(tournament)]


def _line(tournament: Tournament, entrant: Entrant, known: dict[int, Person]) -> Line:
    people = () if entrant.ghost else entrant.people
    parts = ["a ghost: nobody’s score" if entrant.ghost else "", entrant.group]
    parts += [f"from round {entrant.since}" if entrant.since > 1 else ""]
    parts += [f"left after round {entrant.left}" if entrant.left is not None else ""]
    who = tuple(
        _who(tournament, known.get(player.pk) or Person(player=player)) for player in people
    )
    return Line(entrant=entrant, people=who, about=" · ".join(filter(None, parts)))


def _who(tournament: Tournament, person: Person) -> Who:
    session, came = tournament.session, person.came
    fee = came.fee_minor if came else fee_for(session, person.player)
    told = written(fee, session.club.currency) if fee else ""
    return Who(player=person.player, came=came, here=person.state == HERE, fee=told)


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How many there are, in figures and in words."""

    entrants: int
    """Without ghosts."""
    ghosts: int
    here: int
    paid: int
    owing: int
    """Those who must pay something."""
    tables: str
    """ "15 tables and 1 over"."""
    told: str
    missing: tuple[str, ...]
    """What should be seen to before the draw, in sentences."""


def counts_of(tournament: Tournament, lines: Iterable[Line]) -> Counts:
    """Return how many of these lines there are, are here, have paid."""
    format, lines = format_in(tournament), list(lines)
    playing = [line for line in lines if not line.ghost and line.entrant.left is None]
    people = [who for line in playing for who in line.people]
    here, paid = sum(who.here for who in people), sum(who.paid for who in people)
    owing = sum(bool(who.fee) for who in people)
    tables = _tables(len(playing), format)
    entered = counted(len(playing), "pair" if format.pairs else "entrant")
    told = [entered, f"{here} here", *([f"{paid} paid"] if owing else []), tables]
    return Counts(
        entrants=len(playing),
        ghosts=sum(line.ghost for line in lines),
        here=here,
        paid=paid,
        owing=owing,
        tables=tables,
        told=", ".join(filter(None, told)),
        missing=tuple(_missing(tournament, playing)),
    )


def _tables(number: int, format) -> str:
    """Return "15 tables and 1 over", "3 tables, 1 of them of three"."""
    if not number:
        return ""
    chosen = next((one for one in choices(number, format) if one.odd == format.odd), None)
    if chosen is None:
        found = sizes(number, format)
        over = number - sum(found)
        return f"{counted(len(found), 'table')}{f' and {over} over' if over else ''}"
    more = [f"{chosen.sitting_out} over"] if chosen.sitting_out else []
    more += [counted(chosen.ghosts, "ghost")] if chosen.ghosts else []
    more += [f"{chosen.threes} of them of three"] if chosen.threes else []
    joint = ", " if chosen.threes else " and "
    return joint.join([counted(chosen.tables, "table"), *more])


def _missing(tournament: Tournament, playing: Sequence[Line]):
    format = format_in(tournament)
    without = sum(not line.entrant.group for line in playing) if format.groups else 0
    if without:
        yield f"{without} {'is' if without == 1 else 'are'} in neither group yet."
