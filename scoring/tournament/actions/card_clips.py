"""Scores from pictures of tally cards. Store what was read, and enter the cards on which a table
agrees. All others wait for a person."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, Sum
from django.db.models.functions import Length

from scoring.common.codes import ENTRANT, ROUND_TABLE, TOURNAMENT
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.tournament.actions.enter_scores import (
    begun,
    entrant_of,
    place_of,
    report_typed,
    seated,
    tie_of,
)
from scoring.tournament.actions.stage import for_changes
from scoring.tournament.models import CardClip, Entrant, Placing, RoundTable, Tournament
from scoring.tournament.photos.apart import ReadCard, ReadFile
from scoring.tournament.pure import cards
from scoring.tournament.pure.card_layout import check_of, numbers_of
from scoring.tournament.pure.card_marks import RESEATED, RowMarks, merged, merged_lones
from scoring.tournament.pure.seats import OTHER
from scoring.tournament.queries.card_clips import (
    CardRead,
    SlipRead,
    TableRead,
    card_mark,
    card_tokens,
    clips_of,
    slips_read,
    tables_read,
)

MOST_FILES, MOST_BYTES = 1000, 100_000_000
"""Of a tournament's pictures with cards, and of all its clippings."""
MOST_OF_FRIENDS = 100, 10_000_000
"""The same without a club, where no account answers for it."""
MOST_NAMED = 500
"""Cards from elsewhere that are looked up."""
KEPT_FOR = timedelta(days=30)
"""For a tournament that is never finished."""
FULL = "This tournament has no room for more pictures. Type the other cards."


@dataclass(frozen=True, kw_only=True)
class Stored:
    """What became of a picture."""

    cards: int = 0
    """Cards of this tournament in it."""
    entered: int = 0
    """Tables that were entered."""
    again: bool = False
    """Whether the same file was stored before."""
    elsewhere: tuple[tuple[str, int], ...] = ()
    """Cards of other tournaments. Each has its club night if the same club has it here, or ""."""
    blank: int = 0
    """Blank cards, which have no number."""
    unplaced: tuple[Entrant, ...] = ()
    """Owners of cards whose rows were not found."""
    hidden: tuple[int, ...] = ()
    """Numbers of cards whose small code is hidden."""
    early: tuple[int, ...] = ()
    """Rounds with marks that have not started."""
    slips: int = 0
    """Slips of this tournament."""
    lost: int = 0
    """Slips whose rows were not found, or whose table is not there any more."""


def digest_of(content: bytes) -> str:
    """Return what a file is known by."""
    return hashlib.sha256(content).hexdigest()


def is_stored(tournament: Tournament, digest: str) -> bool:
    """Return whether the clippings of this file are stored."""
    return clips_of(tournament).filter(digest=digest).exists()


@transaction.atomic
def refuse_pictures(tournament: Tournament) -> None:
    """Raise Refused if the tournament is over or has too many pictures, before any is read."""
    _refuse_full(for_changes(tournament))


def _refuse_full(tournament: Tournament) -> None:
    found = clips_of(tournament)
    most, largest = MOST_OF_FRIENDS if tournament.session.club.casual else (MOST_FILES, MOST_BYTES)
    size = found.order_by().aggregate(size=Sum(Length("clipping")))["size"] or 0
    if size > largest or found.order_by().values("digest").distinct().count() >= most:
        raise Refused(FULL)


