"""A match on pads: an evening of its own, a table for each home pair, a sitting for each meeting.

The visitors move on: when a round is over, the next meeting's people sit down.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.sessions import close_session, open_session
from scoring.league.actions.cards import lock_match, tell_games
from scoring.league.actions.fixtures import raise_league
from scoring.league.models import LeagueMatch, Meeting
from scoring.league.pure.card import from_pad
from scoring.league.queries.card import Over, finished_games, with_people
from scoring.people.models import Player
from scoring.table.actions.tables import change_people, open_table
from scoring.table.models import ClubSession, Table

PADS = uuid5(NAMESPACE_URL, "bowerbook:pads")
"""Namespace of the keys of games copied from a pad, made from their content: idempotent."""


@transaction.atomic
def open_pads(*, match: LeagueMatch, actor: Actor) -> ClubSession:
    """Return the match's evening with a table for each home pair, where the first round's people
    sit. Done twice, it happens once.

    Raises Refused before both sides are named, and where partners change.
    """
    match = lock_match(match)
    if match.session_id:
        return match.session
    meetings = with_people(match)
    first = [one for one in meetings if one.round == 0]
    if not first or match.counts:
        raise Refused("Both captains must name their pairs first.")
    session = open_session(
        club=match.league.club,
        title=str(match)[:60],
        played_on=match.date,
        starts_at=match.hour,
        door_fee_minor=0,
        guest_fee_minor=0,
    )
    agreement = match.league.agreement
    target = agreement.settings.target
    options = dict(agreement.options) | ({"target": target} if target else {})
    for one in first:
        people = _clockwise(one.meeting)
        if people is None:
            continue
        table = open_table(
            session=session,
            names=[player.name for player in people],
            rules_key=agreement.rules,
            options=options,
        )
        Meeting.objects.filter(pk=one.meeting.pk).update(sitting=table.sitting)
    LeagueMatch.objects.filter(pk=match.pk).update(session=session, version=match.version + 1)
    raise_league(match.league)
    return session


def _clockwise(meeting: Meeting) -> list[Player] | None:
    """Return the players of a table, partners opposite; None while one is unknown."""
    people = [meeting.home.one, meeting.away.one, meeting.home.other, meeting.away.other]
    return None if None in people else people


@transaction.atomic
def take_from_pads(*, match: LeagueMatch, actor: Actor) -> int:
    """Copy finished games from the pads to the card, where it has none yet; return the number of
    meetings."""
    match = lock_match(match)
    number = 0
    for one in with_people(match):
        found = finished_games(one.meeting, match.league.agreement)
        if found.over and not one.meeting.games:
            _take(one.meeting, found, actor)
            number += 1
    return number


def _take(meeting: Meeting, found: Over, actor: Actor) -> None:
    target = meeting.match.league.agreement.settings.target
    games = [from_pad(score, target) for score in found.games]
    key = uuid5(PADS, f"{meeting.pk} {games}")
    tell_games(meeting=meeting, games=games, key=key, actor=actor)


@transaction.atomic
def next_round(*, match: LeagueMatch, actor: Actor) -> int:
    """Let the visitors move on: the games of this round go onto the card, and the people of the
    next sit down. Return the number of the round, from 1.

    Raises Refused while a table still plays, and when all rounds are played.
    """
    match = lock_match(match)
    if match.session_id is None or match.counts:
        raise Refused("This match has no open pads.")
    take_from_pads(match=match, actor=actor)
    meetings = with_people(match)
    on = max((one.round for one in meetings if one.meeting.sitting_id), default=0)
    for one in meetings:
        if one.round == on and one.meeting.sitting_id and not one.meeting.games:
            raise Refused(
                f"{one.names} are still playing. Finish their games, or enter them on the card."
            )
    later = [one for one in meetings if one.round == on + 1]
    if not later:
        raise Refused("All rounds are played. Check the card and confirm it.")
    tables = {one.meeting.home_id: one.meeting.sitting for one in meetings if one.round == on}
    _sit_down(match, [one.meeting for one in later], tables)
    LeagueMatch.objects.filter(pk=match.pk).update(version=match.version + 1)
    raise_league(match.league)
    return on + 2


def _sit_down(match: LeagueMatch, meetings: Iterable[Meeting], sittings: dict) -> None:
    for meeting in meetings:
        people, before = _clockwise(meeting), sittings.get(meeting.home_id)
        if people is None or before is None:
            continue
        table = Table.objects.get(pk=before.table_id)
        sitting = change_people(table=table, players=people)
        Meeting.objects.filter(pk=meeting.pk).update(sitting=sitting)


def close_evening(*, match: LeagueMatch, actor: Actor) -> None:
    """Close the evening of a match whose card counts; one with a waiting hand stays open."""
    match = LeagueMatch.objects.select_related("session__club").get(pk=match.pk)
    if match.session and match.counts and not match.session.closed:
        try:
            close_session(session=match.session, actor=actor)
        except Refused:
            return
