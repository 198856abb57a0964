"""Queries for ratings: the latest of each player, and the evenings behind them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from scoring.club.models import Rating, Season
from scoring.club.pure.rating import Strength
from scoring.euchre.wording import figure, ranked_by
from scoring.people.models import Club, Player
from scoring.table.models import Closing

When = tuple[date, int]
"""The place of an evening in time, as its date and its session's key."""


def from_then_on(when: When | None, *, day: str, session: str) -> Q:
    """Return what asks for evenings from this one on, by the names of these fields; for all when
    None."""
    if when is None:
        return Q()
    return Q(**{f"{day}__gt": when[0]}) | Q(**{day: when[0], f"{session}__gte": when[1]})


def latest_ratings(club: int, until: Q) -> QuerySet[Rating]:
    """The last rating of each player of the club, of those that `until` leaves."""
    own = Rating.objects.filter(until, player=OuterRef("pk")).order_by("-played_on", "-session_id")
    players = Player.objects.filter(club=club).annotate(latest=Subquery(own.values("pk")[:1]))
    return Rating.objects.filter(pk__in=players.values("latest"))


def strengths(ratings: QuerySet[Rating]) -> dict[int, Strength]:
    """Return ratings by their players."""
    rows = ratings.values_list("player", "mu", "sigma", "sittings")
    return {player: Strength(*row) for player, *row in rows}


def strengths_in(season: Season) -> dict[int, Strength]:
    """Return how each player was rated at the end of the season."""
    return strengths(latest_ratings(season.club_id, Q(played_on__lte=season.ends_on)))


def signed_since(club: int, when: When | None) -> QuerySet[Closing]:
    """The last closing of every evening of the club from then on, reopened or not, in the order of
    time."""
    later = Closing.objects.filter(session=OuterRef("session"), no__gt=OuterRef("no"))
    asked = from_then_on(when, day="session__played_on", session="session")
    found = Closing.objects.filter(~Exists(later), asked, session__club=club)
    return found.select_related("session").order_by("session__played_on", "session_id")


@dataclass(frozen=True, kw_only=True)
class Rated:
    """A player with their latest rating, and their place among those whose rating is more than
    provisional."""

    player: Player
    strength: Strength
    on: date
    place: str
    """In figures, "=3" where others share it; "" for none."""

    @property
    def as_text(self) -> str:
        """The rating as it is written."""
        return figure(self.strength.rating)


def rated_players(club: Club) -> list[Rated]:
    """Return everybody who still comes and was ever rated, the strongest first: one query."""
    latest = latest_ratings(club.pk, Q()).filter(player__active=True).select_related("player")
    known = [
        (one.player, Strength(one.mu, one.sigma, one.sittings), one.played_on) for one in latest
    ]
    known.sort(key=lambda row: (-row[1].rating, row[0].key))
    places = ranked_by(strength.rating for _, strength, _ in known if not strength.provisional)
    return [
        Rated(
            player=player,
            strength=strength,
            on=on,
            place="" if strength.provisional else places[strength.rating],
        )
        for player, strength, on in known
    ]
