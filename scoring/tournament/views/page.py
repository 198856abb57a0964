"""Shared base of the pages of a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property

from scoring.common.permissions import RUN, Actor, may
from scoring.table.models import ClubSession
from scoring.tournament.models import Tournament
from scoring.tournament.pure.formats import Format
from scoring.tournament.queries.now import format_in


@dataclass(frozen=True, kw_only=True)
class TournamentPage:
    """A page of a tournament. Its template reads its values as `page.…`."""

    tournament: Tournament
    actor: Actor
    message: str = ""

    @property
    def context(self) -> dict:
        """Return the template context, with the page and the values for the tabs of the club
        night."""
        return {"page": self, "session": self.session, "runs": self.runs}

    @property
    def session(self) -> ClubSession:
        return self.tournament.session

    @cached_property
    def format(self) -> Format:
        return format_in(self.tournament)

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.session)

    @property
    def live(self) -> bool:
        return self.tournament.finished_at is None and not self.session.closed