@transaction.atomic
def store(*, tournament: Tournament, digest: str, read: ReadFile, actor: Actor) -> Stored:
    """Store what a file shows, and enter the tables that agree. Idempotent by the file's digest.

    Raise Refused if the tournament has too many pictures.
    """
    tournament = for_changes(tournament)
    if is_stored(tournament, digest):
        return Stored(again=True, entered=enter_agreed(tournament=tournament, actor=actor))
    _refuse_full(tournament)
    by_key = {one.pk: one for one in tournament.entrants.select_related("player", "partner")}
    mark = card_mark(tournament)
    own, slips, blank, others = [], [], 0, []
    for card in read.cards:
        if card.mark == mark and card.kind == ENTRANT and card.number in by_key:
            own.append(card)
        elif card.mark == mark and card.kind == ROUND_TABLE and card.slip:
            slips.append(card)
        elif card.mark == mark and (card.kind, card.number) == (TOURNAMENT, tournament.pk):
            blank += 1
        else:
            others.append(card)
    found, early = _rows(tournament, [card for card in own if card.placed])
    for (entrant, at), rows in found.items():
        row = merged([row for row, _ in rows])
        _, clipping = max(rows, key=lambda one: one[0].sure)
        CardClip.objects.create(
            digest=digest,
            round_table_id=at,
            entrant_id=entrant,
            marks=asdict(row),
            clipping=clipping,
        )
    lost, not_begun = _store_slips(tournament, digest, slips)
    numbers = {one.no for one in by_key.values()}
    players = numbers_of(read.players, card_tokens(tournament)) if read.players else set()
    seen = {by_key[card.number].no for card in own}
    return Stored(
        cards=len({card.number for card in own if card.placed}),
        entered=enter_agreed(tournament=tournament, actor=actor),
        elsewhere=_club_nights(tournament, others),
        blank=blank,
        unplaced=tuple(by_key[card.number] for card in own if not card.placed),
        hidden=tuple(sorted((players & numbers) - seen)),
        early=tuple(sorted(early | not_begun)),
        slips=len({card.number for card in slips if card.placed}),
        lost=lost,
    )


def _store_slips(
    tournament: Tournament, digest: str, slips: Sequence[ReadCard]
) -> tuple[int, set[int]]:
    """Store the rows of slips. Return the number of slips that can't be used, and the rounds that
    have not started.

    A row keeps its number on the slip, since results stay with the seats. A slip that is twice in a
    picture is stored once for each row, with what both say.
    """
    tables = RoundTable.objects.filter(round__tournament=tournament).select_related(
        "round__tournament"
    )
    by_key = tables.in_bulk([card.number for card in slips])
    keys = dict(tournament.entrants.values_list("no", "pk"))
    lost, early, rows = 0, set(), defaultdict(list)
    for card in slips:
        at = by_key.get(card.number)
        if at is None or not card.placed:
            lost += 1
        elif at.round.started_at is None:
            early |= {at.round.no} if card.rows else set()
        else:
            sides = seated(at).by_side.values()
            doubts = () if card.first == check_of(sides) else (RESEATED,)
            order = [(no, no == who[0]) for who in sides for no in who]
            if any(not 1 <= row.round <= len(order) for row, _ in card.rows):
                lost += 1
                continue
            for row, clipping in card.rows:
                no, first = order[row.round - 1]
                row = replace(row, doubts=doubts or row.doubts)
                rows[at, no, first].append((row, clipping))
    for (at, no, first), found in rows.items():
        said = [row for row, _ in found]
        CardClip.objects.create(
            digest=digest,
            round_table=at,
            entrant_id=keys[no],
            slip=True,
            marks=asdict(merged(said) if first else merged_lones(said)),
            clipping=found[0][1],
        )
    return lost, early


def _club_nights(tournament: Tournament, found: Sequence[ReadCard]) -> tuple[tuple[str, int], ...]:
    """Return how many cards and slips are of which other tournaments of the club, by club night,
    and those of no tournament that the club has here, by ""."""
    there: dict[tuple[str, int], Tournament] = {}
    for kind, way in OF_KIND.items():
        keys = [*{card.number for card in found if card.kind == kind}][:MOST_NAMED]
        of_club = Tournament.objects.filter(
            **{f"{way}__in": keys}, session__club=tournament.session.club_id
        )
        rows = of_club.annotate(key=F(way)).select_related("session")
        there |= {(kind, one.key): one for one in rows}
    times: Counter[str] = Counter()
    for card in found:
        other = there.get((card.kind, card.number))
        times[_named(other) if other and card_mark(other) == card.mark else ""] += 1
    return tuple(sorted(times.items()))


OF_KIND = {ENTRANT: "entrants", ROUND_TABLE: "rounds__tables", TOURNAMENT: "pk"}
"""How a tournament leads to what the code of its cards and slips is of."""


