"""Check tally cards that were typed in against each other. Contradictions are flagged, and never
corrected automatically."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.tournament.pure.reports import Testimony, Words, claims_of, dispute, odd_first
from scoring.tournament.pure.tally import EntrantRound, rows_by_round
from scoring.tournament.pure.values import RoundTable, Tournament

MOST = 99
"""Lone hands of a round, which has as many hands at most."""


@dataclass(frozen=True, kw_only=True)
class CardLine:
    """One round on a card."""

    points: int
    against: int | None = None
    """The other side's points, where the card has them."""
    lones: int = 0


@dataclass(frozen=True, kw_only=True)
class Card:
    """A tally card, with the lines that are typed so far."""

    owner: int
    lines: Mapping[int, CardLine] = field(default_factory=dict)
    """The lines by the number of the round."""
    total: int | None = None
    """The sum written under the lines. None if there is none, or if not all lines are typed."""
    lones: int | None = None
    """The lone hands written under the lines."""


@dataclass(frozen=True, kw_only=True)
class Flag:
    """A contradiction, as a sentence, with the cards to check."""

    owner: int
    """The owner of the card that differs."""
    beside: tuple[int, ...] = ()
    """The cards that contradict it, with the partner's first."""
    round: int | None = None
    table: int | None = None
    says: str


def flags(
    cards: Sequence[Card],
    tournament: Tournament,
    *,
    only: int | None = None,
) -> tuple[Flag, ...]:
    """Return the contradictions in these cards, or with `only`, those that involve one entrant's
    card."""
    lines = rows_by_round(tournament)
    found = [*_differing(cards, tournament)]
    for card in cards:
        sat = {line.round: line for line in lines[card.owner]}
        found += [*_sums(card, sat, tournament), *_impossible(card, sat, tournament)]
    return tuple(flag for flag in found if only in (None, flag.owner, *flag.beside))


def _differing(cards: Sequence[Card], tournament: Tournament) -> Iterator[Flag]:
    """Yield the contradictions between two cards of one table."""
    by_owner = {card.owner: card for card in cards}
    names = {entrant.no: entrant.name for entrant in tournament.entrants}
    for round in tournament.rounds:
        for table in round.tables:
            testimonies = [
                testimony(table, no, by_owner[no].lines[round.no])
                for no in table.entrants
                if no in by_owner and round.no in by_owner[no].lines
            ]
            yield from _at(round.no, testimonies, Words(table, names))


def testimony(table: RoundTable, owner: int, line: CardLine) -> Testimony:
    """Return a card's line as a report on its table. At a table of three it has its owner's points
    alone."""
    sides, mine = table.by_side, table.side_of(owner)
    points = {mine: line.points}
    if line.against is not None and len(sides) == 2:
        [other] = sides.keys() - {mine}
        points[other] = line.against
    return Testimony(source="card", entrant=owner, points=points, lones={owner: line.lones})


def _at(round: int, testimonies: Sequence[Testimony], words: Words) -> Iterator[Flag]:
    for fact, said in claims_of(testimonies, words.table).items():
        if len({value for _, value in said}) > 1:
            (odd, value), *others = odd_first(said, words.table)
            beside = tuple(one.entrant for one, other in others if other != value)
            where = f"Round {round}, table {words.table.no}"
            says = f"{where}. {dispute(words, fact, said)}"
            yield Flag(
                owner=odd.entrant, beside=beside, round=round, table=words.table.no, says=says
            )


def _impossible(
    card: Card, sat: Mapping[int, EntrantRound], tournament: Tournament
) -> Iterator[Flag]:
    """Yield the lines that are wrong in themselves, without other cards."""
    name = tournament.entrant(card.owner).name
    hands = tournament.format.hands if tournament.format.ends == "hands" else 0
    for round, line in card.lines.items():
        for wrong in _wrong(line, sat.get(round), hands):
            yield Flag(
                owner=card.owner, round=round, says=f"{name}'s card, round {round}: {wrong}."
            )


def _wrong(line: CardLine, sat: EntrantRound | None, hands: int) -> Iterator[str]:
    if sat is None or sat.sat_out:
        if line.points != (sat.points or 0 if sat else 0):
            yield f"{line.points} on it, but its owner did not play"
        return
    if sat.forfeited and line.points != sat.points:
        yield f"{line.points} on it, but the round was forfeited and counts {sat.points}"
    if hands and line.lones > hands:
        yield f"more lone hands ({line.lones}) than hands ({hands})"


def _sums(card: Card, sat: Mapping[int, EntrantRound], tournament: Tournament) -> Iterator[Flag]:
    name = tournament.entrant(card.owner).name
    for wrong in _wrong_sums(card, sat):
        yield Flag(owner=card.owner, says=f"{name}'s card: {wrong}.")


def _wrong_sums(card: Card, sat: Mapping[int, EntrantRound]) -> Iterator[str]:
    """Yield errors in the sums under the lines. A sum may include the points for sitting out
    and of forfeits, and leave out those for a partner's lone hands."""
    missing = [str(no) for no, line in sat.items() if line.played and no not in card.lines]
    if missing and (card.total is not None or card.lones is not None):
        yield f"round {' and '.join(missing)} is not on it"
        return
    given = sum(line.points or 0 for no, line in sat.items() if line.given and no not in card.lines)
    points = sum(line.points for line in card.lines.values())
    behind = sum(line.behind for no, line in sat.items() if no in card.lines)
    right = (points + more - less for more in (0, given) for less in (0, behind))
    if card.total not in (None, *right):
        yield f"its points come to {points}, and {card.total} is written"
    lones = sum(line.lones for line in card.lines.values())
    if card.lones not in (None, lones):
        yield f"its lone hands come to {lones}, and {card.lones} is written"
