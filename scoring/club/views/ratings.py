"""The ratings of a club's players, each with the range in which it may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.club.pure.rating import FEWEST_HANDS, PROVISIONAL, Strength
from scoring.club.queries.ratings import Rated, rated_players
from scoring.common.chart import DrawnSpan, Span, spans
from scoring.common.names import in_short
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.people.access import club_by_number
from scoring.people.models import Club


@dataclass(frozen=True, kw_only=True)
class RatingLine:
    """A player's rating, with its range drawn on the scale of all."""

    rated: Rated
    range: DrawnSpan

    @property
    def says(self) -> str:
        """The range in words."""
        return f"Estimate {self.rated.strength.estimate}, give or take {self.range.says}"


@dataclass(frozen=True, kw_only=True)
class RatingsPage:
    """Everything templates/club/seasons/ratings.html shows."""

    club: Club
    runs: bool
    fewest = FEWEST_HANDS
    provisional = PROVISIONAL
    average = Strength().estimate

    @cached_property
    def rated(self) -> list[Rated]:
        return rated_players(self.club)

    @cached_property
    def short(self) -> Mapping[str, str]:
        return in_short(one.player.name for one in self.rated)

    @property
    def parts(self) -> list[tuple[str, Sequence[RatingLine]]]:
        """The lines of the players with a place, then of those with too few sittings."""
        lines = _lines(self.rated)
        few = "Not enough played for a rank"
        return [
            (title, [line for line in lines if line.rated.strength.provisional == provisional])
            for title, provisional in (("", False), (few, True))
        ]


def _lines(rated: Sequence[Rated]) -> list[RatingLine]:
    rows = [_span(one) for one in rated]
    low = min((RatingsPage.average, *(row.low for row in rows)))
    high = max((RatingsPage.average, *(row.high for row in rows)))
    drawn = spans(rows, says="", low=low, high=high).spans
    return [RatingLine(rated=one, range=range) for one, range in zip(rated, drawn, strict=True)]


def _span(one: Rated) -> Span:
    estimate, off = one.strength.estimate, one.strength.give_or_take
    return Span(
        name="",
        low=one.strength.rating,
        high=estimate + off,
        at=estimate,
        tick=RatingsPage.average,
        says=str(off),
    )


@require_safe
@club_by_number(LOOK)
def ratings(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show how strong each active player is rated, and how ratings work."""
    page = RatingsPage(club=club, runs=may(actor, RUN, club))
    return render(request, "club/seasons/ratings.html", {"page": page})
