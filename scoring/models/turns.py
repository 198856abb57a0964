"""Who has played how often at a table without a break, who waits for it, and who is free to.

A turn is a rubber where rubbers are played, a game where games are, and else a round of deals: so
many that each at the table has dealt once. A fixed number of queries, however many sittings there
were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.models.club import Player
from scoring.models.evening import Candidate
from scoring.models.evening_now import GONE, Person, people_of
from scoring.models.play import ClubSession, Seat, Sitting, Table
from scoring.models.reckoning import whole
from scoring.rules.rule_set import RuleSet


def turn_of(rules: RuleSet) -> str:
    """Return what a turn is by these rules: a key of `cutting_out.TURNS`."""
    if rules.target is None:
        return "round"
    return "rubber" if rules.rubber else "game"


def turns_in(sitting: Sitting) -> int:
    """Return how many turns were finished in a sitting."""
    standing = sitting.standing
    if standing is None:
        return _deals_passed_on(sitting) // len(sitting.players)
    return len(standing.rubbers) if sitting.table.rules.rubber else standing.over


def between_turns(sitting: Sitting) -> bool:
    """Return whether no turn is in progress: nothing counts yet, or the last one is over."""
    standing = sitting.standing
    if standing is None:
        return _deals_passed_on(sitting) % len(sitting.players) == 0
    in_progress = sitting.played[standing.opened - 1 :]
    return not standing.rubber and all(played.hand.void for played in in_progress)


def _deals_passed_on(sitting: Sitting) -> int:
    return sum(played.dealer != played.next_dealer for played in sitting.played)


@dataclass(frozen=True, kw_only=True)
class Turns:
    """The sitting in progress with its people, and how many turns each has played running."""

    sitting: Sitting
    counts: dict[int, int]
    """By the player's key."""
    predecessors: dict[int, str]
    """Whose turns are counted in, by the key of who took his place (law 19)."""

    @property
    def turn(self) -> str:
        return turn_of(self.sitting.table.rules)

    @property
    def between(self) -> bool:
        """Whether no turn is in progress."""
        return between_turns(self.sitting)

    @property
    def over(self) -> bool:
        """Whether these people have played a turn to its end and begun no other: the time to
        change."""
        return self.between and turns_in(self.sitting) > 0


def turns_at(table: Table) -> Turns:
    """Return the Turns of a table, counted over all its sittings: four queries."""
    sittings = whole(table.sittings.not_replaced().order_by("no"))
    successors = Seat.objects.filter(sitting__table=table, in_place_of__isnull=False)
    took = {
        (seat.sitting_id, seat.player_id): seat.in_place_of
        for seat in successors.select_related("in_place_of")
    }
    counts: dict[int, int] = {}
    predecessors: dict[int, str] = {}
    for sitting in sittings:
        before, counts = counts, {}
        for player in sitting.players:
            whose = took.get((sitting.pk, player.pk))
            counts[player.pk] = before.get(whose.pk if whose else player.pk, 0) + turns_in(sitting)
            if whose:
                predecessors[player.pk] = whose.name
            elif player.pk not in before:
                predecessors.pop(player.pk, None)
    return Turns(sitting=sittings[-1], counts=counts, predecessors=predecessors)


def stand_ins(table: Table) -> dict[int, list[Seat]]:
    """Return the seats in which somebody plays for one who is away, by the key of the sitting: one
    query."""
    found = Seat.objects.filter(sitting__table=table, substitute__isnull=False)
    seats = defaultdict(list)
    for seat in found.select_related("player", "substitute"):
        seats[seat.sitting_id].append(seat)
    return seats


def plays_already(session: ClubSession, player: Player) -> QuerySet[Seat]:
    """Return the seats of the evening in which somebody sits now, or plays for one who is away."""
    now = Seat.objects.filter(sitting__table__session=session, sitting__ended_at=None)
    here = now.filter(Q(player=player) | Q(substitute=player))
    return here.select_related("sitting__table", "player", "substitute")


def waiting_for(table: Table) -> QuerySet[Candidate]:
    """Return those who declared that they wish to enter the table and have not, the first first."""
    return table.candidates.filter(entered_at=None, withdrawn_at=None).select_related("player")


def of_the_evening(session: ClubSession) -> QuerySet[Candidate]:
    """Return all who wait for one of the evening's tables."""
    return Candidate.objects.filter(table__session=session, entered_at=None, withdrawn_at=None)


def seats_tonight(session: ClubSession) -> QuerySet[Seat]:
    """Return every seat that was taken at a table of the evening and not given to another before a
    hand, the latest last."""
    seats = Seat.objects.not_replaced().filter(sitting__table__session=session)
    return seats.select_related("sitting__table").order_by("sitting__started_at", "sitting_id")


def people_about(session: ClubSession) -> list[Player]:
    """Return who is here, has played tonight or waits, by name, seated or not; nobody who has
    left."""
    return [person.player for person in _people(session)]


def _people(session: ClubSession) -> list[Person]:
    played, wait = seats_tonight(session).values("player"), of_the_evening(session).values("player")
    asked = Player.objects.filter(Q(pk__in=played) | Q(pk__in=wait))
    return [person for person in people_of(session, asked=asked) if person.state != GONE]


def free_people(session: ClubSession) -> list[Player]:
    """Return those of them who sit nowhere now."""
    seated = set(
        seats_tonight(session).filter(sitting__ended_at=None).values_list("player_id", flat=True)
    )
    return [
        person.player
        for person in _people(session)
        if person.table is None and person.player.pk not in seated
    ]


def seated_elsewhere(table: Table, players: Collection[Player]) -> list[tuple[Player, Table]]:
    """Return who of these players sits at another open table of the evening too, and at which."""
    seats = Seat.objects.filter(sitting__table__session=table.session_id, sitting__ended_at=None)
    found = seats.filter(player__in=players).exclude(sitting__table=table)
    return [
        (seat.player, seat.sitting.table)
        for seat in found.select_related("player", "sitting__table")
    ]
