"""A club's public pages, as one plain value each, for both HTML and JSON.

Pages can show nothing else. All names pass through `_person`, and amounts of money are never read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from hashlib import sha256
from math import ceil
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.urls import reverse

from scoring.club.models import Season, Tally
from scoring.club.pure.race import Lead, Race, lead_of, lead_words
from scoring.club.pure.season import CRITERIA as OF_SEASONS
from scoring.club.pure.season import SeasonRow, standings
from scoring.club.queries.seasons import race_of, season_so_far
from scoring.common.prepared import Prepared
from scoring.common.tonight import tonight
from scoring.evening.models import SignUpList
from scoring.league.models import League
from scoring.league.pure.naming import UNNAMED, Naming
from scoring.people.models import Club, Part, Player
from scoring.table.models import ClubSession
from scoring.table.queries.evenings import number_alike
from scoring.tournament.models import Entrant, Round, Tournament
from scoring.tournament.pure.formats import COLUMNS as OF_TOURNAMENTS
from scoring.tournament.pure.standings_document import reasons_in
from scoring.tournament.queries.hall import Hall, hall_of
from scoring.tournament.queries.now import entrants_of, format_in

FORMAT = "euchre-open/1"
MOST_TO_COME, LATEST, A_PAGE = 30, 5, 50


# -- The version of a page, by one query.


class Seen(NamedTuple):
    """Values that show whether a cached page is current."""

    parts: list[str]
    """What of the club is open."""
    version: str


def _sum_of(model: type, club: str) -> Subquery:
    rows = model.objects.filter(**{club: OuterRef("pk")}).order_by().values(club)
    return Subquery(rows.annotate(versions=Sum("version")).values("versions"))


# A version only rises, and what is deleted raises the club's: no two states have the same sums.
_of_club = Prepared(
    lambda club: Club.objects.filter(pk=club).values_list(
        "open_parts",
        "public_version",
        _sum_of(ClubSession, "club"),
        _sum_of(Tournament, "session__club"),
        _sum_of(League, "club"),
    )
)
# Not the evening's version, which every hand raises.
_of_live = Prepared(
    lambda session: Tournament.objects.filter(session=session).values_list(
        "session__club__open_parts",
        "session__club",
        "session__club__public_version",
        "version",
        "session__title",
        "session__played_on",
        "session__closed_at",
    )
)


def seen_of_club(club: int, **page: int) -> Seen | None:
    """Return the versions for the pages of a club, or None without one, with one query."""
    return next((Seen(row[0], _version(row[1:])) for row in _of_club(club)), None)


def seen_live(club: int, *, evening: int) -> Seen | None:
    """Return the versions for the page of a current tournament, or None if this club has no such
    tournament, with one query."""
    found = (row for row in _of_live(evening) if row[1] == club)
    return next((Seen(row[0], _version(row[2:])) for row in found), None)


def _version(row: Iterable[object]) -> str:
    """Return what stands for these values, and says nothing of them."""
    return sha256(repr(tuple(row)).encode()).hexdigest()[:20]


# -- Names.


def _person(player: Player, naming: Naming) -> dict:
    """Return a person as public pages show them. No other code writes names."""
    named = not (player.unnamed or player.forgotten_at or naming.hides)
    if not named:
        return {"name": UNNAMED, "disc": None}
    return {"name": naming.person(player.name), "disc": player.colour}


def _naming(club: Club) -> Naming:
    return Naming(how=club.open_names)


def _people(club: Club, keys: Collection[int]) -> dict[int, dict]:
    """Return how these players are shown, by their keys: one query."""
    found = Player.objects.filter(club=club, pk__in=keys)
    return {player.pk: _person(player, _naming(club)) for player in found}


def _entrants(club: Club, entrants: Iterable[Entrant]) -> dict[tuple[int, int], list[dict]]:
    """Return who each entrant is, by tournament and number; of a pair both."""
    naming = _naming(club)
    return {
        (one.tournament_id, one.no): [_person(player, naming) for player in one.people]
        for one in entrants
    }


# -- What pages have in common.


def _page(club: Club, page: str, address: str, **more: object) -> dict:
    """Return a page's value; `address` is of its HTML."""
    about = {"name": club.name, "place": club.place, "address": reverse("open", args=[club.pk])}
    return {"format": FORMAT, "page": page, "address": address, "club": about} | more


