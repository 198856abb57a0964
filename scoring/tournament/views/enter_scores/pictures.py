"""Photograph tally cards: read pictures, enter the tables that agree, and ask about the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_safe

from scoring.common import pictures_sent
from scoring.common.access import actor_of
from scoring.common.answers import Wrong, or_show, piece_or_page, posted, valid
from scoring.common.permissions import WRITE, Actor
from scoring.common.shortened import Shortened
from scoring.euchre.wording import counted, listed, sentence
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import card_clips as verbs
from scoring.tournament.forms.card_clips import MOST_TAPPED, CardAnswerForm, PicturesForm
from scoring.tournament.models import Round, Tournament
from scoring.tournament.photos import library
from scoring.tournament.photos.apart import ReadFile, read_apart
from scoring.tournament.pure.card_layout import COLUMNS, MOST_POINTS
from scoring.tournament.pure.card_marks import DIFFERS, MISSING
from scoring.tournament.queries.card_clips import (
    CardRead,
    SlipRead,
    TableRead,
    clips_of,
    slips_read,
    tables_read,
    tables_unseen,
)
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.views.enter_scores.enter_scores import WAYS, asked_in, begun_rounds
from scoring.tournament.views.enter_scores.lines import is_odd
from scoring.tournament.views.page import TournamentPage
from scoring.tournament.views.play.hall_tables import describe_table_score

MOST_ASKED = 40
"""Tables to look at on one page."""
LONGEST = 120
"""Seconds that one form may read, so that others get their turn. A picture that was begun is read
to its end."""
FIELDS = {"points": "the points", "lones": "the lone hands", "won": "the box Won"}
"""The fields of a row, in words."""
THIS_FILE = "This file"
"""The name of a picture while it is read, in what is wrong with it."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """A box to tap in a clipping."""

    name: str
    value: int
    says: str
    marked: bool

    @property
    def place(self) -> str:
        """Return its classes, which say where it is in the picture."""
        column = self.value % COLUMNS if self.name == "points" else (self.value - 1) % 2
        return f"{self.name} at-{column}"


@dataclass(frozen=True, kw_only=True)
class AskedCard:
    """A card to look at, with its boxes."""

    table: TableRead
    card: CardRead
    key: UUID
    most_boxed = MOST_POINTS

    @property
    def why(self) -> str:
        """Return "A mark is faint. Look at the lone hands."."""
        why = sentence(f"{self.card.asked[:1].upper()}{self.card.asked[1:]}")
        row = self.card.row
        if self.card.asked == DIFFERS:
            return f"{why} Ask the players, then tap the right points on the wrong card."
        if row is None or self.card.asked not in row.doubts:
            return why
        unclear = [says for name, says in FIELDS.items() if name not in row.settled]
        some = 0 < len(unclear) < len(FIELDS)
        return f"{why} Look at {listed(unclear)}." if some else why

    @property
    def missing(self) -> bool:
        return self.card.asked == MISSING

    @property
    def _side(self) -> str:
        return self.table.played.value.side_of(self.card.no)

    @cached_property
    def partner(self) -> CardRead | None:
        """The partner's card, if its points are known."""
        mine = set(self.table.played.value.by_side[self._side]) - {self.card.no}
        known = (one for one in self.table.cards if one.points_of(self._side) is not None)
        return next((one for one in known if one.no in mine), None)

    @property
    def partner_says(self) -> str:
        """Return "Partner’s card 3: 9 points.", or ""."""
        if self.partner is None:
            return ""
        points = counted(self.partner.points_of(self._side) or 0, "point")
        return f"Partner’s card {self.partner.no}: {points}."

    @property
    def partner_entered(self) -> CardRead | None:
        """The partner's card if it was entered and this one has other points. Either may be the
        wrong one."""
        one = self.partner
        return one if one and one.report is not None and self.card.asked == DIFFERS else None

    @cached_property
    def marked(self) -> set[tuple[str, int]]:
        """The boxes that are chosen already: what was entered, or what is clear. A person chooses
        the others."""
        report, row = self.card.report, self.card.row
        if report is not None:
            lones = report.lones.get(str(self.card.no), 0)
            points = report.points.get(self._side, -1)
            won = {("won", 1)} if report.tie == self._side else set()
            return {("points", points), ("lones", lones), *won}
        if row is None:
            return set()
        return {mark for mark in row.said | {("lones", row.lones)} if mark[0] in row.settled}

    @property
    def above(self) -> range:
        """The points that have no box and are only written."""
        return range(self.most_boxed + 1, MOST_TAPPED + 1)

    @property
    def marked_above(self) -> int | None:
        return next((value for value in self.above if ("points", value) in self.marked), None)

    @property
    def none_marked(self) -> bool:
        return ("lones", 0) in self.marked

    @property
    def boxes(self) -> Iterator[Box]:
        """The boxes from the top left, as they are in the picture. That of a win is in both
        lines."""
        for half in (0, 1):
            for value in range(half * COLUMNS, (half + 1) * COLUMNS):
                yield self._box("points", value, counted(value, "point"))
            for value in range(half * 2 + 1, half * 2 + 3):
                yield self._box("lones", value, counted(value, "lone hand"))
            if not half:
                yield self._box("won", 1, "won")

    def _box(self, name: str, value: int, says: str) -> Box:
        return Box(name=name, value=value, says=says, marked=(name, value) in self.marked)


