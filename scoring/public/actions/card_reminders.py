"""Remind captains of a league match whose card is missing: once, the day after the match, on the
phone or by e-mail, if they turned notifications on and have not stopped them."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from scoring.league.models import LeagueMatch
from scoring.league.queries.cards import due_of
from scoring.people.models import Club
from scoring.public.actions.notifications import Letter, write
from scoring.public.models import Subscription
from scoring.public.queries.notifications import links_of

FIRST_HOUR, LAST_HOUR = 10, 20
"""When a phone may ring, in the site's own time."""
WITHIN = timedelta(days=7)
"""How long after a match a reminder is worth sending."""
MOST = 500
"""The most matches at a time. The others follow a moment later, after these have their cards."""
TAG = "card-"


def remind_captains(*, now: datetime) -> int:
    """Write the reminders that are due, and return how many. It takes one query if no card is
    missing, and two if no captain asked."""
    local = timezone.localtime(now)
    if not FIRST_HOUR <= local.hour < LAST_HOUR:
        return 0
    missing = _missing(local)
    captains = defaultdict(list)
    for match in missing:
        for team in (match.home, match.away):
            captains[team.captain_id].append(match)
    captains.pop(None, None)
    if not captains:
        return 0
    with transaction.atomic():
        return _remind(captains, now)


def _missing(local: datetime) -> list[LeagueMatch]:
    """Return the matches of the last days without any result, in leagues that are on."""
    days = (local.date() - WITHIN, local.date() - timedelta(days=1))
    found = LeagueMatch.objects.filter(
        date__range=days,
        away__isnull=False,
        walkover="",
        card_in_at=None,
        counted_at=None,
        league__published_at__isnull=False,
        league__finished_at=None,
    )
    found = found.exclude(home__captain=None, away__captain=None)
    return list(found.select_related("home", "away", "league__club").order_by("date", "pk")[:MOST])


def _remind(captains: dict[int, list[LeagueMatch]], now: datetime) -> int:
    """Write to each captain's phones and addresses what they don't know yet."""
    asked = Subscription.objects.live().filter(player__in=captains)
    # Another process that reminds at the same time waits, and then finds it known.
    found = list(asked.select_for_update().order_by("pk"))
    links, letters = links_of(found), defaultdict[Club, list[Letter]](list)
    for one in found:
        matches = [match for match in captains[one.player_id] if match.league.club.own_parts]
        tags = {f"{TAG}{match.pk}": match for match in matches}
        new = [tag for tag in tags if tag not in one.known]
        kept = {key: value for key, value in one.known.items() if not _is_old(key, tags)}
        one.known = kept | dict.fromkeys(new, "missing")
        for tag in new:
            letter = _letter(one, tags[tag], tag, links.get(one.player_id, ""))
            letters[tags[tag].league.club].append(letter)
    Subscription.objects.bulk_update(found, ["known"])
    for club, some in letters.items():
        write(some, club=club, session=None, until=now + WITHIN)
    return sum(map(len, letters.values()))


def _is_old(key: str, tags: dict[str, LeagueMatch]) -> bool:
    """Return whether this is about a card that is missing no more."""
    return key.startswith(TAG) and key not in tags


def _letter(to: Subscription, match: LeagueMatch, tag: str, path: str) -> Letter:
    due = due_of(match)
    until = f" It is due {due:%A} at {due:%H:%M}." if due and due > timezone.now() else ""
    return Letter(
        to=to,
        path=path,
        tag=tag,
        title="Match card missing",
        body=f"{match.home} v {match.away}, {match.date:%A %-d %B}.{until} Enter it on your "
        "captain page.",
    )