def _evening(session: ClubSession) -> dict:
    about = {"date": session.played_on, "starts_at": session.starts_at}
    return about | {"title": session.title, "kind": session.kind}


def _column(key: str, title: str, *, signed: bool = False) -> dict:
    return {"key": key, "title": title, "signed": signed}


def _row(
    place: int | None,
    people: list[dict],
    figures: dict,
    *,
    shared: bool = False,
    notes: Sequence[str] = (),
) -> dict:
    """Return a row. Its notes are left out where a person isn't named, as they may say who it
    is."""
    row = {"place": place, "shared": shared, "people": people, "figures": figures}
    named = all(one["disc"] is not None for one in people)
    return row | ({"notes": list(notes)} if notes and named else {})


def _shared(rows: list[dict]) -> list[dict]:
    """Return the rows, each with a mark if its place is shared."""
    places = [row["place"] for row in rows]
    return [row | {"shared": places.count(row["place"]) > 1} for row in rows]


def _plain(value: object, written: str) -> object:
    """Return a figure for JSON, as a whole number, a text with two decimals or of games and points
    head to head, or None."""
    if isinstance(value, Fraction | tuple):
        return written.replace("\N{MINUS SIGN}", "-")
    return value


# -- The pages.


def front_of(club: Club, today: date) -> dict:
    """Return a club's first page, with the top of each public part."""
    found = _page(club, "club", reverse("open", args=[club.pk]))
    if Part.LIVE in club.open_parts:
        found["live"] = [_evening(one) | {"address": _live_address(one)} for one in _live(club)]
    if Part.EVENINGS in club.open_parts:
        found["evenings"] = _to_come(club, today)
    if Part.RESULTS in club.open_parts:
        found["results"] = _with_winners(club, list(_played(club)[:LATEST]))
    if Part.SEASONS in club.open_parts:
        found["seasons"] = [_season(one) for one in club.seasons.all()]
    leagues = club.leagues.filter(open_to_all=True)
    return found | {
        "leagues": [{"name": str(one), "address": one.get_absolute_url()} for one in leagues]
    }


def _ours(club: Club) -> QuerySet[ClubSession]:
    """A club's evenings, without the nights of its leagues, which say themselves who may look."""
    return club.sessions.filter(league_match=None)


def _to_come(club: Club, today: date) -> list[dict]:
    """Return the evenings from today on, each with the address of its sign-up list and when that
    closes. So a cached page stays correct."""
    asked = _ours(club).filter(closed_at=None, played_on__gte=today)
    asked = asked.annotate(a_tournament=Exists(Tournament.objects.filter(session=OuterRef("pk"))))
    found = list(asked.order_by("played_on", "pk")[:MOST_TO_COME])
    lists = SignUpList.objects.filter(session__in=found).select_related("session")
    open_lists = {
        one.session_id: {"list": one.get_absolute_url(), "list_closes": one.closes_at}
        for one in lists
        if one.is_open
    }
    closed = {"list": None, "list_closes": None}
    number_alike(found)
    return [
        _evening(one) | {"tournament": one.a_tournament} | open_lists.get(one.pk, closed)
        for one in found
    ]


def _live(club: Club) -> QuerySet[ClubSession]:
    """Return the evenings with a tournament that has a published round."""
    published = Round.objects.filter(tournament__session=OuterRef("pk"), published_at__isnull=False)
    found = _ours(club).filter(Exists(published), closed_at=None, played_on__range=tonight())
    return found.order_by("-played_on", "-pk")


def _live_address(session: ClubSession) -> str:
    return reverse("open-live", args=[session.club_id, session.pk])


