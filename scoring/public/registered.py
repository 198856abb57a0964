"""What notifications, and the API, do when features below change something."""

from scoring.club import hooks as club
from scoring.club.queries.personal_data import as_time
from scoring.common.permissions import Actor
from scoring.evening import hooks as evening
from scoring.evening.models import SignUp
from scoring.people import hooks as people
from scoring.people.models import Officer, Player
from scoring.public.actions.api_tokens import end
from scoring.public.actions.notifications import (
    round_is_over,
    tell_called_off,
    tell_list,
    tell_moved,
    tell_out,
    tell_seats,
    tell_struck,
)
from scoring.public.actions.personal_links import end_links
from scoring.public.actions.subscriptions import (
    move_subscriptions,
    stop_all,
    stop_evening,
    stop_player,
    stop_players_pass,
)
from scoring.public.models import PersonalLink
from scoring.public.queries.notifications import reached_in
from scoring.public.views.notifications import offer
from scoring.public.views.personal_code import own_pages_on
from scoring.tournament import hooks as tournament

evening.moved.register(tell_moved)
evening.closed.register(stop_evening)
evening.about_to_be_called_off.register(tell_called_off)
evening.places_changed.register(tell_list)
evening.struck.register(tell_struck)
evening.joined.register(move_subscriptions)
evening.players_link_revoked.register(stop_players_pass)
evening.reached.register(reached_in)
tournament.seats_changed.register(tell_seats)
tournament.round_ended.register(round_is_over)
tournament.taken_out.register(tell_out)


@evening.forgotten.register
def _end_subscriptions(gone: SignUp) -> None:
    stop_all(gone.subscriptions.all())


@people.role_ended.register
def _end_tokens(officer: Officer) -> None:
    """A program of theirs reads on as long as they do."""
    end(officer.club.api_tokens.filter(made_by=Actor(user=officer.user).name))


@club.forgotten.register
def _end_all(player: Player) -> None:
    stop_player(player)
    end_links(player)


@club.merged_away.register
def _end_links(gone: Player) -> None:
    end_links(gone)


@club.personal_data.register
def _links(player: Player) -> dict[str, object]:
    return {"personal_links": [_link(link) for link in player.personal_links.all()]}


def _link(link: PersonalLink) -> dict:
    """Leave out the link itself, so that this file gives no access."""
    about = {"made_at": link.made_at, "revoked_at": link.revoked_at}
    return {name: as_time(at) for name, at in about.items()} | {"made_by": link.made_by}


evening.notifications.register(offer)
evening.personal_links_on.register(own_pages_on)