@dataclass(frozen=True, kw_only=True)
class AskedTable:
    """A table with some of its cards."""

    table: TableRead
    cards: tuple[AskedCard, ...]

    @property
    def numbers(self) -> str:
        """Return "card 3" or "cards 3, 7 and 12"."""
        return _cards(card.card.no for card in self.cards)


@dataclass(frozen=True, kw_only=True)
class PicturesPage(TournamentPage):
    """The page for pictures. It takes a fixed number of queries."""

    shown: int | None = None
    """The round whose entered cards are shown. None for the latest with any."""
    said: tuple[str, ...] = ()
    """What became of the pictures that were just sent."""
    wrong: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """A sentence on what to install, or ""."""
        return library.missing()

    @cached_property
    def rounds(self) -> list[Round]:
        return begun_rounds(self.tournament)

    @property
    def ways(self) -> list[tuple[str, str]]:
        return [(way, says) for way, (says, _) in WAYS.items()]

    @cached_property
    def form(self) -> PicturesForm:
        return PicturesForm()

    @property
    def send_to(self) -> str:
        """Where the form sends pictures. Only this address accepts large forms."""
        return pictures_sent.signed(reverse("add-pictures", args=[self.session.pk]))

    @property
    def days_kept(self) -> int:
        return verbs.KEPT_FOR.days

    @property
    def megabytes(self) -> int:
        return pictures_sent.LARGEST // 1_000_000

    @cached_property
    def tables(self) -> list[TableRead]:
        return tables_read(self.tournament)

    @cached_property
    def asked(self) -> Shortened[AskedTable]:
        """The tables with cards to look at, without their missing cards."""
        return Shortened([*_asked_tables(self.tables, missing=False)], MOST_ASKED)

    @cached_property
    def awaited(self) -> Shortened[AskedTable]:
        """The tables with missing cards, and only these cards."""
        return Shortened([*_asked_tables(self.tables, missing=True)], MOST_ASKED)

    @property
    def cards_missing(self) -> int:
        return sum(len(table.cards) for table in self.awaited.items)

    @cached_property
    def _others(self) -> dict[tuple[int, int], PlayedTable]:
        """The tables that no list above has, by round and number."""
        if not self.kept:
            return {}
        read: list[TableRead | SlipRead] = [*self.tables, *self._slips]
        listed_above = {one.played.row.pk for one in read if one.open}
        others = [*tables_unseen(self.tournament), *(one.played for one in read)]
        return {
            (table.row.round.no, table.row.no): table
            for table in others
            if table.row.pk not in listed_above
        }

    @cached_property
    def odd(self) -> list[tuple[int, int, str]]:
        """The tables of these that need a decision: round, number and what is to be decided."""
        return [
            (*at, "is tied" if table.verdict.state == "tied" else "needs a decision")
            for at, table in sorted(self._others.items())
            if is_odd(table)
        ]

    @cached_property
    def silent(self) -> list[str]:
        """The others without a result, a sentence for each round."""
        odd = {(round, no) for round, no, _ in self.odd}
        tables = {at for at, table in self._others.items() if table.verdict.result is None} - odd
        return [
            f"No result yet in round {round} from {_some([no for _, no in those])}."
            for round, those in groupby(sorted(tables), key=itemgetter(0))
        ]

    @property
    def done(self) -> bool:
        """Whether nothing is left to do on this page."""
        left = self.asked or self.awaited or self.slips or self.odd or self.silent
        return self.kept and not left

    @cached_property
    def _slips(self) -> list[SlipRead]:
        return slips_read(self.tournament)

    @cached_property
    def slips(self) -> Shortened[SlipRead]:
        """The slips to look at."""
        return Shortened([one for one in self._slips if one.open], MOST_ASKED)

    @property
    def kept(self) -> bool:
        """Whether there are any pictures."""
        return bool(self.tables or self._slips)

    @cached_property
    def entered(self) -> list[tuple[TableRead, str]]:
        """The tables of the shown round with entered cards, and their points."""
        return [
            (one, describe_table_score(one.played.points))
            for one in self._entered
            if one.round == self.shown_round
        ]

    @cached_property
    def _entered(self) -> list[TableRead]:
        return [one for one in self.tables if any(card.report for card in one.cards)]

    @cached_property
    def shown_round(self) -> int | None:
        numbers = self.rounds_entered
        return self.shown if self.shown in numbers else next(iter(reversed(numbers)), None)

    @cached_property
    def rounds_entered(self) -> list[int]:
        return sorted({one.round for one in self._entered})