def _played(club: Club) -> QuerySet[ClubSession]:
    """Return the evenings with a result that are over, the latest first."""
    counted = Exists(Tally.objects.filter(session=OuterRef("pk")))
    closed = Q(counted, tournament=None, closed_at__isnull=False)
    over = closed | Q(tournament__finished_at__isnull=False)
    return _ours(club).filter(over).order_by("-played_on", "-pk")


def results_of(club: Club, page: int) -> dict:
    """Return evenings that were with who won them, A_PAGE a page, the latest first; a page that is
    not there is the last one."""
    played = _played(club)
    pages = max(1, ceil(played.count() / A_PAGE))
    page = min(max(page, 1), pages)
    found = list(played[(page - 1) * A_PAGE : page * A_PAGE])
    about = {"evenings": _with_winners(club, found), "no": page, "pages": pages}
    return _page(club, "results", reverse("open-results", args=[club.pk]), **about)


def _with_winners(club: Club, sessions: list[ClubSession]) -> list[dict]:
    """Return these evenings, each with who won it and its address."""
    number_alike(sessions)
    won = _won_by_rank(club, sessions) | _won_at_tables(club, sessions)
    return [
        _evening(one)
        | {"address": reverse("open-result", args=[club.pk, one.pk])}
        | won.get(one.pk, {"winners": [], "points": None})
        for one in sessions
    ]


def _won_by_rank(club: Club, sessions: list[ClubSession]) -> dict[int, dict]:
    """Return who came first in the tournaments of these evenings, as was announced."""
    found = Tournament.objects.filter(session__in=sessions, finished_at__isnull=False)
    first = {one: [row for row in one.results["rows"] if row["rank"] == 1] for one in found}
    asked = Q(pk=None)
    for tournament, rows in first.items():
        asked |= Q(tournament=tournament, no__in=[row["no"] for row in rows])
    entrants = Entrant.objects.filter(asked).select_related("player", "partner")
    people = _entrants(club, entrants)
    return {
        one.session_id: {
            "winners": [person for row in rows for person in people.get((one.pk, row["no"]), [])],
            "points": rows[0]["points"] if rows else None,
        }
        for one, rows in first.items()
    }


def _won_at_tables(club: Club, sessions: list[ClubSession]) -> dict[int, dict]:
    """Return the player with the largest lead in points at each evening without a tournament, if
    there is one."""
    asked = Tally.objects.filter(session__in=sessions, session__tournament=None).order_by()
    ahead: dict[int, dict[int, int]] = defaultdict(dict)
    for session, player, net in asked.values_list("session", "player").annotate(Sum("net_points")):
        # PostgreSQL adds up large numbers as decimals.
        ahead[session][player] = int(net)
    first = {
        session: [player for player, net in nets.items() if net == max(nets.values()) > 0]
        for session, nets in ahead.items()
    }
    people = _people(club, {player for players in first.values() for player in players})
    return {
        session: {
            "winners": [people[player] for player in sorted(players)],
            "points": max(ahead[session].values()) if players else None,
        }
        for session, players in first.items()
    }


def result_of(club: Club, evening: int) -> dict | None:
    """Return how an evening ended; None where the club has none of this key that is over."""
    session = _played(club).filter(pk=evening).select_related("tournament").first()
    if session is None:
        return None
    number_alike([session])
    tournament = getattr(session, "tournament", None)
    tables = _announced(club, tournament) if tournament else _tallied(club, session)
    address = reverse("open-result", args=[club.pk, session.pk])
    return _page(club, "result", address, evening=_evening(session), standings=tables)


def _announced(club: Club, tournament: Tournament) -> list[dict]:
    """Return the standings of a tournament as they were announced, without its prizes."""
    people = _entrants(club, entrants_of(tournament))
    ranking = format_in(tournament).ranks_by
    rows = [
        _row(
            row["rank"],
            people.get((tournament.pk, row["no"]), []),
            {key: row.get(key) for key in ranking},
            notes=reasons_in(row),
        )
        for row in tournament.results["rows"]
    ]
    columns = [_column(key, OF_TOURNAMENTS[key].capitalize()) for key in ranking]
    return [{"title": "", "columns": columns, "rows": _shared(rows)}]


