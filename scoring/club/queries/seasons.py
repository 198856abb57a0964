"""Results of a season's evenings by player: those played here, points for places, and imported
results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from operator import add

from django.db.models import CharField, F, Q, QuerySet
from django.db.models.functions import Cast

from scoring.club.models import EarlierResult, Season, Tally
from scoring.club.pure.race import Parts, Race, race
from scoring.club.pure.season import Evenings, Night, SeasonRow, Value, added_up, places_by
from scoring.club.queries.ratings import strengths_in
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession
from scoring.table.pure.tally import SUMS
from scoring.tournament.models import Entrant, Tournament


def counted_in(season: Season) -> QuerySet[Tally]:
    """The tallies that a season counts."""
    found = Tally.objects.filter(
        club=season.club_id, played_on__range=(season.starts_on, season.ends_on)
    )
    if season.counts == Season.Counts.ALL:
        return found
    if season.counts == Season.Counts.TOURNAMENTS:
        return found.filter(games=True, session__in=_tournaments(season).values("session"))
    return found.filter(games=season.counts == Season.Counts.GAMES)


def has_lists_alone(club: Club) -> bool:
    """Return whether all that a club has so far are evenings brought from elsewhere; two
    queries."""
    return (
        EarlierResult.objects.filter(earlier__club=club).exists()
        and not Tally.objects.filter(club=club).exists()
    )


def _counts_earlier(season: Season) -> Q:
    kinds = {Season.Counts.ALL: Q(), Season.Counts.TOURNAMENTS: Q(earlier__tournaments=True)}
    if season.counts not in kinds:
        # Whether games were played there nobody says.
        return Q(pk__in=[])
    days = Q(played_on__range=(season.starts_on, season.ends_on))
    return days & Q(earlier__club=season.club_id) & kinds[season.counts]


@dataclass(frozen=True, kw_only=True)
class SeasonSoFar:
    """The results of a season: of each evening, and added up with the points carried in."""

    evenings: Evenings
    """Those brought from elsewhere too."""
    rows: list[SeasonRow]


def rows_of(season: Season) -> list[SeasonRow]:
    """Return each player's result over the evenings of the season that count, including points
    carried in. The number of queries does not depend on the amount of data."""
    return season_so_far(season).rows


def race_of(season: Season, so_far: SeasonSoFar, by: str) -> Race | None:
    """Return how the totals of this criterion developed, without a query; None if it has no
    totals."""
    return race(
        so_far.evenings,
        by=by,
        ranks=season.order[0],
        best_of=season.best_of,
        carried=_carried(season, so_far, by),
    )


def _carried(season: Season, so_far: SeasonSoFar, by: str) -> dict[int, Parts]:
    """Return what each player carried into the season of what this criterion counts."""
    where = "place_points" if season.place_points else "points"
    if by == where:
        return {row.player: (row.carried, 0) for row in so_far.rows}
    if by != "points_an_evening":
        return {}
    nights = Counter(row.player for those in so_far.evenings.values() for row in those)
    counted = {who: min(no, season.best_of or no) for who, no in nights.items()}
    return {
        row.player: (
            row.carried if where == "points" else 0,
            row.counted - counted.get(row.player, 0),
        )
        for row in so_far.rows
    }


def season_so_far(season: Season) -> SeasonSoFar:
    """Return the results of a season. The number of queries does not depend on the amount of
    data."""
    strengths = strengths_in(season)
    earlier = EarlierResult.objects.filter(_counts_earlier(season) | Q(earlier__season=season.pk))
    results = list(earlier.order_by("pk").select_related("player"))
    brought = _earlier_evenings(season, [one for one in results if one.played_on])
    evenings = dict(sorted([*_evenings(season), *brought]))
    rows = added_up(evenings, by=season.order[0], best_of=season.best_of)
    rows = [row._replace(strength=strengths.get(row.player)) for row in rows]
    rows = _with_what_was_carried_in(season, rows, [one for one in results if not one.played_on])
    return SeasonSoFar(evenings=evenings, rows=rows)


def _evenings(season: Season) -> Iterator[tuple[Night, list[SeasonRow]]]:
    """Yield the evenings that are kept here."""
    names = dict(Player.objects.filter(club=season.club_id).values_list("pk", "name"))
    days: dict[int, str] = {}
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    # Read as they are stored: the database would take longer to add them up and to sort them. A
    # day is read as text, since Django would take a third of the time to make dates of all.
    rows = counted_in(season).order_by().annotate(day=Cast("played_on", CharField()))
    for row in rows.values_list("session", "player", *SUMS, "day"):
        key, sums = row[:2], row[2:-1]
        if key in found:
            found[key] = tuple(map(add, found[key], sums))
        else:
            found[key], days[key[0]] = sums, row[-1]
    of_session: dict[int, list[SeasonRow]] = defaultdict(list)
    for (session, player), sums in found.items():
        of_session[session].append(SeasonRow(player, names[player], 1, 1, *sums))
    brought = _by_rank(season) if season.place_points else {}
    for session, those in of_session.items():
        points = brought.get(session) or _by_figures(season, those)
        night = Night(date.fromisoformat(days[session]), (0, session))
        yield night, _with_place_points(those, points) if points else those


def _with_place_points(rows: list[SeasonRow], points: dict[int, Value]) -> list[SeasonRow]:
    return [row._replace(place_points=points.get(row.player, 0)) for row in rows]


def _by_figures(season: Season, rows: list[SeasonRow]) -> dict[int, Value]:
    """Return what the places of an evening without a tournament bring."""
    if not (season.place_points and season.places_by):
        return {}
    return season.places.of(places_by(rows, season.places_by))


def _by_rank(season: Season) -> dict[int, dict[int, Value]]:
    """Return what the ranks of tournaments bring, by session and player; each of a pair takes what
    the pair does."""
    found = list(_tournaments(season))
    people: dict[int, dict[int, list[int]]] = defaultdict(dict)
    entrants = Entrant.objects.filter(tournament__in=found, ghost=False)
    for tournament, no, *pair in entrants.values_list("tournament", "no", "player", "partner"):
        people[tournament][no] = [player for player in pair if player]
    brought = {}
    for tournament in found:
        ranks = {row["no"]: row["rank"] for row in tournament.results["rows"]}
        points = season.places.of(ranks)
        brought[tournament.session_id] = {
            player: points[no] for no in ranks for player in people[tournament.pk].get(no, ())
        }
    return brought


def _tournaments(season: Season) -> QuerySet[Tournament]:
    """Return the tournaments of a season that count: finished ones."""
    days = (season.starts_on, season.ends_on)
    found = Tournament.objects.filter(session__club=season.club_id, session__played_on__range=days)
    return found.filter(counts=True, finished_at__isnull=False)


def tournaments_left_out(season: Season) -> QuerySet[ClubSession]:
    """Return the evenings of a season with a finished tournament that does not count."""
    days = {"played_on__range": (season.starts_on, season.ends_on)}
    out = {"tournament__counts": False, "tournament__finished_at__isnull": False}
    return ClubSession.objects.filter(club=season.club_id, **days, **out).order_by("played_on")


def _earlier_evenings(
    season: Season, results: list[EarlierResult]
) -> Iterator[tuple[Night, list[SeasonRow]]]:
    """Yield the evenings that were kept elsewhere."""
    evenings: dict[tuple[date, str], list[EarlierResult]] = defaultdict(list)
    for one in results:
        evenings[one.played_on, one.title].append(one)
    for (day, title), those in evenings.items():
        scored, places = Counter(), {}
        # Of two entries that were made one person's, what both had.
        for one in those:
            scored[one.player] += one.points or 0
            places |= (
                {one.player: min(one.place, places.get(one.player, one.place))} if one.place else {}
            )
        rows = [
            SeasonRow(
                player=player.pk,
                name=player.name,
                points=points,
                elsewhere=1,
                evenings=1,
                counted=1,
                hands=0,
            )
            for player, points in scored.items()
        ]
        brought = _by_their_places(season, {player.pk: no for player, no in places.items()}, rows)
        yield Night(day, (1, title)), _with_place_points(rows, brought)


def _by_their_places(
    season: Season, places: dict[int, int], rows: list[SeasonRow]
) -> dict[int, Value]:
    """Return the points for places at an imported evening, from the places in its list. If it has
    none, they are by points, if the season ranks by points. It has no other figures."""
    if not season.place_points:
        return {}
    return (
        season.places.of(places)
        if places or season.places_by != "points"
        else _by_figures(season, rows)
    )


def _with_what_was_carried_in(
    season: Season, rows: list[SeasonRow], results: list[EarlierResult]
) -> list[SeasonRow]:
    """Return the rows with the points carried into the season. They are season points if places
    bring points, otherwise points."""
    found = {row.player: row for row in rows}
    where = "place_points" if season.place_points else "points"
    for one in results:
        about = {"player": one.player_id, "name": one.player.name}
        nothing = SeasonRow(**about, evenings=0, counted=0, hands=0, points=0)
        row, points = found.get(one.player_id, nothing), one.points or 0
        evenings = {
            name: getattr(row, name) + (one.evenings or 0)
            for name in ("evenings", "counted", "elsewhere")
        }
        sums = {where: getattr(row, where) + points, "carried": row.carried + points}
        found[one.player_id] = row._replace(**evenings, **sums)
    return list(found.values())


def kept_here(club: Club, season: Season | None) -> set[tuple]:
    """Return the results that a club has already, as player, day and title, which is None for an
    evening played here. With a season, also the players who carried points into it."""
    results = EarlierResult.objects.filter(earlier__club=club, earlier__season=season)
    found = {
        (player, day, title.casefold())
        for player, day, title in results.values_list("player", "played_on", "title")
    }
    played = Tally.objects.filter(club=club).values_list("player", "played_on").distinct()
    return found | {(player, day, None) for player, day in played.order_by()}


def earlier_of(player: Player) -> list[EarlierResult]:
    """Return what was brought of a player from elsewhere, the latest first: one query."""
    found = player.earlier_results.select_related("earlier__season")
    return list(found.order_by(F("played_on").desc(nulls_last=True), "-pk"))
