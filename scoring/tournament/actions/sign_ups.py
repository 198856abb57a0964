"""Enter the people on the sign-up list in the tournament."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from scoring.common.names import name_key
from scoring.evening.models import SignUp, SignUpList
from scoring.evening.queries.sign_up import names_on
from scoring.table.actions.lock import for_changes
from scoring.tournament.actions import entrants
from scoring.tournament.models import Tournament
from scoring.tournament.queries.now import format_in


@transaction.atomic
def enter_all(*, tournament: Tournament) -> entrants.Entered:
    """Enter everyone who has a place and was not entered yet, in their order. New names become
    guests of the club.

    A tournament of pairs enters the pairs on the list. Single players stay on the list until the
    organiser names their partners.
    """
    sign_up_list = SignUpList.objects.select_related("session").get(session=tournament.session_id)
    for_changes(sign_up_list.session)
    rows = names_on(sign_up_list).to_enter
    pairs = format_in(tournament).pairs
    if pairs:
        rows = [one for one in rows if one.partner_name]
    called = {one.pk: _entries(one, pairs=pairs) for one in rows}
    names = [names for of in called.values() for names in of]
    done = entrants.enter_by_name(tournament=tournament, names=names)
    found = {_keys(map(str, one.people)): one.people for one in (*done.entrants, *done.known)}
    for one in rows:
        people = [found.get(_keys(names)) for names in called[one.pk]]
        if all(people):  # a player with another partner isn't entered
            by_key = {player.key: player for who in people for player in who}
            one.player, one.partner = (
                by_key.get(name_key(name)) for name in _called(one, empty=True)
            )
            one.entered_at = timezone.now()
    SignUp.objects.bulk_update(rows, ["player", "partner", "entered_at"])
    return done


def _entries(one: SignUp, *, pairs: bool) -> list[list[str]]:
    """Return the entries that a line of the list makes, one for each player or one for a pair."""
    names = _called(one)
    return [names] if pairs else [[name] for name in names]


def _called(one: SignUp, *, empty: bool = False) -> list[str]:
    """Return the club's names for the people of a line, if they were identified. With `empty`,
    include empty names."""
    said = ((one.name, one.player), (one.partner_name, one.partner))
    return [player.name if player else name for name, player in said if name or empty]


def _keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(name_key, names))
