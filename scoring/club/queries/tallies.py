"""Compute the tallies of closed evenings and tournaments from hands, and add them up in the
database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import (
    Exists,
    OuterRef,
    Q,
    QuerySet,
)

from scoring.club.models import Rating, Tally
from scoring.club.pure.career import Evening
from scoring.euchre.wording import places_as_text
from scoring.people.models import Player
from scoring.table.models import ClubSession, Sitting
from scoring.table.pure.play import Play, Rounds, plays
from scoring.table.pure.tally import Tallied, tallied
from scoring.table.queries.settlement import whole
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.pure.tally import EntrantRound, rows_by_round
from scoring.tournament.queries.now import entrants_of, load_tournament
from scoring.tournament.queries.pairs_played import PairPlayed, replaced_in


def tallied_rounds(session: ClubSession) -> Iterator[tuple[int, str, Tallied]]:
    """Yield the figures of each player (their key) with the key of the rules, if the evening's
    tournament counts. They have the points of its own rounds, including sit-outs, each round as a
    game won or lost, and no money. Points carried in count where they were won."""
    found = Tournament.objects.filter(session=session, counts=True, finished_at__isnull=False)
    for tournament in found.select_related("house", "session"):
        known = load_tournament(tournament)
        lines = rows_by_round(known)
        rules = tournament.house.base if tournament.house else known.format.rules
        play, replaced = _played(tournament), replaced_in(tournament)
        for entrant in entrants_of(tournament).filter(ghost=False):
            by = _by(entrant, lines[entrant.no], replaced.get(entrant.no))
            for player, played in by.items():
                how = play[player.pk] + Play(rounds=_rounds(played))
                yield (
                    player.pk,
                    rules,
                    Tallied(
                        hands=how.hands,
                        points_of_hands=how.points,
                        points=sum(line.points for line in played),
                        games_won=sum(line.won is True for line in played),
                        games_lost=sum(line.won is False for line in played),
                        play=how,
                    ),
                )


def _rounds(lines: Iterable[EntrantRound]) -> Rounds:
    played = [line.points for line in lines if line.played]
    return Rounds(rounds=len(played), points=sum(played))


def _by(
    entrant: Entrant, lines: Sequence[EntrantRound], replaced: PairPlayed | None
) -> dict[Player, list[EntrantRound]]:
    """Return the rounds of each of an entrant’s people who played any, those they sat out too; one
    of a pair may have been replaced."""
    found = defaultdict(list)
    for line in lines:
        people = _people_in(line.round, replaced) if replaced else ()
        for player in people or entrant.people if line.points is not None else ():
            found[player].append(line)
    return {player: lines for player, lines in found.items() if any(line.played for line in lines)}


def _people_in(round: int, pair: PairPlayed) -> tuple[Player, ...]:
    """Return who was of a pair in a round. One that they sat out is theirs who played their next,
    or who are the pair now (a ruling of ours)."""
    return next((people for no, people in sorted(pair.rounds.items()) if no >= round), pair.now)


def _played(tournament: Tournament) -> dict[int, Play]:
    """Return the statistics of each player from the recorded hands."""
    play: dict[int, Play] = defaultdict(Play)
    sittings = Sitting.objects.filter(
        round_table__round__tournament=tournament, hands__state="counted"
    )
    in_order = sittings.distinct().select_related("round_table__round")
    for sitting in whole(in_order.order_by("round_table__round__no", "round_table__no", "no")):
        players = [player.pk for player in sitting.players]
        for player, how in plays(sitting.played, rules=sitting.rules, players=players).items():
            play[player] += how
    return play


def tallies_from_hands(session: ClubSession) -> list[Tally]:
    """Return the session's tallies, not yet stored, from its hands, and from its tournament if that
    counts. Players without a hand or points are left out."""
    found: dict[tuple[int, str, bool], Tallied] = defaultdict(Tallied)
    ours = Sitting.objects.filter(table__session=session, round_table=None)
    for sitting in whole(ours.order_by("started_at", "pk")):
        terms = sitting.terms
        games = terms.rules.pays_games
        players = [player.pk for player in sitting.players]
        come_to = tallied(
            sitting.played, rules=terms.rules, players=players, stake=terms.stake_minor
        )
        for player, figures in come_to.items():
            if figures != Tallied():  # a penalty in a void deal has points and no hand
                found[player, terms.rules_key, games] += figures
    for player, rules, figures in tallied_rounds(session):
        found[player, rules, True] += figures
    about = {"club_id": session.club_id, "session": session, "played_on": session.played_on}
    return [
        Tally(player_id=player, rules_key=key, games=games, **about, **figures.as_row())
        for (player, key, games), figures in found.items()
    ]


def closed_sessions(*, club: int | None = None, uncounted: bool = False) -> QuerySet[ClubSession]:
    """Return closed evenings in order of time, of one club or of all. `uncounted` selects those
    without tallies."""
    found = ClubSession.objects.exclude(closed_at=None).order_by("played_on", "pk")
    found = found if club is None else found.filter(club=club)
    tallies = Tally.objects.filter(session=OuterRef("pk"))
    return found.filter(~Exists(tallies)) if uncounted else found


def evenings_of(player: Player) -> list[Evening]:
    """Return all their tallies in the order of time: one query."""
    rows = Tally.objects.filter(player=player).order_by("played_on", "session_id", "pk")
    return [Evening(*row) for row in rows.values_list("session_id", *Evening._fields[1:])]


@dataclass(frozen=True, kw_only=True)
class Uncounted:
    """A player's result in a tournament that does not count in the seasons."""

    session: ClubSession
    place: str
    """In figures, "=3" where others share it."""
    of: int
    """How many were ranked."""
    rounds: int
    points: int


def uncounted_of(player: Player) -> list[Uncounted]:
    """Return a player's closed tournaments that do not count in the seasons, in order of time, by
    the announced results, with one query."""
    entered = Entrant.objects.filter(
        Q(player=player) | Q(partner=player),
        ghost=False,
        tournament__counts=False,
        tournament__finished_at__isnull=False,
        tournament__session__closed_at__isnull=False,
    ).select_related("tournament__session__club")
    order = ("tournament__session__played_on", "tournament__session")
    found = []
    for entrant in entered.order_by(*order):
        rows = entrant.tournament.results["rows"]
        places = places_as_text(row["rank"] for row in rows)
        for row in rows:
            if row["no"] == entrant.no and row["rounds"]:
                figures = {"rounds": row["rounds"], "points": row["points"], "of": len(rows)}
                session, place = entrant.tournament.session, places[row["rank"]]
                found.append(Uncounted(session=session, place=place, **figures))
    return found


def ratings_of(player: Player, *, year: int | None, most: int) -> list[tuple[date, int, int, int]]:
    """Return day, mu, sigma and sittings so far after each of their latest evenings, the last
    first, of a year or of all; one query."""
    rows = Rating.objects.filter(player=player, **({"played_on__year": year} if year else {}))
    latest = rows.order_by("-played_on", "-session_id")
    return list(latest.values_list("played_on", "mu", "sigma", "sittings")[:most])


def names_of(players: set[int]) -> dict[int, str]:
    """Return what these players are called: one query."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))
