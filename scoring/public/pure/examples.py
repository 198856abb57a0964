"""Example data: a game, a club night, a tournament and a league for visitors to look at.

People and teams are invented. Only what happened is written here. All scores, standings and
payments come from the same functions as those of a real club, so the examples follow the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from random import Random

from scoring.euchre import notation
from scoring.euchre.books import on_shelf
from scoring.euchre.game import Played, play
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.settlement import Owed, Settlement, owed, settle_together
from scoring.league.pure.values import Division, League, Match, Settings, Team
from scoring.tournament.pure.formats import FORMATS
from scoring.tournament.pure.made_up import evening_of
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.values import Entrant, Round, Tournament

RULES = on_shelf("call-ace")
STAKE, CURRENCY = 25, "GBP"


@dataclass(frozen=True, kw_only=True)
class ExampleTable:
    """A table with its players, clockwise, and its hands in short notation. The first player deals
    first."""

    no: int
    names: tuple[str, ...]
    hands: tuple[str, ...]
    colours: tuple[int, ...]

    @property
    def rules(self) -> RuleSet:
        return RULES

    @cached_property
    def played(self) -> list[Played]:
        hands = (notation.read(text, self.names) for text in self.hands)
        return play(hands, rules=RULES, seats=len(self.names), first_dealer=0)

    def totals_after(self, hands: int) -> tuple[int, ...]:
        """Return everybody's points after this number of hands."""
        return self.played[hands - 1].totals if hands else (0,) * len(self.names)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.totals_after(len(self.hands))


GAME = ExampleTable(
    no=2,
    names=("Ann", "Ben", "Cat", "Dan", "Eveline"),
    colours=(0, 1, 2, 3, 4),
    hands=(
        "Eveline! 5",
        "Ben+Dan 3",
        "Ann+Cat 2",
        "Cat+Ann 4",
        "Dan+Eveline 5",
        "Eveline+Ben 3",
        "Ben+Ann 1",
        "Ben+Dan 5",
        "Ann! 5",
        "Eveline+Cat 4",
        "Dan+Ann 2",
        "Cat+Ben 3",
    ),
)
TAPPED = 8
"""The hand of the game that the pad on the front page plays."""
OTHERS = (
    ExampleTable(
        no=1,
        names=("Fay", "Gus", "Hal", "Ida"),
        colours=(5, 6, 0, 1),
        hands=(
            "Gus+Ida 3",
            "Fay+Hal 4",
            "Hal+Gus 5",
            "Ida! 3",
            "Fay+Ida 2",
            "Gus+Hal 3",
            "Ida+Fay 5",
            "Hal! 5",
            "Gus+Fay 4",
        ),
    ),
    ExampleTable(
        no=3,
        names=("Joe", "Kit", "Lou", "May", "Ned"),
        colours=(2, 3, 4, 5, 6),
        hands=(
            "Kit+Ned 3",
            "May! 4",
            "Lou+Joe 5",
            "Ned+Kit 1",
            "Joe+May 3",
            "Kit! 5",
            "May+Lou 4",
            "Ned+Joe 3",
        ),
    ),
)
NIGHT = (OTHERS[0], GAME, OTHERS[1])
"""The tables of the club night."""
FEE = 200
UNPAID = {"Cat"}
"""Players who are here and have not paid their fee yet."""
AWAITED = {"Olga": 0}
"""Players who are not here yet, with the colours of their discs."""


def night_settled() -> Settlement[str]:
    """Return who pays whom after the club night."""
    return settled(*NIGHT)


def settled(*night: ExampleTable) -> Settlement[str]:
    """Return who pays whom after games at these tables."""
    people = [name for table in night for name in table.names]
    sittings: list[tuple[Owed[str], int]] = []
    for table in night:
        debts = owed(table.played, rules=RULES, seats=len(table.names))
        named = {(table.names[one], table.names[other]): by for (one, other), by in debts.items()}
        sittings.append((named, STAKE))
    return settle_together(people, sittings)


# -- A tournament.

HALL = """Ada Bob Cleo Dora Earl Flo Guy Hope Ivo Jill Kim Leo Meg Nell Otto Pam""".split()
ROUNDS_PLAYED = 4


@dataclass(frozen=True, kw_only=True)
class ExampleTournament:
    """A tournament in its evening: the standings after the last round, and the next one's seats."""

    played: Tournament
    rows: tuple[StandingsRow, ...]
    next: Round


def tournament() -> ExampleTournament:
    """Return a progressive tournament of sixteen, with results by a fixed chance."""
    entrants = tuple(Entrant(no=no, names=(name,)) for no, name in enumerate(HALL, start=1))
    drawn = Tournament(format=FORMATS["classic"], seed=1905, entrants=entrants)
    played = evening_of(drawn, rounds=ROUNDS_PLAYED, chance=Random(1905))
    return ExampleTournament(played=played, rows=standings(played), next=next_round(played))


# -- A league.

TEAMS = {
    "Left Bowers": 5,
    "Bell Ringers": 4,
    "Lone Hands": 4,
    "Ace High": 3,
    "The Jokers": 3,
    "Trump Cards": 2,
    "Kitty’s Best": 2,
    "Dealer’s Choice": 1,
    "Next Hand": 1,
    "Second Bowers": 0,
}
"""Its teams, and how well they play."""
GAMES = 16
NIGHTS_PLAYED = 6
FIRST_NIGHT = date(2026, 10, 1)


def league() -> League:
    """Return a league of ten teams in the middle of its season."""
    names = [*TEAMS]
    dates = tuple(FIRST_NIGHT + timedelta(weeks=night) for night in range(len(names) - 1))
    return League(
        name="Example league",
        settings=Settings(
            pairs=4,
            games=4,
            decided_by="games",
            order=("points", "games", "head-to-head"),
            rounds=1,
            home_and_away=False,
        ),
        divisions=(Division(name=None, teams=tuple(names)),),
        teams={name: Team(name=name) for name in names},
        dates=dates,
        matches=tuple(
            _match(home, away, night, dates[night])
            for night in range(len(dates))
            for home, away in _fixtures(names, night)
        ),
    )


def _fixtures(names: list[str], night: int) -> list[tuple[str, str]]:
    """Return the pairs of a night by the circle method: the first team stays, the others move."""
    rest = names[1:]
    order = [names[0], *rest[night:], *rest[:night]]
    pairs = zip(order[: len(order) // 2], reversed(order), strict=False)
    return [(one, other) if night % 2 else (other, one) for one, other in pairs]


def _match(home: str, away: str, night: int, day: date) -> Match:
    if night >= NIGHTS_PLAYED:
        return Match(date=day, home=home, away=away)
    luck = (len(home) * 3 + len(away) * 5 + night * 7) % 7 - 3
    won = GAMES // 2 + TEAMS[home] - TEAMS[away] + luck
    won = min(max(won, 1), GAMES - 1)
    return Match(date=day, home=home, away=away, games_won=(won, GAMES - won))
