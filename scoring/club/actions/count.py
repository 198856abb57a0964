"""Compute the results of a closed evening: tallies, and ratings from that evening on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from operator import attrgetter

from django.db import transaction
from django.db.models import Q

from scoring.club.models import Rating, Tally
from scoring.club.pure.rating import Strength, matches_of
from scoring.club.pure.rating_formula import rated
from scoring.club.queries.ratings import When, from_then_on, latest_ratings, signed_since, strengths
from scoring.club.queries.tallies import tallies_from_hands
from scoring.people.actions.lock import lock_club
from scoring.table.models import Closing, ClubSession
from scoring.table.pure.tally import SUMS

FIGURES = ("played_on", *Strength._fields)
"""What a rating says."""
figures = attrgetter(*FIGURES)


@transaction.atomic
def count_again(*, session: ClubSession) -> None:
    """Compute and replace the stored results of an evening. Its tallies come from the current
    hands. Its ratings and those of all later evenings come from the signed statements."""
    # One evening of a club is counted after the other: ratings rest on those before.
    lock_club(session.club_id)
    since = when(session)
    count_tallies(session=session)
    rate_again(club=session.club_id, since=since)


def when(session: ClubSession) -> When:
    """Return the evening from which ratings change if this one does. Its date may have changed."""
    days = session.ratings.values_list("played_on", flat=True)[:1]
    return (min([session.played_on, *days]), session.pk)


@transaction.atomic
def count_tallies(*, session: ClubSession) -> int:
    """Compute and store the tallies of an evening. Return how many differ from before."""
    stored, now = session.tallies.all(), tallies_from_hands(session)
    before, after = _by_what(stored), _by_what(now)
    if before == after:
        return 0
    stored.delete()
    Tally.objects.bulk_create(now)
    return sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())


def _by_what(tallies) -> dict[tuple, tuple]:
    return {
        (tally.player_id, tally.rules_key, tally.games): (
            tally.played_on,
            tally.play,
            *(getattr(tally, name) for name in SUMS),
        )
        for tally in tallies
    }


@transaction.atomic
def rate_again(*, club: int, since: When | None = None, until: When | None = None) -> int:
    """Rate the club's evenings from `since` on and before `until`, all of them when there is none,
    and return how many ratings are other ones than before."""
    within = partial(_within, since, until, session="session")
    # A rating has the date that its evening had; it may have another one now.
    then, today = within(day="played_on"), within(day="session__played_on")
    stale = Rating.objects.filter(then | today, club=club)
    signed = signed_since(club, since).filter(today)
    later = from_then_on(since, day="played_on", session="session")
    known = strengths(latest_ratings(club, ~later)) if since else {}
    before = {(row[0], row[1]): row[2:] for row in stale.values_list("session", "player", *FIGURES)}
    now = [rating for closing in signed.iterator() for rating in _after(closing, known)]
    after = {(one.session_id, one.player_id): figures(one) for one in now}
    if before == after:
        return 0
    stale.delete()
    Rating.objects.bulk_create(now)
    return sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())


def _within(since: When | None, until: When | None, **fields: str) -> Q:
    from_since = from_then_on(since, **fields)
    return from_since if until is None else from_since & ~from_then_on(until, **fields)


def rate_in_steps(*, club: int, since: When, evenings: int) -> Iterator[int]:
    """Do the same, with a transaction for this many evenings at a time, so that others can write
    between them. Yield the number of changed ratings of each. Killed half-way, it must be done
    again: until the end, later evenings rest on figures from before."""
    signed = [*signed_since(club, since).values_list("session__played_on", "session_id")]
    # By dates and not by keys: with whatever is closed meanwhile, of any day.
    starts = [since, *signed[evenings::evenings]]
    for start, end in pairwise([*starts, None]):
        with transaction.atomic():
            lock_club(club)
            changed = rate_again(club=club, since=start, until=end)
        yield changed


def _after(closing: Closing, known: dict[int, Strength]) -> Iterator[Rating]:
    """Rate an evening's sittings one after the other, entering into `known`, and yield what it
    left."""
    played: set[int] = set()
    for sides, scores in matches_of(closing.statement):
        people = [player for side in sides for player in side]
        played.update(people)
        pairs = {player: known.get(player, Strength())[:2] for player in people}
        for player, (mu, sigma) in rated(sides, scores, pairs).items():
            before = known.get(player, Strength())
            known[player] = Strength(mu, sigma, before.sittings + 1)
    session = closing.session
    about = {"club_id": session.club_id, "session": session, "played_on": session.played_on}
    for player in sorted(played):
        yield Rating(player_id=player, **about, **known[player]._asdict())
