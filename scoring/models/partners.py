"""How often people of a club met at a table, and were partners there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Count, F, Q

from scoring.models.play import ClubSession, Seat
from scoring.rules.rule_sets import SHELF

A_YEAR = timedelta(days=365)
WITH_PARTNERS = [key for key, rules in SHELF.items() if rules.partners == "fixed"]
FACING = Q(no=0, sitting__seats__no=2) | Q(no=2, sitting__seats__no=0)
FACING |= Q(no=1, sitting__seats__no=3) | Q(no=3, sitting__seats__no=1)


@dataclass(frozen=True, kw_only=True)
class Meetings:
    """How often two people sat at one table, and as partners; by their keys, the smaller first."""

    met: dict[tuple[int, int], int] = field(default_factory=dict)
    partnered: dict[tuple[int, int], int] = field(default_factory=dict)


def meetings(session: ClubSession, players: Iterable[int]) -> Meetings:
    """Return how often these people met in the year up to this evening, sitting by sitting: one
    query."""
    since: date = session.played_on - A_YEAR
    here = Seat.objects.not_replaced().filter(
        player__in=list(players),
        sitting__table__session__club=session.club_id,
        sitting__table__session__played_on__range=(since, session.played_on),
        sitting__seats__player__in=list(players),
        sitting__seats__player__gt=F("player"),
    )
    partners = FACING & Q(sitting__table__rules_key__in=WITH_PARTNERS)
    pairs = here.values_list("player", "sitting__seats__player").order_by()
    counted = pairs.annotate(met=Count("pk"), partnered=Count("pk", filter=partners))
    rows = list(counted)
    return Meetings(
        met={(one, other): met for one, other, met, _ in rows},
        partnered={(one, other): partnered for one, other, _, partnered in rows if partnered},
    )
