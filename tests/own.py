"""What tests of players' own pages begin with."""

from scoring.models import PersonalLink, Player


def own_link(player: Player) -> PersonalLink:
    """The personal link of a player that is good now, made if there is none."""
    return PersonalLink.objects.get_or_create(
        player=player, revoked_at=None, defaults={"made_by": "kate"}
    )[0]


def own_page(player: Player, rest: str = "") -> str:
    """The address of a player's own page, or of what is under it."""
    return own_link(player).get_absolute_url() + rest