def _tallied(club: Club, session: ClubSession) -> list[dict]:
    """Return who scored what at the tables, points and games apart, who is most ahead first."""
    sums: dict[bool, dict[int, list[int]]] = {}
    asked = Tally.objects.filter(session=session).order_by()
    grouped = asked.values_list("games", "player").annotate(Sum("points"), Sum("net_points"))
    for games, player, points, net in grouped:
        sums.setdefault(games, {})[player] = [int(net), int(points)]
    people = _people(club, {player for of in sums.values() for player in of})
    return [
        {
            "title": title if len(sums) > 1 else "",
            "columns": [
                _column("ahead", "Points ahead", signed=True),
                _column("scored", "Game points" if games else "Points scored"),
            ],
            "rows": _shared(_ranked(sums[games], people)),
        }
        for games, title in ((False, "Points"), (True, "Games"))
        if games in sums
    ]


def _ranked(sums: Mapping[int, Sequence[int]], people: Mapping[int, dict]) -> list[dict]:
    """Return the rows in order. Equal leads share the place."""
    order = sorted(sums, key=lambda player: (*(-one for one in sums[player]), player))
    nets = [net for net, _ in sums.values()]
    return [
        _row(
            1 + sum(other > sums[player][0] for other in nets),
            [people[player]],
            {"ahead": sums[player][0], "scored": sums[player][1]},
        )
        for player in order
    ]


def _season(season: Season) -> dict:
    address = reverse("open-season", args=[season.club_id, season.pk])
    days = {"from": season.starts_on, "to": season.ends_on}
    return {"name": season.name} | days | {"address": address}


def season_of(club: Club, season: int) -> dict | None:
    """Return the standings of a season, with the figures that rank and decide ties, or None without
    one. What single nights brought is shown only if the club's results are public too.

    Money does not rank here, though it may in the club. The page says so then.
    """
    found = club.seasons.filter(pk=season).first()
    if found is None:
        return None
    own = found.order
    found.order = [key for key in own if not OF_SEASONS[key].money] or ["points"]
    so_far = season_so_far(found)
    rows, by_night = so_far.rows, Part.RESULTS in club.open_parts
    race = race_of(found, so_far, found.order[0]) if by_night else None
    ranked = standings(rows, order=found.order, least_evenings=found.least_evenings)
    people = _people(club, {row.player for row in rows})
    keys = list(dict.fromkeys([found.order[0], "evenings", *found.order]))
    columns = [
        _column(key, OF_SEASONS[key].title, signed=OF_SEASONS[key].against_others) for key in keys
    ]
    placed = [
        _row(
            one.place,
            [people[one.row.player]],
            _figures(one.row, keys),
            shared=one.shared,
            notes=[one.reason] if one.reason else [],
        )
        | _progress(race, one.row.player, people)
        for one in (*ranked.placed, *ranked.waiting)
    ]
    return _page(
        club,
        "season",
        _season(found)["address"],
        season=_season(found) | {"evenings": len(so_far.evenings)},
        order=[OF_SEASONS[key].title.lower() for key in found.order],
        without_money=found.order != own,
        best_of=found.best_of,
        least_evenings=found.least_evenings,
        lead=_lead(lead_of(ranked.placed, OF_SEASONS[found.order[0]]), people),
        best_night=_best_night(race, people),
        nights=[night.played_on for night in race.nights] if race else [],
        hundredths=bool(race and race.scale > 1),
        standings=[{"title": "", "columns": columns, "rows": placed}],
    )


def _lead(lead: Lead | None, people: Mapping[int, dict]) -> dict | None:
    if lead is None:
        return None
    return {
        "people": [people[player] for player in lead.players],
        "by": _plain(lead.by, lead_words(lead.by)),
    }


