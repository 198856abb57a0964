"""Par: a club's results by rule set, to compare its players with (scoring.club.pure.par)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from fractions import Fraction

from django.db.models import TextField
from django.db.models.functions import Cast

from scoring.club.models import Tally
from scoring.club.pure.career import Evening, Share, play_by_rules, share
from scoring.club.pure.par import ClubResults, NightResult, Par
from scoring.common.kept import Kept, digest
from scoring.euchre.books import SHELF
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession
from scoring.table.pure.play import Play, Points

MOST = 1000
"""How many of the latest results make the average: of a club of 40 a half year of weekly nights.
More would be slow to read and no closer to the club of today."""
MOST_KEPT = 16
"""Sums of such results that are remembered, by the digest of the results. They hold no names."""
LEAST_IN_SEAT = 30
"""Hands of the others in a seat without which it has no average."""


def club_results(
    club: Club, *, rules: Collection[str], until: date | None = None
) -> Mapping[str, ClubResults]:
    """Return the latest results of a club under each of these rule sets, of nights up to a day;
    one query."""
    asked = Tally.objects.filter(club=club, rules_key__in=rules, hands__gt=0)
    asked = asked if until is None else asked.filter(played_on__lte=until)
    # Play comes as text: to read it takes longer than all the rest.
    rows = asked.order_by("-played_on", "-session_id", "-pk").values_list(
        "rules_key", "player_id", "hands", "points_of_hands", Cast("play", TextField())
    )
    stored = list(rows[:MOST])
    return _results.get(digest(stored), lambda: _added_up(stored))


_results = Kept[Mapping[str, ClubResults]](MOST_KEPT)


def _added_up(stored: Iterable[tuple]) -> Mapping[str, ClubResults]:
    found: dict[str, list[NightResult]] = defaultdict(list)
    for key, player, hands, points, play in stored:
        found[key].append(NightResult(player, hands, points, json.loads(play)))
    return {
        key: ClubResults(those, fixed_partners=_fixed_partners(key)) for key, those in found.items()
    }


def _fixed_partners(key: str) -> bool:
    rules = SHELF.get(key)
    return rules is not None and rules.partners == "fixed"


def lone_of_others(results: Mapping[str, ClubResults], player: int) -> Share:
    """Return how many lone hands of the others took every trick, of all rule sets together."""
    found = [one.lone_without(player) for one in results.values()]
    return share(sum(one.of for one in found), sum(one.among for one in found))


def seat_of_others(
    results: Mapping[str, ClubResults], player: int, plays: Mapping[str, Play], seat: str
) -> tuple[Fraction, int]:
    """Return what the others would have scored in a player's hands in a seat, and the number of
    these hands. Hands whose seat few others have played by the same rules are left out."""
    points, hands = Fraction(), 0
    for key, play in plays.items():
        others = results[key].seat_without(player, seat) if key in results else Points()
        own = getattr(play, seat).hands
        if others.hands >= LEAST_IN_SEAT:
            points += own * Fraction(others.points, others.hands)
            hands += own
    return points, hands


def par_of(
    results: Mapping[str, ClubResults], player: int, plays: Mapping[str, Play]
) -> Par | None:
    """Return par for what a player played, of all rule sets together; None without any."""
    pars = [results[key].par(player, play) for key, play in plays.items() if key in results]
    found = [one for one in pars if one is not None]
    return sum(found[1:], start=found[0]) if found else None


def pars_of(session: ClubSession) -> list[tuple[Player, Par]]:
    """Return the players of a closed evening with par, the highest score above it first; two
    queries. Those with few hands are left out."""
    tallies = Tally.objects.filter(session=session, hands__gt=0).select_related("player")
    of: dict[Player, list[Evening]] = defaultdict(list)
    for one in tallies:
        figures = (getattr(one, name) for name in Evening._fields[1:])
        of[one.player].append(Evening(one.session_id, *figures))
    rules = {one.rules_key for those in of.values() for one in those}
    results = club_results(session.club, rules=rules, until=session.played_on) if rules else {}
    found = [
        (player, par_of(results, player.pk, play_by_rules(those))) for player, those in of.items()
    ]
    beside = [(player, par) for player, par in found if par is not None]
    return sorted(beside, key=lambda one: (-(one[1].points - one[1].expected), one[0].name))
