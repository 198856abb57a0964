"""What a finished tournament that counts in seasons comes to for each of its people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from scoring.figures.play import Play, plays
from scoring.figures.tally import Tallied
from scoring.models.club import Player
from scoring.models.pairs_played import PairPlayed, replaced_in
from scoring.models.play import ClubSession, Sitting
from scoring.models.reckoning import whole
from scoring.models.tournament import Entrant, Tournament
from scoring.models.tournament_now import entrants_of, told
from scoring.movements.tournament import values
from scoring.movements.tournament.standings import standings
from scoring.movements.tournament.tally import Line, average, rows_by_round

HANDS_TO_THE_BELL = 6
"""What a round to five takes, where no table of it logged any."""


def tallied_rounds(session: ClubSession) -> Iterator[tuple[int, str, Tallied]]:
    """Yield the figures of each player (his key) with the key of the rules, if the evening's
    tournament counts: points as they rank, a round won or lost as a game, nothing for money."""
    found = Tournament.objects.filter(session=session, counts=True, finished_at__isnull=False)
    for tournament in found.select_related("house", "session"):
        known = told(tournament)
        points, lines = {row.no: row.points for row in standings(known)}, rows_by_round(known)
        rules = tournament.house.base if tournament.house else known.format.rules
        (logged, play), replaced = _logged(tournament), replaced_in(tournament)
        for entrant in entrants_of(tournament).filter(ghost=False):
            by = _by(entrant, lines[entrant.no], replaced.get(entrant.no))
            for player, played in by.items():
                his = (
                    sum(line.points for line in played)
                    if entrant.no in replaced
                    else points[entrant.no]
                )
                yield (
                    player.pk,
                    rules,
                    Tallied(
                        hands=_hands(known, played, logged),
                        points=his,
                        games_won=sum(line.won is True for line in played),
                        games_lost=sum(line.won is False for line in played),
                        play=play[player.pk],
                    ),
                )


def _by(
    entrant: Entrant, lines: Sequence[Line], replaced: PairPlayed | None
) -> dict[Player, list[Line]]:
    """Return the rounds of each of an entrant’s people who played any, those they sat out too; one
    of a pair may have been replaced."""
    found = defaultdict(list)
    for line in lines:
        people = _people_in(line.round, replaced) if replaced else ()
        for player in people or entrant.people if line.points is not None else ():
            found[player].append(line)
    return {player: his for player, his in found.items() if any(line.played for line in his)}


def _people_in(round: int, pair: PairPlayed) -> tuple[Player, ...]:
    """Return who was of a pair in a round. One that they sat out is theirs who played their next,
    or who are the pair now (a ruling of ours)."""
    return next((people for no, people in sorted(pair.rounds.items()) if no >= round), pair.now)


def _hands(
    known: values.Tournament, played: list[Line], logged: Mapping[tuple[int, int], int]
) -> int:
    """Return how many hands somebody played. Where they were not logged: as many as a round has, or
    as the other tables of the round played on average before the bell (a ruling of ours)."""
    rounds = [(line.round, line.table) for line in played if line.played]
    return sum(logged.get(each) or _usual(known, logged, each[0]) for each in rounds)


def _usual(known: values.Tournament, logged: Mapping[tuple[int, int], int], round: int) -> int:
    if known.format.ends == "hands":
        return known.format.hands
    others = [number for (no, _), number in logged.items() if no == round]
    return average(others) or HANDS_TO_THE_BELL


def _logged(tournament: Tournament) -> tuple[dict[tuple[int, int], int], dict[int, Play]]:
    """Return how many hands were logged by round and table, and how each player played in them."""
    hands: dict[tuple[int, int], int] = defaultdict(int)
    play: dict[int, Play] = defaultdict(Play)
    sittings = Sitting.objects.filter(
        round_table__round__tournament=tournament, hands__state="counted"
    )
    in_order = sittings.distinct().select_related("round_table__round")
    for sitting in whole(in_order.order_by("round_table__round__no", "round_table__no", "no")):
        players = [player.pk for player in sitting.players]
        where = sitting.round_table.round.no, sitting.round_table.no
        hands[where] += sum(one.hand.void is None for one in sitting.played)
        for player, how in plays(
            sitting.played, rules=sitting.table.rules, players=players
        ).items():
            play[player] += how
    return hands, play
