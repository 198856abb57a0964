"""The content of a player's own page: seat, results, and season; and the valid links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from scoring.club.models import Season, Tally
from scoring.club.pure.career import sum_of
from scoring.club.pure.season import CRITERIA, Criterion, Standing, standings
from scoring.club.queries.seasons import rows_of
from scoring.club.queries.tallies import evenings_of, uncounted_of
from scoring.common.tonight import night_at, tonight
from scoring.euchre.wording import places_as_text, ranked_by
from scoring.money.models import Entry
from scoring.people.models import Club, Player
from scoring.public.models import PersonalLink
from scoring.table.models import ClubSession, Link, Seat
from scoring.table.queries.evenings import number_alike
from scoring.tournament.models import Entrant, Round, Tournament

LAST = 12
"""The number of evenings on their page."""


# -- Links.


def live_link_of(player: Player) -> PersonalLink | None:
    """Return a player's valid personal link."""
    return player.personal_links.filter(revoked_at=None).first()


def people_without_a_link(club: Club) -> list[Player]:
    """Return the members who have no link that is good now, by name."""
    live = PersonalLink.objects.filter(player__club=club, revoked_at=None)
    return list(club.players.members().exclude(pk__in=live.values("player")))


def people_with_links(club: Club) -> list[tuple[Player, PersonalLink | None]]:
    """Return the members, and other people with a link, each with the valid one, with two
    queries."""
    live = PersonalLink.objects.filter(player__club=club, revoked_at=None)
    links = {link.player_id: link for link in live}
    members = Q(active=True, guest=False) | Q(pk__in=links)
    people = club.players.filter(members, forgotten_at=None)
    return [(player, links.get(player.pk)) for player in people]


def links_by_tokens(tokens: Collection[str]) -> list[PersonalLink]:
    """Return the valid ones of these links, with their players, in the order of the tokens. It
    takes one query, or none without tokens."""
    if not tokens:
        return []
    good = PersonalLink.objects.filter(
        token__in=tokens, revoked_at=None, player__forgotten_at=None
    ).select_related("player__club")
    found = {link.token: link for link in good}
    return [found[token] for token in tokens if token in found]


def codes_are_given() -> bool:
    """Return whether any club of this site has handed out a code that is good."""
    return PersonalLink.objects.filter(revoked_at=None, player__forgotten_at=None).exists()


def link_of_code(code: str) -> PersonalLink | None:
    """Return the good link to which a code leads; the code is compared whole or not at all."""
    good = PersonalLink.objects.filter(revoked_at=None, player__forgotten_at=None)
    return good.filter(code=code).first()


# -- What says whether a page is still as somebody has it.


class Version(NamedTuple):
    """The version of a page: of its topic, and of all its content."""

    topic: str
    """The kind of its topic (queries.news), "tournament" or "session", or "" without one."""
    pk: int
    of_topic: int
    all: str


def _sum_of(model: type, club: str) -> Subquery:
    rows = model.objects.filter(**{club: OuterRef("player__club")}).order_by().values(club)
    return Subquery(rows.annotate(versions=Sum("version")).values("versions"))


