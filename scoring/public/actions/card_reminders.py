"""Remind captains of a league match whose card is missing: once, the day after the match, on the
phone or by e-mail, if they turned notifications on and have not stopped them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from scoring.common.dates import full_day, written_time
from scoring.league.models import LeagueMatch, TeamLink
from scoring.league.queries.cards import due_of
from scoring.people.models import Club
from scoring.public.actions.notifications import Letter, write
from scoring.public.models import Notification, Subscription
from scoring.public.queries.notifications import links_of

FIRST_HOUR, LAST_HOUR = 10, 20
"""When a phone may ring, in the site's own time."""
LEAST = timedelta(hours=1)
"""How long a reminder has at least to be sent. It is worth nothing after the last hour, because it
would ring at night, and the card may be in the next day."""
WITHIN = timedelta(days=7)
"""How long after a match a reminder is worth sending. It is sent a day after the match or later, so
its record is kept until this is over (notifications.KEPT)."""
MOST = 500
"""The most matches at a time, the latest first."""


def remind_captains(*, now: datetime) -> int:
    """Write the reminders that are due, and return how many. It takes one query if no card is
    missing of a captain who asked."""
    local = timezone.localtime(now)
    until = local.replace(hour=LAST_HOUR, minute=0, second=0, microsecond=0)
    if local.hour < FIRST_HOUR or until - local < LEAST:
        return 0
    captains = defaultdict(list)
    for match in _missing(local):
        for team in (match.home, match.away):
            captains[team.captain_id].append(match)
    captains.pop(None, None)
    if not captains:
        return 0
    with transaction.atomic():
        return _remind(captains, now=now, until=until)


def _missing(local: datetime) -> list[LeagueMatch]:
    """Return the matches of the last days of which no figure and no word is in, in leagues that are
    on, if one of the captains asked."""
    days = (local.date() - WITHIN, local.date() - timedelta(days=1))
    asked = Subscription.objects.live()
    found = LeagueMatch.objects.filter(
        Exists(asked.filter(player=OuterRef("home__captain")))
        | Exists(asked.filter(player=OuterRef("away__captain"))),
        date__range=days,
        walkover="",
        card_in_at=None,
        counted_at=None,
        total_home=None,
        games_home=None,
        home_confirmed_at=None,
        away_confirmed_at=None,
        disputed_at=None,
        home__withdrawn_at=None,
        away__isnull=False,
        away__withdrawn_at=None,
        league__published_at__isnull=False,
        league__finished_at=None,
    )
    found = found.exclude(league__club__own_parts=[])
    return list(found.select_related("home", "away", "league__club").order_by("-date", "pk")[:MOST])


def _remind(captains: dict[int, list[LeagueMatch]], *, now: datetime, until: datetime) -> int:
    """Write to each captain's phones and addresses what was not written to them before."""
    asked = Subscription.objects.live().filter(player__in=captains)
    # Another process that reminds at the same time waits, and then finds what was written.
    found = list(asked.select_for_update().order_by("pk"))
    links, known = links_of(found), _written(found, captains.values())
    able = _have_page(captains.values())
    letters = defaultdict[Club, list[Letter]](list)
    for one in found:
        for match in captains[one.player_id]:
            if (one.fingerprint, _tag(match)) not in known:
                path = links.get(one.player_id, "")
                letter = _letter(one, match, path, able=able, now=now)
                letters[match.league.club].append(letter)
    for club, some in letters.items():
        write(some, club=club, session=None, until=until)
    return sum(map(len, letters.values()))


def _tag(match: LeagueMatch) -> str:
    """Return the tag of a match at its night. After it was postponed it has another."""
    return f"card-{match.pk}-{match.date}"


def _written(
    asked: Iterable[Subscription], matches: Iterable[list[LeagueMatch]]
) -> set[tuple[str, str]]:
    """Return what was written already, by fingerprint and tag. So a captain who turns notifications
    off and on again isn't reminded again."""
    tags = {_tag(match) for some in matches for match in some}
    to = {one.fingerprint for one in asked}
    known = Notification.objects.filter(fingerprint__in=to, tag__in=tags)
    return set(known.values_list("fingerprint", "tag"))


def _have_page(matches: Iterable[list[LeagueMatch]]) -> set[int]:
    """Return the keys of the teams whose captain has a page to enter a card on."""
    beside = [(match.home_id, match.away_id) for some in matches for match in some]
    teams = {team for two in beside for team in two}
    live = TeamLink.objects.filter(team__in=teams, revoked_at=None)
    return set(live.values_list("team", flat=True))


def _letter(
    to: Subscription, match: LeagueMatch, path: str, *, able: set[int], now: datetime
) -> Letter:
    due = due_of(match)
    until = f" It is due {due:%A} at {written_time(due)}." if due and due > now else ""
    team = match.home if match.home.captain_id == to.player_id else match.away
    what = "Enter it on your captain page." if team.pk in able else "Give it to the secretary."
    return Letter(
        to=to,
        path=path,
        tag=_tag(match),
        title="Match card missing",
        body=f"{match.home} v {match.away}, {full_day(match.date, year=False)}.{until} {what}",
    )
