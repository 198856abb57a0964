"""The card of a match: its pairs and games, and the confirmations of both captains and the
secretary.

Any change after a captain confirmed a card removes the confirmations, since captains confirm what
they saw.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.common.tonight import night_at
from scoring.euchre.wording import score_as_text
from scoring.league.actions.fixtures import (
    WALKOVER,
    WITHDREW,
    lock_league,
    raise_league,
    refuse_twice,
)
from scoring.league.models import LeagueMatch, MatchPair, Meeting, MeetingReport
from scoring.league.pure.card import Game, sums, too_many_won, why_no_game
from scoring.league.pure.values import SIDES, Side
from scoring.league.queries.card import called
from scoring.league.queries.squads import load_who_may_play
from scoring.people.actions.activity_log import note_down
from scoring.people.models import Player

Two = tuple[Player | None, Player | None]
NOBODY: Two = (None, None)
BOTH_CAPTAINS = "both captains"


def lock_match(match: LeagueMatch) -> LeagueMatch:
    """Return the match, reloaded and locked with its league. Raises Refused when it no longer
    exists."""
    league = lock_league(match.league_id)
    beside = ("division", "home", "away", "venue")
    found = LeagueMatch.objects.select_for_update(of=("self",)).select_related(*beside)
    found = found.filter(pk=match.pk).first()
    if found is None:
        raise Refused("This match is no longer in the fixtures.")
    found.league = league
    return found


def _to_be_played(match: LeagueMatch) -> LeagueMatch:
    """Return the match, locked. Raises Refused when its card counts, or it is a bye."""
    match = lock_match(match)
    _refuse_played(match)
    return match


def _refuse_played(match: LeagueMatch) -> None:
    if match.counts:
        raise Refused(f"The card of {match} counts. Ask the secretary to reopen it.")
    if match.away_id is None:
        raise Refused("A bye has no match card.")


def _reported_before(match: LeagueMatch, key: UUID) -> Meeting | None:
    """Return the meeting that this request stored before, also where the card counts by now; None
    if it is new. The match is locked."""
    return lock_match(match).meetings.filter(reports__key=key).first()


# -- Names.


@transaction.atomic
def name_pairs(
    *, match: LeagueMatch, side: Side, pairs: Sequence[Two], actor: Actor
) -> LeagueMatch:
    """Store the players of a side, in the order of the pairs; the last call wins. Where the
    captains draw, the numbers are drawn once both sides are named. When both are, the meetings are
    written.

    Raises Refused, with the league's own words, for names that its rules do not allow.
    """
    match = _to_be_played(match)
    wanted = match.league.agreement.settings.pairs
    pairs = [*pairs, *[NOBODY] * wanted][: max(wanted, len(pairs))]
    _refuse_names(match, side, pairs)
    known = {pair.no: pair for pair in match.pairs.filter(side=side)}
    for no, (one, other) in enumerate(pairs):
        row = known.get(no) or MatchPair(match=match, side=side, no=no)
        if row.pk is None or (row.one_id, row.other_id) != _keys(one, other):
            row.one, row.other = one, other
            row.save()
    _write_meetings(match)
    return let_stand(match)


def _keys(one: Player | None, other: Player | None) -> tuple[int | None, int | None]:
    return one and one.pk, other and other.pk


def _refuse_names(match: LeagueMatch, side: Side, pairs: Sequence[Two]) -> None:
    names = [player.name for pair in pairs for player in pair if player]
    check = load_who_may_play(match).check(side, names, others=_names_of(match, side))
    if check.barred:
        found = next(finding for finding in check.findings if finding.bars)
        rule = f" The league says: “{found.rule}”" if found.rule else ""
        raise Refused(f"{found.says}{rule}")


def _names_of(match: LeagueMatch, but: Side) -> list[str]:
    """The names of the other side, as far as they are known."""
    pairs = match.pairs.exclude(side=but).select_related("one", "other")
    return [player.name for pair in pairs for player in (pair.one, pair.other) if player]


def _write_meetings(match: LeagueMatch) -> None:
    """Let the card have its meetings once both sides are named."""
    pairs = {(pair.side, pair.no): pair for pair in match.pairs.all()}
    if match.meetings.exists() or {side for side, _ in pairs} != {*SIDES}:
        return
    agreement = match.league.agreement
    if agreement.meet == "drawn":
        _draw(match, pairs)
    Meeting.objects.bulk_create(
        Meeting(match=match, no=no, home=pairs["home", home], away=pairs["away", away])
        for no, (_, home, away) in enumerate(agreement.meetings(), start=1)
    )


def _draw(match: LeagueMatch, pairs: Mapping[tuple[str, int], MatchPair]) -> None:
    """Draw the order of the visitors' pairs; the match's note has the seed."""
    seed = secrets.randbelow(10**6)
    away = [pair for (side, _), pair in sorted(pairs.items()) if side == "away"]
    people = [(pair.one, pair.other) for pair in away]
    Random(seed).shuffle(people)
    for pair, (pair.one, pair.other) in zip(away, people, strict=True):
        pair.save(update_fields=["one", "other"])
    match.note = f"The visitors’ order was drawn with seed {seed}."


@transaction.atomic
def add_meeting(
    *,
    match: LeagueMatch,
    home: Two,
    away: Two,
    games: Sequence[Game],
    key: UUID,
    actor: Actor,
) -> Meeting:
    """Store a meeting where partners change: its own four names, and its games. Of one `key`
    once."""
    if made := _reported_before(match, key):
        return made
    match = _to_be_played(match)
    refuse_games(match, games)
    rows = [_pair_of(match, side, two) for side, two in zip(SIDES, (home, away), strict=True)]
    last = match.meetings.order_by("-no").first()
    meeting = Meeting.objects.create(
        match=match, no=last.no + 1 if last else 1, home=rows[0], away=rows[1], games=list(games)
    )
    MeetingReport.objects.create(key=key, meeting=meeting, games=list(games), by=actor.name)
    let_stand(match)
    return meeting


def _pair_of(match: LeagueMatch, side: Side, two: Two) -> MatchPair:
    rows = list(match.pairs.filter(side=side))
    same = (row for row in rows if {row.one_id, row.other_id} == {*_keys(*two)})
    return next(same, None) or MatchPair.objects.create(
        match=match, side=side, no=len(rows), one=two[0], other=two[1]
    )


# -- Games.


@transaction.atomic
def tell_games(
    *,
    meeting: Meeting,
    games: Sequence[Game],
    key: UUID,
    actor: Actor,
    seen: Sequence[Game] | None = None,
) -> Meeting:
    """Store the games of a meeting; none removes games entered by mistake.

    Idempotent for one `key`. A phone that kept them offline sends the games it had `seen`. Raises
    Refused when the card has other games by now.
    """
    if made := _reported_before(meeting.match, key):
        return made
    match = _to_be_played(meeting.match)
    refuse_games(match, games)
    meeting = match.meetings.get(pk=meeting.pk)
    stands = [tuple(game) for game in meeting.games]
    if seen is not None and stands not in ([*seen], [*games]):
        raise Refused(_stands_otherwise(meeting, stands))
    report = {"key": key, "games": list(games), "by": actor.name}
    MeetingReport.objects.create(meeting=meeting, **report)
    meeting.games = [list(game) for game in games]
    meeting.save(update_fields=["games"])
    let_stand(match)
    return meeting


def _stands_otherwise(meeting: Meeting, stands: Sequence[Game]) -> str:
    scores = ", ".join(map(score_as_text, stands)) or "Nothing"
    return (
        f"{scores} is now on the card for {called(meeting.home)} against {called(meeting.away)}. "
        "This round is not saved. Agree on the score, then save again."
    )


def refuse_games(match: LeagueMatch, games: Sequence[Game]) -> None:
    """Raise Refused where two pairs cannot have played these games here."""
    agreement = match.league.agreement
    most = agreement.games_a_meeting
    if len(games) > most:
        raise Refused(f"Enter at most {most} for these two pairs, not {len(games)}.")
    for game in games:
        if why := why_no_game(game, agreement.settings.target):
            raise Refused(why)


# -- Their word.


@transaction.atomic
def confirm(*, match: LeagueMatch, side: Side, seen: int, actor: Actor) -> LeagueMatch:
    """Store that a captain confirms the card, at the version that was `seen`. When both captains
    have, it counts.

    Idempotent. Raises Refused when the card has changed, and while no game is entered.
    """
    match = lock_match(match)
    if match.counts or getattr(match, f"{side}_confirmed_at"):
        return match
    if match.version != seen:
        raise Refused("The card has changed. Check it again before you confirm.")
    if not match.games_won and not match.total and not match.walkover:
        raise Refused("No games are entered yet. Enter the games first.")
    setattr(match, f"{side}_confirmed_at", timezone.now())
    setattr(match, f"{side}_confirmed_by", actor.name)
    match.disputed_at, match.disputed_by, match.dispute = None, "", ""
    if match.home_confirmed_at and match.away_confirmed_at:
        _let_count(match, by=BOTH_CAPTAINS)
    return _stored(match, confirmed=True)


@transaction.atomic
def dispute(*, match: LeagueMatch, side: Side, why: str, actor: Actor) -> LeagueMatch:
    """Store that a captain does not agree with the card, and why: the secretary decides."""
    match = _to_be_played(match)
    match.disputed_at, match.disputed_by, match.dispute = timezone.now(), actor.name, why
    match.home_confirmed_at = match.away_confirmed_at = None
    match.home_confirmed_by = match.away_confirmed_by = ""
    return _stored(match)


# -- The secretary.


@transaction.atomic
def take_in(
    *,
    match: LeagueMatch,
    actor: Actor,
    received_at: datetime | None = None,
    total: Game | None = None,
    games_won: Game | None = None,
) -> LeagueMatch:
    """Let a card count by the secretary, without both captains: with the sums of its games, or
    these figures where no games are entered. `received_at` says when it came.

    Idempotent. Raises Refused where there is no result, or where figures differ from the sums of
    the games.
    """
    match = lock_match(match)
    if match.counts:
        return match
    if match.meetings.exclude(games=[]).exists():
        _refuse_other_figures(match, total, games_won)
    else:
        match.total_home, match.total_away = total or (None, None)
        match.games_home, match.games_away = games_won or (None, None)
        if games_won and (why := too_many_won(games_won, match.league.agreement)):
            raise Refused(why)
    settings = match.league.agreement.settings
    decides = match.total if settings.decided_by == "points" else match.games_won
    if decides is None:
        what = "points" if settings.decided_by == "points" else "games"
        raise Refused(f"Enter the {what} of both teams, which decide this match.")
    match.walkover = ""
    match.disputed_at, match.disputed_by, match.dispute = None, "", ""
    _let_count(match, by=actor.name, came_at=received_at)
    return _stored(match)


def _let_count(match: LeagueMatch, *, by: str, came_at: datetime | None = None) -> None:
    """Let a card count. A match without a night gets the night at which its card came, so that
    tables include it."""
    match.card_in_at = came_at or match.card_in_at or timezone.now()
    match.counted_at, match.counted_by = timezone.now(), by
    if match.date is None:
        match.date = night_at(match.card_in_at)
        refuse_twice(match)


def _refuse_other_figures(match: LeagueMatch, total: Game | None, won: Game | None) -> None:
    for said, computed, what in (
        (total, match.total, "points"),
        (won, match.games_won, "games"),
    ):
        if said and said != computed:
            raise Refused(
                f"The games on the card add up to {score_as_text(computed)} {what}, not "
                f"{score_as_text(said)}."
            )


def refuse_walkover(match: LeagueMatch, side: Side | Literal["neither"]) -> None:
    """Raise Refused where the card counts or has games, for a bye, and where one of the two teams
    must go through."""
    _refuse_played(match)
    if side == "neither" and match.kind != LeagueMatch.Kind.LEAGUE:
        raise Refused("One of the two teams must go through. Choose the one that does.")
    if match.total or match.games_won:
        raise Refused("This match has games on its card. Remove them first.")


@transaction.atomic
def give_walkover(
    *, match: LeagueMatch, side: Side | Literal["neither"], why: str, actor: Actor
) -> LeagueMatch:
    """Give a match to a side because the other did not come, or to neither. The match's note and
    the activity log keep the reason. Raises Refused as `refuse_walkover` does."""
    match = lock_match(match)
    refuse_walkover(match, side)
    match.walkover, match.note = side, f"{match.note} {WALKOVER}{why}".strip()
    _let_count(match, by=actor.name, came_at=timezone.now())
    said = f"{match.league}: {match}, {match.walkover_as_text}. Reason: {why}"
    note_down(club=match.league.club, actor=actor, said=said)
    return _stored(match)


@transaction.atomic
def open_again(*, match: LeagueMatch, actor: Actor) -> LeagueMatch:
    """Reopen a card that counts, so that it can be corrected and confirmed again. Idempotent."""
    match = lock_match(match)
    if match.walkover:
        said = f"{match.league}: {match}, {match.walkover_as_text}: undone"
        note_down(club=match.league.club, actor=actor, said=said)
        match.walkover, match.note = "", _without_reason(match.note)
    match.counted_at, match.counted_by = None, ""
    match.home_confirmed_at = match.away_confirmed_at = None
    match.home_confirmed_by = match.away_confirmed_by = ""
    return _stored(match)


def _without_reason(note: str) -> str:
    """Return a match's note without the reason of its walkover."""
    for reason in (WALKOVER, WITHDREW):
        note = note.partition(reason)[0]
    return note.strip()


def let_stand(match: LeagueMatch) -> LeagueMatch:
    """Store the sums of its games and remove the confirmations. The captains who confirmed are
    still known, so that their pages say so."""
    found = sums(tuple(game) for meeting in match.meetings.all() for game in meeting.games)
    match.total_home, match.total_away = found.total if found.games else (None, None)
    match.games_home, match.games_away = found.games_won if found.games else (None, None)
    match.home_confirmed_at = match.away_confirmed_at = None
    return _stored(match)


def _stored(match: LeagueMatch, *, confirmed: bool = False) -> LeagueMatch:
    """Store the match and notify every screen of its league. A confirmation keeps the version, so
    the other captain's page stays valid."""
    match.version += not confirmed
    match.save()
    raise_league(match.league)
    return match
