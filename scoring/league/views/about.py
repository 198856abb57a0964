"""What every page of a league needs."""

from __future__ import annotations

from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.league.models import League
from scoring.league.pure.naming import FULL, Naming


def about(league: League, actor: Actor) -> dict:
    """Return what every page of a league needs: whose it is, what the one who looks may do, and how
    its people are named to them."""
    serves = may(actor, LOOK, league.club)
    return {
        "league": league,
        "club": league.club,
        "runs": may(actor, RUN, league.club),
        "serves": serves,
        "naming": naming_of(league, serves=serves),
        "sees_fixtures": serves or league.published_at is not None,
    }


def naming_of(league: League, *, serves: bool) -> Naming:
    """Return how people are named to whoever looks: in full to whom it concerns, to others as the
    league has it, and as each of them wishes."""
    if serves:
        return FULL
    nowhere = league.club.players.filter(unnamed=True).order_by("pk").values_list("name", flat=True)
    return Naming(how=league.names, nowhere=tuple(nowhere))