def version_of(token: str) -> Version | None:
    """Return the version of a player's page by their link; None where no good link has this token.
    One query."""
    today, now = timezone.localdate(), timezone.localtime()
    next_ = ClubSession.objects.filter(
        club=OuterRef("player__club"), closed_at=None, played_on__gte=night_at()
    ).order_by("played_on", "pk")
    last_line = Entry.objects.filter(club=OuterRef("player__club")).order_by().values("club")
    found = PersonalLink.objects.filter(
        token=token, revoked_at=None, player__forgotten_at=None
    ).values_list(
        Subquery(next_.values("pk")[:1]),
        Subquery(next_.values("version")[:1]),
        Subquery(next_.values("tournament__pk")[:1]),
        Subquery(next_.values("tournament__version")[:1]),
        "player",
        "player__club__public_version",
        _sum_of(ClubSession, "club"),
        _sum_of(Tournament, "session__club"),
        Subquery(last_line.annotate(last=Max("pk")).values("last")),
    )
    row = found.first()
    if row is None:
        return None
    session, of_session, tournament, of_tournament, *_ = row
    # When an evening's hour has come, nothing is written.
    quarter = (today, now.hour, now.minute // 15)
    all_ = sha256(repr((*quarter, *row)).encode()).hexdigest()[:16]
    if tournament:
        return Version("tournament", tournament, of_tournament, all_)
    return Version("session", session, of_session, all_) if session else Version("", 0, 0, all_)


# -- Where they sit now.


def tournament_tonight(player: Player) -> tuple[Tournament, int] | None:
    """Return the current tournament with a published round, with the player's number, or None if
    they are in none."""
    published = Round.objects.filter(tournament=OuterRef("tournament"), published_at__isnull=False)
    whose = Q(player=player) | Q(partner=player)
    entries = Entrant.objects.filter(
        whose,
        Exists(published),
        ghost=False,
        tournament__finished_at=None,
        tournament__session__closed_at=None,
        tournament__session__played_on__range=tonight(),
    ).select_related("tournament__session__club")
    # The latest: a final has begun while what it follows is still open.
    entry = entries.order_by("-tournament__session__played_on", "-tournament", "-no").first()
    return (entry.tournament, entry.no) if entry else None


@dataclass(frozen=True, kw_only=True)
class AtTable:
    """A table where a player sits now."""

    table: str
    """ "Table 3"."""
    session: ClubSession
    others: tuple[str, ...]
    """The other players there, clockwise."""
    token: str
    """Of the link by which its board is watched."""


def tables_now(player: Player) -> list[AtTable]:
    """Return the tables of evenings where a player sits now, the latest first, with at most three
    queries."""
    whose = Q(player=player, substitute=None) | Q(substitute=player)
    seats = Seat.objects.filter(
        whose,
        sitting__ended_at=None,
        sitting__round_table=None,
        sitting__table__session__closed_at=None,
        sitting__table__session__played_on__range=tonight(),
    ).select_related("sitting__table__session")
    held = list(seats.order_by("-sitting__started_at"))
    if not held:
        return []
    beside = defaultdict(list)
    at_tables = Seat.objects.filter(sitting__in=[one.sitting_id for one in held])
    for seat in at_tables.select_related("player", "substitute").order_by("no"):
        beside[seat.sitting_id].append(seat)
    watch = Link.objects.filter(
        table__in=[one.sitting.table_id for one in held],
        right=Link.Right.WATCH,
        revoked_at=None,
    )
    links = dict(watch.values_list("table", "token"))
    return [
        AtTable(
            table=str(one.sitting.table),
            session=one.sitting.table.session,
            others=tuple(_clockwise(beside[one.sitting_id], one)),
            token=links.get(one.sitting.table_id, ""),
        )
        for one in held
    ]


def _clockwise(seats: list[Seat], own: Seat) -> list[str]:
    at = next(no for no, seat in enumerate(seats) if seat.pk == own.pk)
    return [(seat.substitute or seat.player).name for seat in (*seats[at + 1 :], *seats[:at])]


def checked_in(player: Player) -> ClubSession | None:
    """Return tonight's evening at which a player is checked in."""
    here = player.attendances.filter(
        left_at=None, session__closed_at=None, session__played_on__range=tonight()
    ).select_related("session")
    came = here.order_by("-arrived_at").first()
    return came.session if came else None


# -- Their evenings.


@dataclass(frozen=True, kw_only=True)
class OwnEvening:
    """An evening of a player, with their result."""

    session: ClubSession
    points: int
    net: int
    """Points ahead of the others."""
    net_minor: int
    place: str
    """Their rank in figures where it was a tournament; else by points ahead. "" without one."""
    of: int
    """How many were ranked."""
    by_rank: bool
    """Whether it was a tournament, with points scored instead of a lead."""
    counts: bool = True
    """Whether it counts in the club's seasons, as every evening does and not every tournament."""


def own_evenings(player: Player) -> tuple[list[OwnEvening], int]:
    """Return a player's latest evenings, and how many there are in all, with six queries."""
    those, days = defaultdict(list), {}
    for one in evenings_of(player):
        those[one.session].append(one)
        days[one.session] = one.played_on
    uncounted = {one.session.pk: one for one in uncounted_of(player)}
    days |= {key: one.session.played_on for key, one in uncounted.items()}
    last = sorted(days, key=lambda key: (days[key], key), reverse=True)[:LAST]
    sessions = ClubSession.objects.select_related("club").in_bulk(last)
    number_alike(sessions.values())
    ranks = _places_by_rank(player, last)
    places = _places_at_tables(player, last) | ranks
    found = []
    for key in last:
        total, (place, of) = sum_of(those.get(key, ())), places.get(key, ("", 0))
        found.append(
            OwnEvening(
                session=sessions[key],
                points=total.points if key not in uncounted else uncounted[key].points,
                net=total.net_points,
                net_minor=total.net_minor,
                place=place,
                of=of,
                by_rank=key in ranks,
                counts=key not in uncounted,
            )
        )
    return found, len(days)


def _places_at_tables(player: Player, sessions: list[int]) -> dict[int, tuple[str, int]]:
    nets: dict[int, dict[int, int]] = defaultdict(dict)
    asked = Tally.objects.filter(session__in=sessions).order_by().values_list("session", "player")
    for session, key, net in asked.annotate(Sum("net_points")):
        nets[session][key] = int(net)
    return {
        session: (ranked_by(of.values())[of[player.pk]], len(of)) for session, of in nets.items()
    }


def _places_by_rank(player: Player, sessions: list[int]) -> dict[int, tuple[str, int]]:
    """Their rank as it was announced, where the evening was a tournament."""
    whose = Q(player=player) | Q(partner=player)
    entries = Entrant.objects.filter(
        whose, tournament__session__in=sessions, tournament__finished_at__isnull=False
    )
    found = {}
    for entry in entries.select_related("tournament"):
        rows = entry.tournament.results["rows"]
        places = places_as_text(row["rank"] for row in rows)
        own = next((places[row["rank"]] for row in rows if row["no"] == entry.no), "")
        found[entry.tournament.session_id] = (own, len(rows))
    return found


# -- Their seasons.


@dataclass(frozen=True, kw_only=True)
class OwnSeason:
    """A season, with a player's place."""

    season: Season
    standing: Standing | None
    """None: they have not played in it."""
    criterion: Criterion
    """What ranks."""
    of: int
    """How many have a place."""


MOST_SEASONS = 3


def own_seasons(player: Player, today: date) -> list[OwnSeason]:
    """Return the current seasons, or the last one, with a player's place in each."""
    seasons: QuerySet[Season] = Season.objects.filter(club=player.club_id, starts_on__lte=today)
    seasons = seasons.select_related("club").order_by("-ends_on", "-pk")
    running = list(seasons.filter(ends_on__gte=today)[:MOST_SEASONS]) or list(seasons[:1])
    return [_own_season(season, player) for season in running]


def _own_season(season: Season, player: Player) -> OwnSeason:
    found = standings(rows_of(season), order=season.order, least_evenings=season.least_evenings)
    everybody = (*found.placed, *found.waiting)
    mine = next((one for one in everybody if one.row.player == player.pk), None)
    return OwnSeason(
        season=season,
        standing=mine,
        criterion=CRITERIA[season.order[0]],
        of=len(found.placed),
    )