def _best_night(race: Race | None, people: Mapping[int, dict]) -> dict | None:
    """Return who had the best night of a season, and what it brought. None if one of them isn't
    named, so that no one else is said to have had it."""
    best: dict[int, int] = {}
    for player in people if race else ():
        brought = race.results(player)
        figures = [one for one in brought if one is not None]
        if figures:
            best[player] = max(figures)
    most = max(best.values(), default=None)
    first = [people[player] for player in sorted(best) if best[player] == most]
    if not first or any(one["disc"] is None for one in first):
        return None
    return {"people": first, "brought": most}


def _progress(race: Race | None, player: int, people: Mapping[int, dict]) -> dict:
    """Return what each night of a season brought a player, and their total after it. Nothing of
    players who aren't named, as the nights when they came may say who it is."""
    if race is None or people[player]["disc"] is None:
        return {}
    totals, brought = dict(race.totals(player)), race.results(player)
    after = [None if one is None else totals.get(no + 1) for no, one in enumerate(brought)]
    return {"nights": brought, "totals": after}


def _figures(row: SeasonRow, keys: Iterable[str]) -> dict:
    return {key: _plain(OF_SEASONS[key].value(row), OF_SEASONS[key].written(row)) for key in keys}


def live_of(club: Club, evening: int) -> dict | None:
    """Return a tournament as its hall sees it, with round, clock, tables and standings. It is None
    unless this club has a current one with this key."""
    session = _live(club).filter(pk=evening).select_related("tournament").first()
    if session is None:
        return None
    session.club = session.tournament.session.club = club
    hall, people = hall_of(session.tournament), {}
    if hall.round is None:  # taken back a moment ago
        return None
    for (_, no), who in _entrants(club, entrants_of(session.tournament)).items():
        people[no] = who
    return _page(
        club,
        "live",
        _live_address(session),
        evening=_evening(session),
        state=_state(hall),
        round=hall.round.no,
        rounds=hall.now.format.rounds,
        clock=_clock(hall),
        secret=hall.hidden,
        standings=[] if hall.hidden else _hall_standings(hall, people),
        tables=_hall_tables(hall, people),
    )


def _state(hall: Hall) -> str:
    """Return the state of the round, "soon", "on", "stopped" or "over", or "finished" for the
    tournament."""
    if hall.finished:
        return "finished"
    if hall.round.ended_at:
        return "over"
    if not hall.round.started_at:
        return "soon"
    return "stopped" if hall.round.paused_at else "on"


def _clock(hall: Hall) -> dict | None:
    """Return when the round began, and when its clock ends if it runs, or None between rounds. It
    doesn't depend on the time, so that the page stays the same."""
    round, minutes = hall.round, hall.now.format.minutes
    if not round.playing or hall.finished:
        return None
    ends = None
    if minutes and not round.paused_at:
        ends = round.started_at + timedelta(minutes=minutes, seconds=round.paused_seconds)
    return {"began": round.started_at, "ends": ends}


def _hall_standings(hall: Hall, people: Mapping[int, list[dict]]) -> list[dict]:
    ranking = hall.now.format.ranks_by
    rows = [
        _row(
            row.rank,
            people.get(row.no, []),
            {key: _plain(getattr(row, key), row.written(key)) for key in ranking},
            notes=row.reasons,
        )
        for row in hall.rows.values()
        if row.rounds
    ]
    columns = [_column(key, OF_TOURNAMENTS[key].capitalize()) for key in ranking]
    return [{"title": "", "columns": columns, "rows": _shared(rows)}] if rows else []


def _hall_tables(hall: Hall, people: Mapping[int, list[dict]]) -> list[dict]:
    """Return the players of each table, with the result once the round is over."""
    if hall.finished or hall.seated is None:
        return []
    shows = hall.round.ended_at and not hall.hidden
    return [
        {
            "no": table.no,
            "sides": [
                {
                    "people": [person for no in who for person in people.get(no, [])],
                    "points": table.result.points.get(side)
                    if shows and table.result and table.result.played
                    else None,
                }
                for side, who in table.by_side.items()
            ],
        }
        for table in hall.seated.tables
    ]
