"""What pictures of tally cards say, table by table, beside the cards that are already entered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC

from django.db.models import QuerySet

from scoring.euchre.wording import counted, sentence
from scoring.evening.models import Pass
from scoring.tournament.models import CardClip, Entrant, Report, Tournament
from scoring.tournament.pure.card_layout import mark_of
from scoring.tournament.pure.card_marks import (
    RowMarks,
    TableMarks,
    agreement,
    merged,
    merged_lones,
    row_of,
    slip_agreement,
)
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
    shows: int | None = None
    """The points that its pictures clearly show, if others were entered."""

    @property
    def no(self) -> int:
        return self.entrant.no

    def points_of(self, side: str) -> int | None:
        """Return the points of its own side, as entered or else as read."""
        if self.report is not None:
            return self.report.points.get(side)
        return self.row.points if self.row is not None else None


@dataclass(frozen=True, kw_only=True)
class InPictures:
    """What pictures say of a table of a round."""

    played: PlayedTable
    marks: TableMarks
    """What they say together, counting what is entered."""

    @property
    def round(self) -> int:
        return self.played.row.round.no

    @property
    def no(self) -> int:
        return self.played.row.no

    @property
    def _ruled(self) -> bool:
        return self.played.verdict.state in ("forfeited", "not played")

    @property
    def _confirmed(self) -> bool:
        """Whether the table's result needs no more of these pictures."""
        return self.played.verdict.confirmed

    def _is_open(self, why: set[str]) -> bool:
        """Whether a person must look at it for one of these reasons. The table's result is not
        confirmed then, or a later picture has other figures than were entered."""
        return OTHERWISE in why or bool(why) and not self._confirmed


@dataclass(frozen=True, kw_only=True)
class TableRead(InPictures):
    """A table of a round with cards in pictures."""

    cards: tuple[CardRead, ...]

    @property
    def ready(self) -> tuple[CardRead, ...]:
        """The cards to enter now, which no one needs to look at. All others of the table are clear
        or were entered by hand."""
        if self._ruled or any(card.asked for card in self.cards):
            return ()
        new = (card for card in self.cards if card.report is None)
        return tuple(card for card in new if card.row is not None and card.row.clear)

    @property
    def _confirmed(self) -> bool:
        """One card of each side confirms a result, and the others have lone hands of their own."""
        by_cards = all(one.source == Report.Source.CARD for one in self.played.said)
        return self.played.verdict.confirmed and not by_cards

    @property
    def open(self) -> bool:
        """Whether a person must look at a card."""
        return self._is_open({card.asked for card in self.cards} - {""})


@dataclass(frozen=True, kw_only=True)
class SlipRead(InPictures):
    """A table's slip in pictures."""

    rows: tuple[tuple[Entrant, int], ...]
    """The entrants in the order of its rows, with the key of the latest clipping."""
    report: Report | None
    """The current slip of the table, typed or from a picture."""
    asked: str = ""
    """Why a person must look at it, or ""."""

    @property
    def why(self) -> str:
        """Return "A mark is faint."."""
        return sentence(f"{self.asked[:1].upper()}{self.asked[1:]}")

    @property
    def ready(self) -> bool:
        """Whether it is entered now."""
        return self.marks.agreed and self.report is None and not (self.asked or self._ruled)

    @property
    def open(self) -> bool:
        """Whether a person must look at it."""
        return self._is_open({self.asked} - {""})


def slips_read(tournament: Tournament) -> list[SlipRead]:
    """Return the slips in pictures, by round and table. Makes a fixed number of queries."""
    slips = clips_of(tournament).filter(slip=True)
    clips = _by_table(slips, lambda clip: row_of(clip.marks).round)
    if not clips:
        return []
    entrants = {one.no: one for one in entrants_of(tournament)}
    entered = Report.objects.filter(
        round_table__in=list(clips), source=Report.Source.TABLE, side="", entrant=None
    )
    undone = {*entered.exclude(withdrawn_at=None).values_list("round_table", flat=True)}
    rounds = list(tournament.rounds.filter(tables__in=list(clips)).distinct())
    return [
        _slip(played, clips[played.row.pk], entrants, undone)
        for played in played_tables(rounds, pk__in=list(clips))
    ]


def _slip(
    played: PlayedTable,
    clips: Mapping[int, Sequence[CardClip]],
    entrants: Mapping[int, Entrant],
    undone: set[int],
) -> SlipRead:
    """Return a slip. `clips` are by the numbers of its rows."""
    report = next((one for one in reversed(played.reports) if _of_slip(one)), None)
    marks = _slip_says(played, clips)
    asked = marks.asked[0].why if marks.asked else ""
    if report is None and played.row.pk in undone:
        asked = asked or UNDONE
    if report is not None:
        asked = OTHERWISE if _slip_differs(played, clips, report) else ""
    rows = tuple(
        (entrants[no], clips[row][-1].pk) for row, no in _slip_rows(played) if row in clips
    )
    return SlipRead(played=played, rows=rows, marks=marks, report=report, asked=asked)


