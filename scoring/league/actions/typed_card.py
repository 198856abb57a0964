"""A whole card, entered by the secretary from paper."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import AlreadyDone, Refused
from scoring.league.actions.cards import let_stand, lock_match, refuse_games, take_in
from scoring.league.models import LeagueMatch, MatchPair, Meeting, MeetingReport
from scoring.league.pure.card import Game
from scoring.league.pure.values import SIDES, Side
from scoring.league.queries.cards import Two, Typed, stands_on

CHANGED = (
    "This card has changed since you opened it. Compare your entries below with the match, then "
    "save again."
)


@transaction.atomic
def type_card(
    *, match: LeagueMatch, card: Typed, seen: int, received_at: datetime, actor: Actor
) -> LeagueMatch:
    """Store a signed card over any games entered before, and let it count: players, games, or the
    sums alone. The secretary vouches for the signatures.

    Raises AlreadyDone where the same card counts already; Refused where another does, where it has
    changed since it was `seen`, and where there is no result.
    """
    match = lock_match(match)
    if match.away_id is None:
        raise Refused("A bye has no match card.")
    if match.counts:
        if _same(stands_on(match), card):
            raise AlreadyDone(f"The card of {match} already counts.")
        raise Refused(f"Another card of {match} counts. Reopen it first.")
    if match.version != seen:
        raise Refused(CHANGED)
    for games in card.games:
        refuse_games(match, games)
    if match.league.agreement.meet == "free":
        _write_free(match, card, actor)
    else:
        _write(match, card, actor)
    match = let_stand(match)
    match = take_in(
        match=match,
        actor=actor,
        received_at=received_at,
        total=card.total,
        games_won=card.games_won,
    )
    for side, signed in zip(SIDES, card.signed, strict=True):
        setattr(match, f"{side}_confirmed_at", timezone.now() if signed else None)
        setattr(match, f"{side}_confirmed_by", f"signed on paper, {actor.name}"[:80] * signed)
    match.save()
    return match


def _same(one: Typed, other: Typed) -> bool:
    """Whether two cards have the same players and result."""
    return one.names == other.names and (
        [game for games in one.games for game in games]
        == [game for games in other.games for game in games]
        if any(other.games)
        else other.total in (None, one.total) and other.games_won in (None, one.games_won)
    )


def _write(match: LeagueMatch, card: Typed, actor: Actor) -> None:
    """Pairs by number, and the meetings between them; none where only sums are entered."""
    known = {(row.side, row.no): row for row in match.pairs.all()}
    if not (known or any(card.names.values()) or any(card.games)):
        return
    rows: dict[tuple[Side, int], MatchPair] = {}
    for side in SIDES:
        for no, two in enumerate(card.pairs.get(side, ())):
            row = known.get((side, no)) or MatchPair(match=match, side=side, no=no)
            row.one, row.other = two
            row.save()
            rows[side, no] = row
    there = {row.no: row for row in match.meetings.all()}
    if not (there or any(card.games)):
        return
    for no, (_, home, away) in enumerate(match.league.agreement.meetings(), start=1):
        meeting = there.get(no) or Meeting(match=match, no=no)
        meeting.home, meeting.away = rows["home", home], rows["away", away]
        _store_games(meeting, card.games[no - 1] if no <= len(card.games) else (), actor)


def _write_free(match: LeagueMatch, card: Typed, actor: Actor) -> None:
    """A meeting for each line with a game, of its own four names."""
    match.meetings.all().delete()
    match.pairs.all().delete()
    pairs: dict[tuple[Side, frozenset], MatchPair] = {}
    lines = zip(card.pairs["home"], card.pairs["away"], card.games, strict=True)
    for no, (home, away, games) in enumerate((one for one in lines if one[2]), start=1):
        rows = [
            _pair(match, side, two, pairs) for side, two in zip(SIDES, (home, away), strict=True)
        ]
        _store_games(Meeting(match=match, no=no, home=rows[0], away=rows[1]), games, actor)


def _pair(
    match: LeagueMatch, side: Side, two: Two, pairs: dict[tuple[Side, frozenset], MatchPair]
) -> MatchPair:
    key = side, frozenset(one.pk for one in two if one)
    if key not in pairs:
        no = sum(known == side for known, _ in pairs)
        pairs[key] = MatchPair.objects.create(
            match=match, side=side, no=no, one=two[0], other=two[1]
        )
    return pairs[key]


def _store_games(meeting: Meeting, games: Sequence[Game], actor: Actor) -> None:
    """Store a meeting, and what was said of it where that is new."""
    said = [list(game) for game in games]
    before, meeting.games = meeting.games, said
    new = meeting.pk is None
    meeting.save()
    if before != said or (new and said):
        MeetingReport.objects.create(key=uuid4(), meeting=meeting, games=said, by=actor.name)
