"""Check the references between rows of loaded clubs: no row leads back to itself, none to another
club or another league, and no match to a half that its league does not have. All functions raise
UnsoundClub with a sentence."""

from __future__ import annotations

from django.db.models import F, QuerySet

from scoring.league.models import League, LeagueMatch, Meeting, Team
from scoring.people.models import Club
from scoring.site.club_file.checking import UnsoundClub
from scoring.site.club_file.kinds import KINDS, Kind

OF_ONE_LEAGUE = {
    Team: ("division", "venue"),
    LeagueMatch: ("division", "venue", "home", "away", "cup_round"),
}
"""Rows that a team or a match of the same league refers to."""
ONE_STEP = {"in_place_of"}
"""References that no page follows further: two entrants can have stood in for each other."""


def refuse_bad_references(clubs: QuerySet[Club]) -> None:
    for kind in KINDS:
        for name in kind.own - ONE_STEP:
            _refuse_cycles(kind, name, clubs)
        for name, other in kind.refers.items():
            _refuse_another_club(kind, name, other, clubs)
    for model, names in OF_ONE_LEAGUE.items():
        for name in names:
            rows = model._base_manager.filter(league__club__in=clubs, **{f"{name}__isnull": False})
            for one in rows.exclude(league=F(f"{name}__league"))[:1]:
                raise UnsoundClub(f"{one} has its {name.replace('_', ' ')} in another league")
    for league in League.objects.filter(club__in=clubs):
        for one in league.matches.filter(part__gte=len(league.agreement.parts))[:1]:
            raise UnsoundClub(f"{one} is in a half that its league does not have")
    played = Meeting.objects.filter(match__league__club__in=clubs, sitting__isnull=False)
    for one in played.exclude(match__session=F("sitting__table__session"))[:1]:
        raise UnsoundClub(f"a round of {one.match} was played on another club night")


def _refuse_cycles(kind: Kind, name: str, clubs: QuerySet[Club]) -> None:
    """Raise UnsoundClub if rows refer to each other in a circle, such as seasons of a league."""
    rows = kind.model._base_manager.filter(
        **{f"{kind.of_club}__in": clubs, f"{name}__isnull": False}
    )
    leads = dict(rows.values_list("pk", name))
    ended: set = set()
    for start in leads:
        way, key = {}, start
        while key in leads and key not in ended and key not in way:
            way[key] = True
            key = leads[key]
        if key in way:
            raise UnsoundClub(f"the {name} of {kind.name} {key} leads back to itself")
        ended |= way.keys()


def _refuse_another_club(kind: Kind, name: str, other: Kind, clubs: QuerySet[Club]) -> None:
    rows = kind.model._base_manager.filter(
        **{f"{kind.of_club}__in": clubs, f"{name}__isnull": False}
    )
    theirs = name if other.of_club == "pk" else f"{name}__{other.of_club}"
    for key in rows.exclude(**{kind.of_club: F(theirs)}).values_list("pk", flat=True)[:1]:
        raise UnsoundClub(f"the {name} of {kind.name} {key} is of another club")
