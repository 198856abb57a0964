"""Which cards of a league are in, and what is to be done about those that are not."""

from __future__ import annotations

from datetime import date

from scoring.models import League, LeagueMatch


def matches_of_night(league: League, night: date) -> list[LeagueMatch]:
    """Return the matches of a night, byes left out: one query."""
    beside = ("home", "away", "venue", "division", "cup_round")
    found = league.matches.filter(date=night, away__isnull=False).select_related(*beside)
    matches = list(found.order_by("division__no", "pk"))
    for match in matches:
        match.league = league
    return matches
