"""What every page of a league needs."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property

from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.league.models import League, Team
from scoring.league.pure.naming import FULL, Naming
from scoring.people.models import Club


@dataclass(frozen=True, kw_only=True)
class LeaguePage:
    """What every page of a league needs: whose it is, what the viewer may do, and how its people
    are named to them."""

    league: League
    actor: Actor
    message: str = ""

    token = ""  # of a captain's link, by which others look

    @property
    def club(self) -> Club:
        return self.league.club

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.club)

    @cached_property
    def serves(self) -> bool:
        return may(self.actor, LOOK, self.club)

    @cached_property
    def naming(self) -> Naming:
        return naming_of(self.league, serves=self.serves)

    @property
    def sees_fixtures(self) -> bool:
        return self.serves or self.league.published_at is not None


def naming_of(league: League, *, serves: bool) -> Naming:
    """Return how people are named to this reader: in full to the club and captains, to others by
    the league's setting and each person's wish."""
    if serves:
        return FULL
    nowhere = league.club.players.filter(unnamed=True).order_by("pk").values_list("name", flat=True)
    return Naming(how=league.names, nowhere=tuple(nowhere))


@dataclass(frozen=True, kw_only=True)
class CaptainPage:
    """What every page of a captain needs."""

    team: Team
    actor: Actor
    message: str = ""

    @property
    def league(self) -> League:
        return self.team.league

    @property
    def token(self) -> str:
        """The token of the captain's link."""
        return self.actor.captain.token