def _asked_tables(tables: Iterable[TableRead], *, missing: bool) -> Iterator[AskedTable]:
    """Yield the tables with cards that are missing, or with cards to look at."""
    for table in tables:
        cards = (
            AskedCard(table=table, card=card, key=uuid4())
            for card in table.cards
            if table.open and card.asked
        )
        if found := tuple(card for card in cards if card.missing == missing):
            yield AskedTable(table=table, cards=found)


@require_safe
@tournament_by_number(WRITE)
def pictures(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """What pictures say so far, and the fields for more."""
    return _page(request, tournament, shown=asked_in(request.GET).round)


@require_safe
@tournament_by_number(WRITE)
def clipping(request: HttpRequest, tournament: Tournament, actor: Actor, clip: int) -> HttpResponse:
    """The picture of one row of a card."""
    found = clips_of(tournament).filter(pk=clip).values_list("clipping", flat=True).first()
    if found is None:
        raise Http404("This picture was deleted.")
    return HttpResponse(bytes(found), content_type="image/jpeg")


@csrf_exempt  # which would read all pictures before it is known who sends them
@posted(tournament_by_number(WRITE))
def add(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Read pictures, and enter the tables that agree."""
    return _add(request, tournament, actor)


@csrf_protect
def _add(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    form = PicturesForm(request.POST, request.FILES)
    page = partial(_page, request, tournament)
    said: list[str] = []
    wrong: list[str] = []
    with or_show(page):
        sent = valid(form)["pictures"]
        if lacking := library.missing():
            raise Wrong(lacking)
        verbs.refuse_pictures(tournament)
        end = monotonic() + LONGEST
        for at, file in enumerate(sent):
            if at and monotonic() >= end:
                left = counted(len(sent) - at, "picture")
                wrong.append(f"{left} not read, because the others took long. Send them again.")
                break
            right, not_right = _stored(tournament, file, actor)
            said += right
            wrong += not_right
    return _page(request, tournament, said=tuple(said), wrong=tuple(wrong))


def _stored(
    tournament: Tournament, file: UploadedFile, actor: Actor
) -> tuple[list[str], list[str]]:
    """Read one picture, and return what became of it and what is wrong."""
    content = file.read()
    digest = verbs.digest_of(content)
    name = f"{file.name[:60]}: "
    read = ReadFile() if verbs.is_stored(tournament, digest) else _read(content)
    found = verbs.store(tournament=tournament, digest=digest, read=read, actor=actor)
    if found.again:
        return [f"{name}it was read before, so nothing was stored twice."], []
    wrong = [name + one for one in _problems(read, found)]
    there = found.cards or found.slips or not wrong
    return [name + _summary(found)] if there else [], wrong


def _read(content: bytes) -> ReadFile:
    with TemporaryDirectory() as folder:
        path = Path(folder) / THIS_FILE
        path.write_bytes(content)
        return read_apart(path)


def _summary(found: verbs.Stored) -> str:
    """Return "4 cards, 1 table entered.", or "4 cards read." while no table is complete."""
    there = [counted(found.cards, "card")] if found.cards or not found.slips else []
    there += [counted(found.slips, "slip")] if found.slips else []
    if not found.entered:
        return f"{' and '.join(there)} read."
    return f"{', '.join(there)}, {counted(found.entered, 'table')} entered."


def _problems(read: ReadFile, found: verbs.Stored) -> Iterator[str]:
    if read.wrong:
        yield read.wrong
    elif not (read.cards or found.hidden):
        yield "no card with a small code at its foot was found. Take the picture from closer."
    for where, times in found.elsewhere:
        yield f"{counted(times, 'card')} {_elsewhere(where)}. Not entered."
    if found.blank:
        yield f"{counted(found.blank, 'blank card')}, without a number. Type them."
    if found.unplaced:
        yield f"the rows of {_cards(one.no for one in found.unplaced)} can’t be seen. {AGAIN}"
    if found.lost:
        yield f"{counted(found.lost, 'slip')} can’t be read. Photograph it again, or type it."
    if found.hidden:
        yield f"the small code of {_cards(found.hidden)} is hidden. {AGAIN}"
    if found.early:
        rounds = listed([str(no) for no in found.early])
        yield f"there are marks in round {rounds}, which has not started. They were not read."


def _elsewhere(where: str) -> str:
    if where:
        return f"from another tournament ({where})"
    return "from another tournament, which this club doesn’t have on this site"


AGAIN = "Photograph it again."
MOST_NAMED = 12
"""Tables that a sentence names. More are counted."""


def _some(tables: Sequence[int]) -> str:
    """Return "tables 3 and 4", or "30 tables" if these are too many to name."""
    if len(tables) > MOST_NAMED:
        return counted(len(tables), "table")
    return f"table{'s' if len(tables) > 1 else ''} {listed([str(no) for no in tables])}"


def _cards(numbers: Iterable[int]) -> str:
    numbers = [str(no) for no in numbers]
    return f"card{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


@posted(tournament_by_number(WRITE))
def answer(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store a card as a person reads it in its clipping."""
    form = CardAnswerForm(request.POST)
    with or_show(partial(_page, request, tournament)):
        sent = valid(form)
        shown = sent.pop("shown")
        entered = verbs.answer(tournament=tournament, actor=actor, **sent)
    said = f"Card {sent['no']}, round {sent['round']}: saved."
    if entered:
        said += f" {counted(entered, 'table')} entered."
    if "HX-Request" in request.headers:
        return _page(request, tournament, said=(said,), shown=shown)
    messages.success(request, said)
    return redirect("card-pictures", tournament.session_id)


@posted(tournament_by_number(WRITE), to="card-pictures")
def forget(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Delete all clippings. Entered scores stay."""
    verbs.forget_clips(tournament)
    return "All pictures of cards are deleted."


def _page(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **about
) -> HttpResponse:
    page = PicturesPage(tournament=tournament, actor=actor_of(request), **about)
    template = "tournament/desk/pictures.html"
    return piece_or_page(
        request, template, page.context, piece="read", name="pictures", status=status
    )
