"""The cards of a league: the content of each, which are in, and what the secretary has to do about
the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils import timezone

from scoring.common.dates import night_and_time
from scoring.league.models import League, LeagueMatch, Team, TeamPenalty
from scoring.league.pure.card import Game
from scoring.league.pure.values import SIDES, Side
from scoring.league.queries.card import with_people
from scoring.league.queries.money import pays_for_lateness
from scoring.people.models import Player

Two = tuple[Player | None, Player | None]


@dataclass(frozen=True, kw_only=True)
class Typed:
    """A whole card: the pairs of each side, where partners change those of each line; the games of
    each meeting in the card's order; the sums where no games are entered; the signatures."""

    pairs: Mapping[Side, tuple[Two, ...]] = field(default_factory=dict)
    games: tuple[tuple[Game, ...], ...] = ()
    total: Game | None = None
    games_won: Game | None = None
    signed: tuple[bool, bool] = (False, False)

    def name(self, side: Side, no: int, at: int) -> Player | None:
        """Return the player at a place, None for an empty one."""
        pairs = self.pairs.get(side, ())
        return pairs[no][at] if no < len(pairs) else None

    @property
    def names(self) -> dict[Side, list[str]]:
        """Everybody who is named, side by side."""
        return {
            side: [one.name for two in self.pairs.get(side, ()) for one in two if one]
            for side in SIDES
        }


def stands_on(match: LeagueMatch) -> Typed:
    """Return the current card of a match: three queries."""
    lines = with_people(match)
    if match.league.agreement.meet == "free":
        pairs = {
            side: tuple(
                (two.one, two.other) for two in (getattr(one.meeting, side) for one in lines)
            )
            for side in SIDES
        }
    else:
        rows = list(match.pairs.select_related("one", "other"))
        pairs = {
            side: tuple((row.one, row.other) for row in rows if row.side == side) for side in SIDES
        }
    return Typed(
        pairs=pairs,
        games=tuple(tuple(line.games) for line in lines),
        total=match.total,
        games_won=match.games_won,
        signed=(match.home_confirmed_at is not None, match.away_confirmed_at is not None),
    )


def registered(league: League) -> list[Player]:
    """Return everybody who is or was registered for a team of the season, by name: one query."""
    people = league.club.players.filter(squads__team__league=league)
    return list(people.distinct().order_by("key"))


def matches_of_night(league: League, night: date) -> list[LeagueMatch]:
    """Return the matches of a night, byes left out: one query."""
    return [match for match in _matches(league) if match.date == night]


def _matches(league: League) -> list[LeagueMatch]:
    beside = ("home", "away", "venue", "division", "cup_round")
    found = league.matches.filter(away__isnull=False).select_related(*beside)
    matches = list(found.order_by("date", "division__no", "pk"))
    for match in matches:
        match.league = league
    return matches


@dataclass(frozen=True, kw_only=True)
class OpenCard:
    """A card that does not count yet."""

    match: LeagueMatch
    due: datetime | None
    overdue: bool

    @property
    def begun(self) -> bool:
        """Whether it has games or a confirmation."""
        match = self.match
        return bool(
            match.games_won or match.total or match.home_confirmed_at or match.away_confirmed_at
        )

    @property
    def says(self) -> str:
        """Its progress, for all readers: "no card yet", "games entered, waiting for Trolls to
        confirm"."""
        if self.match.disputed_at:
            return "the card is disputed"
        late = f"overdue since {night_and_time(self.due)}" if self.overdue else ""
        if not self.begun:
            return f"card {late}" if late else "no card yet"
        waits = self.waits_for or "the captains"
        return f"games entered, waiting for {waits} to confirm{f' ({late})' if late else ''}"

    @property
    def waits_for(self) -> str:
        """Whose word is missing where one captain has confirmed it."""
        match = self.match
        if match.home_confirmed_at:
            return match.away.name
        return match.home.name if match.away_confirmed_at else ""


@dataclass(frozen=True, kw_only=True)
class LateCard:
    """A card that came after its hour, and who loses points by it as was agreed."""

    match: LeagueMatch
    due: datetime
    teams: tuple[Team, ...]


@dataclass(frozen=True, kw_only=True)
class Cards:
    """A league's cards that need attention."""

    disputed: tuple[OpenCard, ...]
    begun: tuple[OpenCard, ...]
    """Games are entered, and a confirmation is missing."""
    missing: tuple[OpenCard, ...]
    tonight: tuple[OpenCard, ...]
    """Of the day itself: they are to be played, or are being played, and none is late."""
    late: tuple[LateCard, ...]
    """Late cards, where that costs points, without a decision yet."""
    undated: tuple[LeagueMatch, ...]
    penalties: tuple[TeamPenalty, ...]
    """Penalties in force, the latest first."""
    counted: int

    @property
    def open(self) -> int:
        """How many do not count yet."""
        return len(self.disputed) + len(self.begun) + len(self.missing) + len(self.tonight)


def cards_of(league: League, nights: tuple[date, date]) -> Cards:
    """Return the cards of a season that need attention: two queries, however many. `nights` are the
    first and the last that may be on (scoring/common/tonight.py)."""
    first, last = nights
    matches = _matches(league)
    penalties = list(
        TeamPenalty.objects.filter(team__league=league)
        .select_related("team", "match")
        .order_by("-pk")
    )
    costs = league.agreement.card is not None and league.agreement.card.points > 0
    decided = {one.match_id for one in penalties if one.match_id}
    waiting = [
        open_card(match)
        for match in matches
        if not match.counts and match.date and match.date <= last
    ]
    disputed = [one for one in waiting if one.match.disputed_at]
    begun = [one for one in waiting if one.begun and not one.match.disputed_at]
    untold = [one for one in waiting if one not in disputed and one not in begun]
    tonight = [one for one in untold if one.match.date >= first and not one.overdue]
    return Cards(
        disputed=tuple(disputed),
        begun=tuple(begun),
        missing=tuple(one for one in untold if one not in tonight),
        tonight=tuple(tonight),
        late=tuple(
            late_card_of(match)
            for match in matches
            if costs
            and match.counts
            and not match.walkover
            and match.pk not in decided
            and came_late(match)
        ),
        undated=tuple(match for match in matches if match.date is None and not match.counts),
        penalties=tuple(one for one in penalties if one.given_back_at is None),
        counted=sum(match.counts for match in matches),
    )


def due_of(match: LeagueMatch) -> datetime | None:
    """Return when the card of a match is due, in local time; None without a deadline."""
    return timezone.make_aware(match.due) if match.due else None


def came_late(match: LeagueMatch) -> bool:
    """Return whether a card came after its hour."""
    due = due_of(match)
    return bool(due and match.card_in_at and match.card_in_at > due)


def open_card(match: LeagueMatch) -> OpenCard:
    """Return what is known of a card that does not count yet: no query."""
    due = due_of(match)
    return OpenCard(match=match, due=due, overdue=due is not None and timezone.now() > due)


def late_card_of(match: LeagueMatch) -> LateCard:
    """Return a card that came after its hour, with whose points it costs."""
    pays = pays_for_lateness(match.league, match)
    teams = tuple(team for team in (match.home, match.away) if team.pk in pays)
    return LateCard(match=match, due=due_of(match), teams=teams)
