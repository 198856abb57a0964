"""Run by the bench in a server's own environment: a hundred people in a round by the bell, and the
addresses of their screens as JSON."""

import json

import django

django.setup()

from scoring.actions.evening.passes import renew_pass  # noqa: E402
from scoring.models import Link  # noqa: E402
from tests.tournament import a_tournament, begun  # noqa: E402

ENTRANTS = 100


def main() -> None:
    """Make the tournament, begin its first round, and print which pages its screens show."""
    tournament = a_tournament(ENTRANTS, style="classic")
    round = begun(tournament)
    session = tournament.session
    players, wall = (
        renew_pass(session=session, right=right).token for right in ("players", "wall")
    )
    pads = Link.objects.filter(table__session=session, right=Link.Right.WRITE).order_by("table__no")
    shown = {
        "players": [f"/e/{players}/{no}/" for no in range(1, ENTRANTS + 1)],
        "pads": [f"/t/{link.token}/" for link in pads],
        "wall": f"/w/{wall}/",
        "round_table": round.tables.get(no=1).pk,
    }
    print(json.dumps(shown))


if __name__ == "__main__":
    main()
