"""Enter scores: type a pile of signed cards after a round or after the club night, by keyboard
alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from uuid import UUID, uuid4

from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.common.access import actor_of
from scoring.common.answers import Wrong, or_show, piece_or_page, posted, valid
from scoring.common.codes import ENTRANT, ROUND_TABLE, read_code
from scoring.common.permissions import WRITE, Actor
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import enter_scores as verbs
from scoring.tournament.actions.card_clips import enter_agreed
from scoring.tournament.forms.enter_scores import (
    AskForm,
    CardForm,
    DeskForm,
    SlipForm,
    TakeBackCardForm,
    WholeForm,
)
from scoring.tournament.models import Entrant, Round, RoundTable, Tournament
from scoring.tournament.queries.card_clips import clips_of
from scoring.tournament.queries.now import PlayedTable, entrants_of, played_tables, rules_in
from scoring.tournament.views.enter_scores.answer import Answer, answer_to, before, taken_back
from scoring.tournament.views.enter_scores.disagreements import Odd, odd_tables
from scoring.tournament.views.enter_scores.lines import (
    Counts,
    DeskLine,
    card_lines,
    counts_of,
    slip_lines,
)
from scoring.tournament.views.page import TournamentPage

WAYS = {
    "card": ("Card, one round", "type-card"),
    "slip": ("A table’s slip", "type-slip"),
    "whole": ("Whole card", "type-whole"),
}
SHOWN = {"missing": "Missing", "odd": "To check", "all": "All"}


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The view of the page that was requested: the kind of paper, the round and the filters."""

    by: str = "card"
    """One of WAYS."""
    show: str = "missing"
    """One of SHOWN."""
    round: int | None = None
    """None for the latest round."""
    no: int | None = None
    """The number to type again."""
    typed: UUID | None = None
    """The key of the latest entry."""
    after: int | None = None
    """The next suggestion is the first one after this number."""

    @property
    def query(self) -> dict[str, object]:
        """The query parameters of its URL."""
        usual = asdict(Asked())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


def asked_in(sent, *, by: str = "") -> Asked:
    """Return the view requested by a URL. For a submitted form (`by`, one of WAYS), return the view
    of the page it came from."""
    found = AskForm(sent).asked
    if not by:
        return Asked(**found)
    return Asked(by=by, **{name: found[name] for name in ("show", "round") if name in found})


def begun_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds that can have paper scores, the latest first."""
    return list(tournament.rounds.exclude(started_at=None).order_by("-no"))


def form_for(by: str, tournament: Tournament, sent=None, *, sides: int = 2, **initial) -> DeskForm:
    """Return the form for one of WAYS. `sides` is the most that a table of the round has."""
    more = {"initial": initial, "bidding": rules_in(tournament).bidding}
    if by == "whole":
        numbers = sorted(row.no for row in begun_rounds(tournament))
        return WholeForm(sent, rounds=numbers, **more)
    if by == "slip":
        return SlipForm(sent, sides=sides, **more)
    return CardForm(sent, **more)


@dataclass(frozen=True, kw_only=True)
class DeskPage(TournamentPage):
    """The page for paper scores. It takes a fixed number of queries."""

    asked: Asked
    refused: DeskForm | None = None
    said: Answer | None = None
    """An answer that the page cannot load from the database."""

    @cached_property
    def rounds(self) -> list[Round]:
        return begun_rounds(self.tournament)

    @cached_property
    def round(self) -> Round | None:
        asked_for = (row for row in self.rounds if row.no == self.asked.round)
        return next(asked_for, self.rounds[0] if self.rounds else None)

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        return {one.no: one for one in entrants_of(self.tournament)}

    @cached_property
    def tables(self) -> list[PlayedTable]:
        if self.round is None:
            return []
        return played_tables(self.rounds if self.asked.by == "whole" else [self.round])

    @cached_property
    def lines(self) -> Sequence[DeskLine]:
        slips = self.asked.by == "slip"
        return slip_lines(self.tables) if slips else card_lines(self.tables, self.entrants)

    @property
    def shown_or_not(self) -> list[tuple[DeskLine, bool]]:
        show = self.asked.show
        return [(line, show == "all" or getattr(line, show)) for line in self.lines]

    @cached_property
    def counts(self) -> Counts:
        what = "slip" if self.asked.by == "slip" else "card"
        return counts_of(what, self.lines, self.tables)

    @property
    def shown(self) -> list[tuple[str, str, int]]:
        """The filters of the list. Without cards to check, there is none for them."""
        found = [(show, says, getattr(self.counts, show)) for show, says in SHOWN.items()]
        return [one for one in found if one[0] != "odd" or one[2] or self.asked.show == "odd"]

    @property
    def none_shown(self) -> str:
        return "" if getattr(self.counts, self.asked.show) else self.asked.show

    @property
    def ways(self) -> list[tuple[str, str]]:
        return [(way, says) for way, (says, _) in WAYS.items()]

    @property
    def address(self) -> str:
        return WAYS[self.asked.by][1]

    @cached_property
    def here(self) -> str:
        desk = reverse("desk", args=[self.session.pk])
        return f"{desk}?by={self.asked.by}&round={self.round.no if self.round else 0}"

    @property
    def bidding(self) -> bool:
        return rules_in(self.tournament).bidding

    @cached_property
    def key(self) -> UUID:
        return uuid4()

    @cached_property
    def answer(self) -> Answer | None:
        typed, whole = self.asked.typed, self.asked.by == "whole"
        if self.said or typed is None:
            return self.said
        return answer_to(typed, self.tables, self.entrants, self.asked.after if whole else None)

    @property
    def odd(self) -> list[Odd]:
        """The tables to check, with those of the latest answer first."""
        about = self.answer.tables if self.answer else ()
        return sorted(odd_tables(self.tables), key=lambda odd: odd.no not in about)

    @cached_property
    def suggested(self) -> DeskLine | None:
        return _suggested(self.lines, self.asked.after or 0)

    @cached_property
    def form(self) -> DeskForm:
        """The form for one entry, blank or as it was refused."""
        asked = self.asked
        sides = max((len(table.value.by_side) for table in self.tables), default=2)
        return self.refused or form_for(
            asked.by, self.tournament, sides=sides, no=asked.no, table=asked.no
        )

    @property
    def focus(self) -> str:
        """The name of the field to focus."""
        return self.form.wrong or self.form.typed[1 if self.asked.no and not self.refused else 0]

    @property
    def boxes(self) -> list[BoundField]:
        self.form.at(self.focus, self.suggested.no if self.suggested else None)
        return self.form.boxes


def _suggested(lines: Sequence[DeskLine], after: int) -> DeskLine | None:
    """Return the next missing line after a number, and start again from the top after the last."""
    missing = [line for line in lines if line.missing]
    return next((line for line in missing if line.no > after), next(iter(missing), None))


@require_safe
@tournament_by_number(WRITE)
def desk(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The page for typing cards, with the missing ones. With `?code=`, redirect to the card or slip
    that has this code."""
    asked = asked_in(request.GET)
    if "code" not in request.GET:
        return _page(request, tournament, asked)

    def page(*, message: str, status: int) -> HttpResponse:
        said = Answer(says=(message,), odd=True)
        return _page(request, tournament, asked, said=said, status=status)

    with or_show(page):
        return _to_desk(tournament, _of_code(tournament, asked, request.GET["code"]))