def _slip_differs(
    played: PlayedTable, clips: Mapping[int, Sequence[CardClip]], report: Report
) -> bool:
    """Return whether a later picture of a slip clearly has other figures than were entered, and no
    earlier one has the same."""
    said = _figures(report.points, report.lones)
    earlier, later = [], []
    for digest in {one.digest for found in clips.values() for one in found}:
        here = {no: [one for one in found if one.digest == digest] for no, found in clips.items()}
        new = any(one.at > report.at for found in here.values() for one in found)
        (later if new else earlier).append(_slip_says(played, here))
    return any(
        marks.agreed and marks not in earlier and _figures(marks.points, marks.lones) != said
        for marks in later
    )


def _figures(points: Mapping[str, int], lones: Mapping) -> tuple[dict, dict]:
    """Return points by side and the lone hands by number, without those who have none."""
    return dict(points), {int(no): times for no, times in lones.items() if times}


def _slip_rows(played: PlayedTable) -> Iterator[tuple[int, int]]:
    """Yield each row of a table's slip, and the number of the entrant who sits there now."""
    return enumerate((no for who in played.value.by_side.values() for no in who), start=1)


def _slip_says(played: PlayedTable, clips: Mapping[int, Sequence[CardClip]]) -> TableMarks:
    rows = {}
    firsts = {who[0] for who in played.value.by_side.values()}
    for row, no in _slip_rows(played):
        found = [row_of(one.marks) for one in clips.get(row, ())] or [RowMarks(round=row)]
        rows[no] = merged(found) if no in firsts else merged_lones(found)
    return slip_agreement(played.value, rows, needs_winner=played.format.by_results)


def _of_slip(report: Report) -> bool:
    """Return whether a report is a slip's totals, which came from no phone."""
    typed = report.source == Report.Source.TABLE and not report.side and report.entrant_id is None
    return typed and bool(report.points)


def card_mark(tournament: Tournament) -> str:
    """Return the mark on the cards of a tournament. It tells them from cards of other tournaments
    with the same numbers, here after a restore, or on another site. It is the same in a backup."""
    return mark_of(f"{tournament.pk} {tournament.made_at.astimezone(UTC):%Y%m%d%H%M%S}")


def card_tokens(tournament: Tournament) -> set[str]:
    """Return the tokens in the large codes of its cards, those of revoked passes included."""
    passes = tournament.session.passes.filter(right=Pass.Right.PLAYERS)
    return {*passes.values_list("token", flat=True)}


def clips_of(tournament: Tournament) -> QuerySet[CardClip]:
    """Return the tournament's clippings without their pictures, the oldest first."""
    found = CardClip.objects.filter(round_table__round__tournament=tournament)
    return found.defer("clipping").order_by("pk")


def tables_read(tournament: Tournament) -> list[TableRead]:
    """Return the tables with cards in pictures, by round and number. Makes a fixed number of
    queries."""
    cards = clips_of(tournament).filter(slip=False)
    clips = _by_table(cards, lambda clip: clip.entrant_id)
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


def tables_unseen(tournament: Tournament) -> list[PlayedTable]:
    """Return the tables of rounds that have started with neither a result nor a picture. Makes a
    fixed number of queries."""
    rounds = list(tournament.rounds.exclude(started_at=None))
    tables = played_tables(rounds, timed=False, clips__isnull=True)
    return [table for table in tables if table.verdict.result is None]


def _by_table(
    found: QuerySet[CardClip], within: Callable[[CardClip], int]
) -> dict[int, dict[int, list[CardClip]]]:
    """Return clippings by the keys of their tables, and `within` each."""
    clips: dict[int, dict[int, list[CardClip]]] = defaultdict(lambda: defaultdict(list))
    for clip in found:
        clips[clip.round_table_id][within(clip)].append(clip)
    return clips


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
        side = played.value.side_of(no)
        card = CardRead(
            entrant=entrants[no],
            row=row,
            clip=pictures[-1].pk if pictures else None,
            report=report,
            entered=_in_words(report, side) if report else "",
        )
        if report and row and row.clear and row.points != card.points_of(side):
            card = replace(card, shows=row.points)
        cards[no] = card
        rows[no] = row if report is None else _typed(played, report, pictures)
    ghosts = frozenset(no for no in played.value.entrants if entrants[no].ghost)
    marks = agreement(played.value, rows, ghosts=ghosts)
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
    doubt, but not if a picture had them before, since a person chose other ones then."""
    no = report.entrant.no
    side = played.value.side_of(no)
    said = RowMarks(
        round=played.row.round.no,
        points=report.points.get(side),
        lones=report.lones.get(str(no), 0),
        won=bool(report.tie) and report.tie == side,
        sure=99,
    )
    earlier = [row_of(one.marks) for one in pictures if one.at <= report.at]
    seen = said.said.union(*(row.inked for row in earlier))
    figures = {(row.points, row.lones) for row in (said, *earlier) if row.clear}
    for row in (row_of(one.marks) for one in pictures if one.at > report.at):
        new = {mark for mark in row.inked if mark[0] != "won"} - seen
        if new or (row.clear and (row.points, row.lones) not in figures):
            return replace(said, doubts=(OTHERWISE,))
    return said
