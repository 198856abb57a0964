"""What pictures of tally cards say, table by table, beside the cards that are already entered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC

from django.db.models import QuerySet

from scoring.euchre.wording import counted
from scoring.tournament.models import CardClip, Entrant, Report, Tournament
from scoring.tournament.pure.card_layout import mark_of
from scoring.tournament.pure.card_marks import RowMarks, TableMarks, agreement, merged, row_of
from scoring.tournament.queries.now import PlayedTable, entrants_of, played_tables

UNDONE = "its entry was undone"
OTHERWISE = "it was entered with other figures"


@dataclass(frozen=True, kw_only=True)
class CardRead:
    """One round of a card, in pictures or entered."""

    entrant: Entrant
    row: RowMarks | None = None
    """What was read, or None without a picture."""
    clip: int | None = None
    """The key of the latest clipping."""
    report: Report | None = None
    """The report that was entered from it, by hand or from a picture."""
    asked: str = ""
    """Why a person must look at it, or ""."""

    entered: str = ""
    """The report in words, such as "9 points, 1 lone hand"."""

    @property
    def no(self) -> int:
        return self.entrant.no


@dataclass(frozen=True, kw_only=True)
class TableRead:
    """A table of a round with cards in pictures."""

    played: PlayedTable
    cards: tuple[CardRead, ...]
    marks: TableMarks
    """What all cards agree on, counting those that are entered."""

    @property
    def round(self) -> int:
        return self.played.row.round.no

    @property
    def no(self) -> int:
        return self.played.row.no

    @property
    def ready(self) -> tuple[CardRead, ...]:
        """The cards to enter now, which no one needs to look at. All others of the table are clear
        or were entered by hand."""
        ruled = self.played.verdict.state in ("forfeited", "not played")
        if ruled or any(card.asked for card in self.cards):
            return ()
        new = (card for card in self.cards if card.report is None)
        return tuple(card for card in new if card.row is not None and card.row.clear)

    @property
    def open(self) -> bool:
        """Whether a person must look at a card. The table's result is not confirmed then, or a
        later picture has other figures than were entered."""
        why = {card.asked for card in self.cards} - {""}
        return OTHERWISE in why or bool(why) and not self.played.verdict.confirmed


def card_mark(tournament: Tournament) -> str:
    """Return the mark on the cards of a tournament. It tells them from cards of other tournaments
    with the same numbers, here after a restore, or on another site. It is the same in a backup."""
    return mark_of(f"{tournament.pk} {tournament.made_at.astimezone(UTC):%Y%m%d%H%M%S}")


def clips_of(tournament: Tournament) -> QuerySet[CardClip]:
    """Return the tournament's clippings without their pictures, the oldest first."""
    found = CardClip.objects.filter(round_table__round__tournament=tournament)
    return found.defer("clipping").order_by("pk")


def tables_read(tournament: Tournament) -> list[TableRead]:
    """Return the tables with cards in pictures, by round and number. Makes a fixed number of
    queries."""
    clips: dict[int, dict[int, list[CardClip]]] = defaultdict(lambda: defaultdict(list))
    for clip in clips_of(tournament):
        clips[clip.round_table_id][clip.entrant_id].append(clip)
    if not clips:
        return []
    entrants = {one.no: one for one in entrants_of(tournament)}
    undone = {
        *Report.objects.filter(
            round_table__in=list(clips), source=Report.Source.CARD, withdrawn_at__isnull=False
        ).values_list("round_table", "entrant")
    }
    rounds = list(tournament.rounds.filter(tables__in=list(clips)).distinct())
    return [
        _table(played, clips[played.row.pk], entrants, undone)
        for played in played_tables(rounds, pk__in=list(clips))
    ]


def _table(
    played: PlayedTable,
    clips: Mapping[int, Sequence[CardClip]],
    entrants: Mapping[int, Entrant],
    undone: set[tuple[int, int]],
) -> TableRead:
    rows: dict[int, RowMarks | None] = {}
    cards = {}
    typed = {one.entrant.no: one for one in played.reports if _of_card(one)}
    owners = [no for no in played.value.entrants if not entrants[no].ghost]
    for no in owners:
        pictures = clips.get(entrants[no].pk, ())
        row = merged([row_of(one.marks) for one in pictures]) if pictures else None
        report = typed.get(no)
        if report is None and (played.row.pk, entrants[no].pk) in undone and row is not None:
            row = replace(row, doubts=(UNDONE,))
        cards[no] = CardRead(
            entrant=entrants[no],
            row=row,
            clip=pictures[-1].pk if pictures else None,
            report=report,
            entered=_in_words(report, played.value.side_of(no)) if report else "",
        )
        rows[no] = row if report is None else _typed(played, report, pictures)
    ghosts = frozenset(no for no in played.value.entrants if entrants[no].ghost)
    needs_winner = played.format.by_results
    marks = agreement(played.value, rows, ghosts=ghosts, needs_winner=needs_winner)
    why = {one.owner: one.why for one in marks.asked}
    shown = tuple(
        replace(card, asked=_asked(card, rows[no], why.get(no, ""))) for no, card in cards.items()
    )
    return TableRead(played=played, cards=shown, marks=marks)


def _in_words(report: Report, side: str) -> str:
    lones = report.lones.get(str(report.entrant.no), 0)
    points = counted(report.points[side], "point") if side in report.points else "no points"
    return f"{points}, {counted(lones, 'lone hand')}" if lones else points


def _of_card(report: Report) -> bool:
    return report.source == Report.Source.CARD and report.entrant_id is not None


def _asked(card: CardRead, row: RowMarks | None, why: str) -> str:
    """Return why a card must be looked at. A card that a person entered after its picture is not
    asked about again."""
    if card.report is not None and not (row is not None and row.doubts):
        return ""
    return why


def _typed(played: PlayedTable, report: Report, pictures: Sequence[CardClip]) -> RowMarks:
    """Return a card's row as it was entered. A later picture that clearly has other figures is a
    doubt."""
    no = report.entrant.no
    side = played.value.side_of(no)
    said = RowMarks(
        round=played.row.round.no,
        points=report.points.get(side),
        lones=report.lones.get(str(no), 0),
        won=bool(report.tie) and report.tie == side,
        sure=99,
    )
    later = [row_of(one.marks) for one in pictures if one.at > report.at]
    if not later:
        return said
    fresh = merged(later)
    new = {mark for mark in fresh.inked if mark[0] != "won"} - said.said
    if new or (fresh.clear and (fresh.points, fresh.lones) != (said.points, said.lones)):
        return replace(said, doubts=(OTHERWISE,))
    return said