def _named(tournament: Tournament) -> str:
    """Return a tournament's club night in words."""
    session = tournament.session
    return ", ".join(filter(None, (session.title, session.date)))


def _rows(
    tournament: Tournament, found: Sequence[ReadCard]
) -> tuple[dict[tuple[int, int], list[tuple[RowMarks, bytes]]], set[int]]:
    """Return the rows by the keys of entrant and table, and the rounds with marks that have not
    started."""
    seats = Placing.objects.filter(round__tournament=tournament, round__started_at__isnull=False)
    at = {
        (entrant, no): table
        for entrant, no, table in seats.values_list("entrant", "round__no", "round_table")
    }
    started = {no for _, no in at}
    rows, early = defaultdict(list), set()
    for card in found:
        for row, clipping in card.rows:
            table = at.get((card.number, row.round))
            if table is not None:
                rows[card.number, table].append((row, clipping))
            elif row.round not in started:
                early.add(row.round)
    return rows, early


@transaction.atomic
def enter_agreed(*, tournament: Tournament, actor: Actor) -> int:
    """Enter the cards of each table that agree, and return the number of these tables. A card that
    was entered before is left as it is. Idempotent."""
    tournament = for_changes(tournament)
    entered = 0
    for table in tables_read(tournament):
        for card in table.ready:
            _enter(table, card, actor)
        entered += bool(table.ready)
    for slip in slips_read(tournament):
        if slip.ready:
            _enter_slip(slip, actor)
            entered += 1
    return entered


def _enter_slip(slip: SlipRead, actor: Actor) -> None:
    marks = slip.marks
    lones = {no: times for no, times in marks.lones.items() if times}
    said = {"points": dict(marks.points), "lones": lones, "tie": marks.tie or ""}
    report_typed(uuid4(), slip.played.row, actor, **said)


def _enter(table: TableRead, card: CardRead, actor: Actor) -> None:
    at, row = table.played.row, card.row
    mine = table.played.value.side_of(card.no)
    tie = mine if table.marks.tie == mine else ""
    points = {mine: row.points}
    if tie:
        # A card that says who won a tie has the points of both sides, as a typed one does.
        points |= {OTHER[mine]: row.points}
    said = {"points": points, "lones": {card.no: row.lones}, "tie": tie}
    # A key that can be guessed could be used by others before. The lock keeps it from being entered
    # twice.
    report_typed(uuid4(), at, actor, entrant=card.entrant, **said)


@transaction.atomic
def answer(
    *,
    key: UUID,
    tournament: Tournament,
    round: int,
    no: int,
    points: int,
    lones: int,
    won: bool,
    actor: Actor,
) -> int:
    """Store a card as a person reads it, and enter the tables that now agree. Return their number.

    `won` decides a tie if the other side has the same points. Idempotent by its key.
    """
    tournament = for_changes(tournament)
    entrant = entrant_of(tournament, no)
    at = place_of(begun(tournament, round), entrant)
    table = next((one for one in tables_read(tournament) if one.played.row.pk == at.pk), None)
    if table is None:
        raise Refused("There is no picture of this table. Type the card under Enter scores.")
    value = table.played.value
    mine = value.side_of(no)
    said = dict(cards.testimony(value, no, cards.CardLine(points=points, lones=lones)).points)
    other = OTHER.get(mine, "")
    tie = ""
    if won and other and points in _points_of(table, other):
        said |= {other: points}
        tie = tie_of(said, mine)
    report_typed(key, at, actor, entrant=entrant, points=said, lones={no: lones}, tie=tie)
    return enter_agreed(tournament=tournament, actor=actor)


def _points_of(table: TableRead, side: str) -> set[int | None]:
    """Return the points of a side, on each of its cards."""
    owners = table.played.value.by_side.get(side, ())
    return {card.points_of(side) for card in table.cards if card.no in owners}


def forget_clips(tournament: Tournament) -> None:
    """Delete all clippings of a tournament."""
    CardClip.objects.filter(round_table__round__tournament=tournament).delete()


def forget_old_clips(now: datetime) -> None:
    """Delete clippings of tournaments that were not finished in time. Idempotent."""
    CardClip.objects.filter(at__lt=now - KEPT_FOR).delete()
