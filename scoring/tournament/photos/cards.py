"""The cards of a tournament in pictures, table by table, as a document "euchre-cards/1"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from scoring.common.codes import ENTRANT, ROUND_TABLE, TOURNAMENT
from scoring.tournament.photos.reading import Seen, SeenCard
from scoring.tournament.pure import values
from scoring.tournament.pure.card_layout import check_of, numbers_of
from scoring.tournament.pure.card_marks import (
    RESEATED,
    Asked,
    RowMarks,
    TableMarks,
    agreement,
    hidden,
    merged,
    merged_lones,
    slip_agreement,
)

FORMAT = "euchre-cards/1"
ELSEWHERE = "This card is from another tournament."
BLANK = "This is a blank card or slip, whose number cannot be read. Type it."
UNPLACED = "The marks beside the rows of this card were not found. Photograph it again."


@dataclass(frozen=True, kw_only=True)
class Pile:
    """What pictures say about a tournament."""

    files: Sequence[Seen]
    rows: dict[int, dict[int, RowMarks]] = field(default_factory=dict)
    """What is marked, by the number of the entrant and of the round."""
    cards: dict[int, list[SeenCard]] = field(default_factory=dict)
    """The cards by the number of the entrant."""
    unread: list[tuple[SeenCard, str]] = field(default_factory=list)
    """Cards that cannot be read, with the reason."""
    hidden: list[tuple[str, int]] = field(default_factory=list)
    """The files and numbers of cards whose large code alone is in any picture."""
    tables: list[tuple[int, TableMarks]] = field(default_factory=list)
    """The tables by round."""
    slips: list[tuple[int, TableMarks]] = field(default_factory=list)
    """What the slips of tables say, by round."""

    def document(self, session: int) -> dict:
        """Return it as a document, with the key of the club night."""
        return {
            "format": FORMAT,
            "tournament": session,
            "files": [
                {"file": seen.file, "cards": len(seen.cards), "wrong": seen.wrong}
                for seen in self.files
            ],
            "cards": [self._card(no, card) for no in sorted(self.cards) for card in self.cards[no]],
            "unread": [_where(card) | {"why": why} for card, why in self.unread],
            "hidden": [{"file": file, "no": no} for file, no in self.hidden],
            "tables": [self._table(round, table) for round, table in self.tables],
            "slips": [self._table(round, table) for round, table in self.slips],
        }

    def _card(self, no: int, card: SeenCard) -> dict:
        rows = [asdict(row) for row in card.rows if row is not None]
        for row in rows:
            del row["inked"]
        return {"no": no, **_where(card), "rows": rows}

    def _table(self, round: int, table: TableMarks) -> dict:
        state = "agreed" if table.agreed else "asked" if table.asked else "nothing"
        return {
            "round": round,
            "table": table.table,
            "state": state,
            "points": dict(table.points),
            "lones": {str(no): times for no, times in table.lones.items() if times},
            "tie": table.tie,
            "asked": [{"no": asked.owner, "why": asked.why} for asked in table.asked],
        }


def _where(card: SeenCard) -> dict:
    return {"file": card.picture, "page": card.page, "outline": [list(at) for at in card.outline]}


def sorted_out(
    loaded: values.Tournament,
    files: Sequence[Seen],
    numbers: dict[int, int],
    *,
    key: int,
    mark: str,
    tables: Mapping[int, tuple[int, int]] | None = None,
    tokens: Collection[str] = (),
) -> Pile:
    """Return what the cards say. `numbers` are those of the entrants by their keys, and `tables`
    the round and number of tables by theirs. `key`, `mark` and
    `tokens` (of its passes) are the tournament's. A card with another mark is from elsewhere."""
    pile = Pile(files=files)
    slips: dict[tuple[int, int], list[SeenCard]] = {}
    for card in (card for seen in files for card in seen.cards):
        ours = card.code.mark == mark
        at = (
            (tables or {}).get(card.code.number) if ours and card.code.kind == ROUND_TABLE else None
        )
        if at is not None and card.code.slip and card.rows:
            slips.setdefault(at, []).append(card)
            continue
        no = numbers.get(card.code.number) if ours and card.code.kind == ENTRANT else None
        if at is not None:
            pile.unread.append((card, UNPLACED))
        elif no is None:
            blank = ours and (card.code.kind, card.code.number) == (TOURNAMENT, key)
            pile.unread.append((card, BLANK if blank else ELSEWHERE))
        elif not card.rows:
            pile.unread.append((card, UNPLACED))
        else:
            pile.cards.setdefault(no, []).append(card)
    for no, cards in pile.cards.items():
        pile.rows[no] = dict(_rows(cards))
    own = {*numbers.values()}
    there = {
        no: seen.file for seen in files for no in numbers_of(seen.players, tokens) if no in own
    }
    pile.hidden.extend((there[no], no) for no in sorted(there.keys() - pile.cards.keys()))
    pile.tables.extend(_tables(loaded, pile))
    pile.slips.extend(_slips(loaded, slips))
    return pile


def _slips(
    loaded: values.Tournament, slips: Mapping[tuple[int, int], Sequence[SeenCard]]
) -> Iterator[tuple[int, TableMarks]]:
    for (round, no), cards in sorted(slips.items()):
        format = loaded.format.in_round(round)
        table = next(one for one in loaded.rounds[round - 1].tables if one.no == no)
        order = [(who, who == side[0]) for side in table.by_side.values() for who in side]
        if any(card.code.first != check_of(table.by_side.values()) for card in cards):
            asked = tuple(Asked(owner=who, why=RESEATED) for who, _ in order)
            yield round, TableMarks(table=no, asked=asked)
            continue
        rows = {}
        for at, (who, first) in enumerate(order):
            found = [row for card in cards for row in card.rows[at : at + 1] if row is not None]
            found = found or [hidden(round)]
            rows[who] = merged(found) if first else merged_lones(found)
        yield round, slip_agreement(table, rows, needs_winner=format.by_results)


def _rows(cards: Sequence[SeenCard]) -> Iterator[tuple[int, RowMarks]]:
    found: dict[int, list[RowMarks]] = {}
    for row in (row for card in cards for row in card.rows if row is not None):
        found.setdefault(row.round, []).append(row)
    for round, rows in found.items():
        yield round, merged(rows)


def _tables(loaded: values.Tournament, pile: Pile) -> Iterator[tuple[int, TableMarks]]:
    ghosts = frozenset(one.no for one in loaded.entrants if one.ghost)
    for round in loaded.rounds:
        for table in round.tables:
            rows = {no: pile.rows.get(no, {}).get(round.no) for no in table.entrants}
            yield round.no, agreement(table, rows, ghosts=ghosts)