def _of_code(tournament: Tournament, asked: Asked, code: str) -> Asked:
    """Return the view for typing the card or slip with this code."""
    read = read_code(code)
    papers = {
        ENTRANT: tournament.entrants.all(),
        ROUND_TABLE: RoundTable.objects.filter(round__tournament=tournament).select_related(
            "round"
        ),
    }
    paper = papers[read[0]].filter(pk=read[1]).first() if read and read[0] in papers else None
    if paper is None:
        raise Wrong(f"No card and no slip of this tournament has the code “{code[:20]}”.")
    if isinstance(paper, Entrant):
        by = "card" if asked.by == "slip" else asked.by
        return replace(asked, by=by, no=paper.no, typed=None, after=None)
    return replace(asked, by="slip", round=paper.round.no, no=paper.no, typed=None, after=None)


@posted(tournament_by_number(WRITE))
def type_card(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store one round of a card."""

    def store(form):
        what = {name: form.cleaned_data[name] for name in ("key", "round", "no")}
        verbs.type_card(tournament=tournament, line=form.line, won=form.won, actor=actor, **what)
        return what["no"]

    return _typed(request, tournament, "card", store)


@posted(tournament_by_number(WRITE))
def type_slip(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store a table's slip of one round."""

    def store(form):
        what = {name: form.cleaned_data[name] for name in ("key", "round", "table")}
        about = what | {"tournament": tournament, "actor": actor}
        if form.forfeit is None:
            verbs.type_slip(points=form.points, lones=form.lones, won=form.won, **about)
        else:
            verbs.type_forfeit(side=form.forfeit, **about)
        return what["table"]

    return _typed(request, tournament, "slip", store)


@posted(tournament_by_number(WRITE))
def type_whole(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store a card with all its rounds."""

    def store(form):
        key = form.cleaned_data["key"]
        try:
            verbs.type_whole_card(tournament=tournament, key=key, card=form.card, actor=actor)
        except verbs.WrongSum as why:
            form.add_error("total", str(why))
            raise
        return form.card.owner

    return _typed(request, tournament, "whole", store)


def _typed(
    request: HttpRequest, tournament: Tournament, by: str, store: Callable[[DeskForm], int]
) -> HttpResponse:
    """Store the entry and respond. If it is refused, show the reason and keep the input."""
    form, asked = form_for(by, tournament, request.POST), asked_in(request.POST, by=by)
    with or_show(partial(_page, request, tournament, asked, refused=form), form):
        valid(form)
        after = store(form)
        if clips_of(tournament).exists():
            enter_agreed(tournament=tournament, actor=actor_of(request))
    asked = replace(asked, typed=form.cleaned_data["key"], after=after)
    return _page(request, tournament, asked) if request.htmx else _to_desk(tournament, asked)


@posted(tournament_by_number(WRITE))
def take_back_card(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Undo the latest entry."""
    form = TakeBackCardForm(request.POST)
    asked = asked_in(request.POST, by=form.way)

    def page(*, message: str, status: int) -> HttpResponse:
        said = Answer(says=(message,), odd=True)
        return _page(request, tournament, asked, said=said, status=status)

    with or_show(page):
        key = valid(form)["key"]
        gone = verbs.take_back(tournament=tournament, actor=actor, key=key)
    asked = replace(asked, after=before(gone))
    if request.htmx:
        return _page(request, tournament, asked, said=Answer(says=(taken_back(gone),)))
    messages.success(request, taken_back(gone))
    return _to_desk(tournament, asked)


def _to_desk(tournament: Tournament, asked: Asked) -> HttpResponse:
    return redirect(f"{reverse('desk', args=[tournament.session_id])}?{urlencode(asked.query)}")


def _page(
    request: HttpRequest, tournament: Tournament, asked: Asked, *, status: int = 200, **about
) -> HttpResponse:
    template = "tournament/desk/desk.html"
    page = DeskPage(tournament=tournament, actor=actor_of(request), asked=asked, **about)
    return piece_or_page(request, template, page.context, piece="typed", name="desk", status=status)
