"""Queries for cutting in and out: turns played, waiting lists, and the next change at a table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property

from scoring.euchre.hand import VOIDS
from scoring.euchre.rule_set import RuleSet
from scoring.evening.queries.now import GONE, Person, people_of
from scoring.movement import cutting_out, entry
from scoring.people.models import Player
from scoring.table.models import Candidate, ClubSession, Seat, Sitting, Table
from scoring.table.queries.evenings import waiting_tonight
from scoring.table.queries.settlement import whole


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
    return len(standing.rubbers) if sitting.rules.rubber else standing.over


def between_turns(sitting: Sitting) -> bool:
    """Return whether no turn is in progress: nothing counts yet, or the last one is over."""
    standing = sitting.standing
    if standing is None:
        return _deals_passed_on(sitting) % len(sitting.players) == 0
    in_progress = sitting.played[standing.opened - 1 :]
    return not standing.rubber and all(played.hand.void in VOIDS for played in in_progress)


def _deals_passed_on(sitting: Sitting) -> int:
    return sum(played.dealer != played.next_dealer for played in sitting.played)


@dataclass(frozen=True, kw_only=True)
class Turns:
    """The sitting in progress with its people, and how many turns each has played running."""

    sitting: Sitting
    counts: dict[int, int]
    """By the player's key."""
    predecessors: dict[int, str]
    """Whose turns are counted in, by the key of who took their place (law 19)."""

    @property
    def turn(self) -> str:
        return turn_of(self.sitting.rules)

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


def plays_already(session: ClubSession, player: Player) -> QuerySet[Seat]:
    """Return the seats of the night in which a player sits now, or plays as a substitute."""
    now = Seat.objects.filter(sitting__table__session=session, sitting__ended_at=None)
    here = now.filter(Q(player=player) | Q(substitute=player))
    return here.select_related("sitting__table", "player", "substitute")


def waiting_for(table: Table) -> QuerySet[Candidate]:
    """Return the candidates for a table who have not come in, in order of time."""
    return table.candidates.filter(entered_at=None, withdrawn_at=None).select_related("player")


def seats_tonight(session: ClubSession) -> QuerySet[Seat]:
    """Return every seat that was taken at a table of the evening and not given to another before a
    hand, the latest last."""
    seats = Seat.objects.not_replaced().filter(sitting__table__session=session)
    return seats.select_related("sitting__table").order_by("sitting__started_at", "sitting_id")


def people_about(session: ClubSession) -> list[Player]:
    """Return the people who are here, have played tonight or wait, by name, seated or not; without
    those who have left."""
    return [person.player for person in _people(session)]


def _people(session: ClubSession) -> list[Person]:
    played, wait = (
        seats_tonight(session).values("player"),
        waiting_tonight(session).values("player"),
    )
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


@dataclass(frozen=True, kw_only=True)
class Change:
    """The change that a cut at a table would make now."""

    turns: Turns
    candidates: list[Candidate]
    entry: entry.Entry
    out: cutting_out.GoingOut

    @property
    def sitting(self) -> Sitting:
        return self.turns.sitting

    @cached_property
    def people(self) -> dict[int, Player]:
        """Everybody concerned, by key."""
        return {player.pk: player for player in self.sitting.players} | {
            candidate.player_id: candidate.player for candidate in self.candidates
        }

    @property
    def seats(self) -> list[Player]:
        """The seats after the change, clockwise."""
        keys = [player.pk for player in self.sitting.players]
        found = entry.chairs(keys, out=self.out.out, enter=self.entry.enter)
        return [self.people[key] for key in found.players]

    @property
    def waits(self) -> list[tuple[Candidate, str]]:
        """The players waiting, the next first, each with the reason for their rank."""
        by_key = {candidate.player_id: candidate for candidate in self.candidates}
        return [
            (by_key[key], self.entry.right[key]) for key in (*self.entry.enter, *self.entry.wait)
        ]


def change_at(
    table: Table,
    *,
    seen: Collection[int] | None = None,
    cut: bool = False,
    leaver: Player | None = None,
) -> Change:
    """Return the next Change of a table: players waiting, in order of their rights, and the players
    who go out for them. With a `leaver`, return the one who takes their seat.

    `seen` are the candidates (keys) that the page showed; later ones came too late. With `cut`, or
    between two turns, cards are cut; otherwise the players who must cut are named. The cards are
    the same at every call until another turn is played.
    """
    turns, candidates = turns_at(table), _still_waiting(table)
    seats, most = len(turns.sitting.players), max(table.rules.pack)
    in_time = [one for one in candidates if seen is None or one.pk in seen]
    entering, going = (1, 0) if leaver else entry.places(wish=len(in_time), seats=seats, most=most)
    seeds = {way: _seed(turns.sitting, way) if cut or turns.over else None for way in ("in", "out")}
    rights = _with_rights(table, candidates, in_time)
    pack = {"lowest": table.rules.lowest[seats]}
    out = cutting_out.who_goes_out(
        _sitters(turns), wanted=going, turn=turns.turn, seed=seeds["out"], **pack
    )
    entering_now = entry.who_enters(
        rights, wanted=entering, seats=seats, most=most, seed=seeds["in"], **pack
    )
    return Change(
        turns=turns,
        candidates=candidates,
        entry=entering_now,
        out=cutting_out.GoingOut(out=(leaver.pk,)) if leaver else out,
    )


def _still_waiting(table: Table) -> list[Candidate]:
    """Return the table's candidates, without those who have left or have a seat now."""
    free = {player.pk for player in free_people(table.session)}
    return [candidate for candidate in waiting_for(table) if candidate.player_id in free]


def _with_rights(
    table: Table, candidates: list[Candidate], in_time: list[Candidate]
) -> list[entry.Candidate]:
    others = seats_tonight(table.session).exclude(sitting__table=table)
    elsewhere = set(others.values_list("player_id", flat=True))
    return [
        entry.Candidate(
            key=one.player_id,
            name=one.player.name,
            belongs=one.was_here,
            played_elsewhere=one.player_id in elsewhere,
            broken_up=one.broken_up,
            in_time=one in in_time,
        )
        for one in candidates
    ]


def _sitters(turns: Turns) -> list[cutting_out.Sitter]:
    return [
        cutting_out.Sitter(
            key=player.pk,
            name=player.name,
            turns=turns.counts[player.pk],
            in_place_of=turns.predecessors.get(player.pk, ""),
        )
        for player in turns.sitting.players
    ]


def _seed(sitting: Sitting, way: str) -> int:
    """Return the seed of the next cut. It cannot be foretold, and does not change when asked
    again."""
    said = f"{way}:{sitting.pk}:{turns_in(sitting)}:{between_turns(sitting)}"
    return int.from_bytes(salted_hmac("scoring.cut", said).digest()[:4])
