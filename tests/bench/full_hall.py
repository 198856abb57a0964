"""Run by the bench in a server's own environment: halls full of people in a round by the bell, and
the addresses of their screens as JSON: `python -m tests.bench.full_hall [ENTRANTS [HALLS]]`."""

import json
import sys

import django

django.setup()

from scoring.evening.actions.passes import renew_pass  # noqa: E402
from scoring.models import Link  # noqa: E402
from tests.cast import an_evening  # noqa: E402
from tests.tournament.cast import a_tournament, begun  # noqa: E402

ENTRANTS = 100


def hall(entrants: int, session) -> dict:
    """Make a tournament, begin its first round, and return which pages its screens show."""
    round = begun(a_tournament(entrants, style="classic", session=session))
    players, wall = (
        renew_pass(session=session, right=right).token for right in ("players", "wall")
    )
    pads = Link.objects.filter(table__session=session, right=Link.Right.WRITE).order_by("table__no")
    return {
        "players": [f"/e/{players}/{no}/" for no in range(1, entrants + 1)],
        "pads": [f"/t/{link.token}/" for link in pads],
        "wall": f"/w/{wall}/",
        "round_table": round.tables.get(no=1).pk,
    }


def main(entrants: int = ENTRANTS, halls: int = 1) -> None:
    """Fill the halls of one club, and print them."""
    first = an_evening()
    sessions = [first, *(an_evening(first.club) for _ in range(1, halls))]
    print(json.dumps([hall(entrants, session) for session in sessions]))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
