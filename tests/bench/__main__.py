"""`.venv/bin/python -m tests.bench [NAME …] [--json]`: measure, and show what is over its goal."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from tests.bench import (
    hall,
    on_leagues,
    on_paper,
    on_photographs,
    on_rotations,
    on_rules,
    on_seasons,
    on_strangers,
    on_the_wire,
    on_tournaments,
    screens,
    servers,
)
from tests.bench.figures import Figure

# Behind the name of a figure stands its database, unless that is SQLite.
DATABASES = {"": servers.sqlite, " (postgres)": servers.postgresql}
WITH_SERVERS = {
    "log-hand": lambda at: on_the_wire.log_hand(at.ours, at.bare),
    "log-hand-behind": lambda at: on_the_wire.log_hand(at.ours, at.behind),
    "hand": lambda at: on_the_wire.hand(at.ours, at.behind),
    "poll": lambda at: on_the_wire.poll(at.ours, at.bare),
    "poll-open": lambda at: on_the_wire.poll_open(at.ours, at.bare),
    "two-hundredth-hand": lambda at: on_the_wire.two_hundredth_hand(at.ours),
    "bell": lambda at: hall.bell(at.ours),
    "thousand-screens": lambda at: screens.thousand_screens(at.ours),
}
ALONE = {
    "sheet": on_paper.sheet,
    "engine": on_rules.engine,
    "score-lines": on_rules.score_lines,
    "score-mixed": on_rules.score_mixed,
    "rotation-15": on_rotations.rotation_15,
    "photographs": on_photographs.photographs,
}
OF_BIG_CLUBS = ["season", "player-page", "session-page"]
OF_AN_EVENING = [*on_tournaments.GOALS]
OF_A_LEAGUE = [*on_leagues.GOALS]
OF_STRANGERS = "strangers"
NAMES = [*WITH_SERVERS, *ALONE, *OF_BIG_CLUBS, *OF_AN_EVENING, *OF_A_LEAGUE, OF_STRANGERS]
HEAD = f"{'':<30}{'ours':>12}{'floor':>12}{'ratio':>8}{'goal':>7}"


def measure(names: list[str], crowd: screens.Crowd) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of these names, each as soon as it is measured."""
    crowded = {"thousand-screens": lambda at: screens.thousand_screens(at.ours, crowd)}
    asked = [name for name in WITH_SERVERS if name in names]
    for database, start in DATABASES.items() if asked else ():
        with start() as at:
            for name in asked:
                yield name + database, (WITH_SERVERS | crowded)[name](at)
    for name in ALONE:
        if name in names:
            yield name, ALONE[name]()
    if asked := [name for name in OF_BIG_CLUBS if name in names]:
        yield from on_seasons.pages(asked)
    if asked := [name for name in OF_AN_EVENING if name in names]:
        yield from on_tournaments.evening(asked)
    if asked := [name for name in OF_A_LEAGUE if name in names]:
        yield from on_leagues.pages(asked)
    if OF_STRANGERS in names:
        yield from on_strangers.dearest()


def line(name: str, figure: Figure) -> str:
    """Return a figure as a line of the table."""
    times = f"{figure.ours_ms:>9.2f} ms{figure.floor_ms:>9.2f} ms"
    over = "  over" if figure.ratio > figure.goal else ""
    queries = f"  {figure.queries} queries" if figure.queries is not None else ""
    more = "".join(f"  {name} {value}" for name, value in figure.more.items())
    return f"{name:<30}{times}{figure.ratio:>8.2f}{figure.goal:>7.1f}{over}{queries}{more}"


def main(arguments: list[str]) -> int:
    """Measure what was asked for, all of it when nothing was."""
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--json", action="store_true", help="write JSON and nothing else")
    parser.add_argument(
        "--crowd",
        metavar="TABLES,SCREENS,SECONDS,HANDS",
        type=screens.crowd_of,
        default=screens.Crowd(),
        help="of thousand-screens, with so many hands a second",
    )
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.names if name not in NAMES]:
        parser.error(f"no such figure: {', '.join(unknown)}; there are {', '.join(NAMES)}")
    figures = measure(asked.names or NAMES, asked.crowd)
    if asked.json:
        print(json.dumps({name: figure.as_json() for name, figure in figures}, indent=2))
        return 0
    print(HEAD)
    for name, figure in figures:
        print(line(name, figure), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
