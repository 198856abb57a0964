"""Evenings for the tests: people of numbers, tables in a line of text, results by chance."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from scoring.tournament.pure.formats import FORMATS, ODD
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.odd import ghosts_needed
from scoring.tournament.pure.seats import SEATS
from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.values import (
    Entrant,
    Result,
    Round,
    RoundTable,
    Tournament,
    forfeited,
)


def table(no, seats, result=None, *, tie=None, lones=None):
    """Return a table from its seats, N E S W: table(1, "1 2 3 4", "5 3")."""
    round_table = RoundTable(no=no, seats=dict(zip(SEATS, map(int, seats.split()), strict=False)))
    if result is None:
        return round_table
    points = dict(zip(round_table.by_side, map(int, result.split()), strict=True))
    return replace(round_table, result=Result(points=points, tie=tie, lones=lones or {}))


def unplayed(no, seats):
    """Return a table at which nothing was played; its first side moves as if it had won."""
    round_table = table(no, seats)
    points = dict.fromkeys(round_table.by_side, 0)
    return replace(round_table, result=Result(points=points, tie=next(iter(points)), played=False))


def given_up(no, seats, side="NS", points=(8, 0)):
    """Return a table that a side forfeits."""
    return replace(table(no, seats), result=forfeited(side, points))


def entrants(number, *, groups=None, pairs=False, **changes):
    """Return entrants 1 to `number`; `groups` is a letter for each, `changes` are by "no3"."""
    return tuple(
        Entrant(
            no=no,
            names=(f"A{no}", f"B{no}") if pairs else (f"P{no}",),
            group=groups[no - 1] if groups else "",
            **changes.get(f"no{no}", {}),
        )
        for no in range(1, number + 1)
    )


def evening(*tables, style="club", number=0, seed=7, sitting_out=(), groups=None, **settings):
    """Return a tournament of one round, which was these tables; without any, of none."""
    seated = max((no for one in tables for no in one.entrants), default=0)
    format = format_of(style, settings)
    rounds = (Round(no=1, tables=tables, sitting_out=sitting_out),) if tables else ()
    people = entrants(max(number, seated, *sitting_out, 0), groups=groups, pairs=format.pairs)
    return Tournament(format=format, seed=seed, entrants=people, rounds=rounds)


def seats(round):
    """Return the seats of a round's tables, N E S W, as a line each."""
    return [" ".join(str(no) for no in one.seats.values()) for one in round.tables]


def with_results(round, chance):
    return replace(round, tables=tuple(_played(one, chance) for one in round.tables))


def _played(round_table, chance):
    was_played = chance.random() < 0.9
    points = {side: chance.randint(0, 6) if was_played else 0 for side in round_table.by_side}
    best = [side for side in points if points[side] == max(points.values())]
    tie = chance.choice(best) if len(best) > 1 else None
    return replace(round_table, result=Result(points=points, tie=tie, played=was_played))


def played(tournament, rounds, chance):
    """Return the tournament after so many more rounds, results by chance."""
    for _ in range(rounds):
        more = with_results(next_round(tournament), chance)
        tournament = replace(tournament, rounds=(*tournament.rounds, more))
    return tournament


@st.composite
def evenings(draw, *, styles=tuple(FORMATS), coming_and_going=False, rounds=5, most=40):
    """Return a tournament of any format that was played for some rounds."""
    style = draw(st.sampled_from(styles))
    odd = draw(st.sampled_from([key for key in ODD if style != "pairs" or key != "three"]))
    format = format_of(style, {"odd": odd})
    number = draw(st.integers(4, most))
    chance = Random(draw(st.integers(0, 2**30)))
    groups = draw(st.sampled_from([None, [chance.choice("LG") for _ in range(number)]]))
    changes = _comings_and_goings(number, rounds, chance) if coming_and_going else {}
    people = entrants(number, groups=groups, pairs=format.pairs, **changes)
    if odd == "ghost" and draw(st.booleans()):
        names = ("Ghost",) * (2 if format.pairs else 1)
        ghosts = range(number + 1, number + 1 + ghosts_needed(number, format))
        people += tuple(Entrant(no=no, names=names, ghost=True) for no in ghosts)
    start = Tournament(format=format, seed=draw(st.integers(0, 2**30)), entrants=people)
    return played(start, rounds, chance)


def _comings_and_goings(number, rounds, chance):
    """Return who comes late and who leaves early; the first four are always there."""
    return {
        f"no{no}": {
            "since": chance.randint(1, rounds),
            "left": chance.choice([None, chance.randint(1, rounds)]),
        }
        for no in range(5, number + 1)
        if chance.random() < 0.3
    }
