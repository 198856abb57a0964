"""Whose personal link is good, and what a player's own page says."""

from __future__ import annotations

from scoring.models.club import Club, Player
from scoring.models.personal import PersonalLink


def live_link_of(player: Player) -> PersonalLink | None:
    """Return the personal link of somebody that is good now."""
    return player.personal_links.filter(revoked_at=None).first()


def people_without_a_link(club: Club) -> list[Player]:
    """Return the members who have no link that is good now, by name."""
    live = PersonalLink.objects.filter(player__club=club, revoked_at=None)
    return list(club.players.members().exclude(pk__in=live.values("player")))
