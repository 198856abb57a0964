"""The desk: a pile of signed cards is typed after a round or after the evening, by keyboard
alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.common.access import actor_of
from scoring.common.answers import Wrong, or_show, piece_or_page, posted, valid
from scoring.common.codes import ENTRANT, ROUND_TABLE, read_code
from scoring.common.permissions import RUN, WRITE, Actor, may
from scoring.tournament.access import tournament_by_number
from scoring.tournament.actions import enter_scores as verbs
from scoring.tournament.forms.enter_scores import (
    AskForm,
    CardForm,
    DeskForm,
    SlipForm,
    TakeBackCardForm,
    WholeForm,
)
from scoring.tournament.models import Entrant, Round, RoundTable, Tournament
from scoring.tournament.queries.now import PlayedTable, entrants_of, played_tables, rules_in
from scoring.tournament.views.enter_scores.answer import Answer, answer_to, before, taken_back
from scoring.tournament.views.enter_scores.disagreements import odd_tables
from scoring.tournament.views.enter_scores.lines import DeskLine, card_lines, counts_of, slip_lines

WAYS = {
    "card": ("One round", "type-card"),
    "slip": ("A table’s slip", "type-slip"),
    "whole": ("Whole card", "type-whole"),
}
SHOWN = {"missing": "Missing", "odd": "To be looked at", "all": "All"}


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the desk is asked to show."""

    by: str = "card"
    """One of WAYS."""
    show: str = "missing"
    """One of SHOWN."""
    round: int | None = None
    """None: the latest."""
    no: int | None = None
    """The number to type again."""
    typed: UUID | None = None
    """The key of what was just typed."""
    after: int | None = None
    """After which number the next is suggested."""

    @property
    def query(self) -> dict[str, object]:
        """What an address says of it."""
        usual = asdict(Asked())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


def asked_in(sent, *, by: str = "") -> Asked:
    """Return what an address asks for; of a form that was sent (`by` one of WAYS) where it was sent
    from."""
    found = AskForm(sent).asked
    if not by:
        return Asked(**found)
    return Asked(by=by, **{name: found[name] for name in ("show", "round") if name in found})


def begun_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds that paper can be of, the latest first."""
    return list(tournament.rounds.exclude(started_at=None).order_by("-no"))


def form_for(
    by: str, tournament: Tournament, sent=None, *, threes: bool = False, **initial
) -> DeskForm:
    """Return what is typed in one of WAYS; `threes`: whether three sit at a table of the round."""
    more = {"initial": initial, "bidding": rules_in(tournament).bidding}
    if by == "whole":
        numbers = sorted(row.no for row in begun_rounds(tournament))
        return WholeForm(sent, rounds=numbers, **more)
    if by == "slip":
        return SlipForm(sent, threes=threes, **more)
    return CardForm(sent, **more)


def desk_context(
    tournament: Tournament,
    asked: Asked,
    *,
    form: DeskForm | None = None,
    said: Answer | None = None,
) -> dict:
    """Return everything templates/tournament/desk/desk.html shows; a fixed number of queries.

    `form` is one that was refused; `said` an answer that the page itself cannot know.
    """
    rounds, by = begun_rounds(tournament), asked.by
    round = next((row for row in rounds if row.no == asked.round), rounds[0] if rounds else None)
    entrants = {one.no: one for one in entrants_of(tournament)}
    tables = played_tables(rounds if by == "whole" else [round]) if round else []
    lines = slip_lines(tables) if by == "slip" else card_lines(tables, entrants)
    counts = counts_of("slip" if by == "slip" else "card", lines, tables)
    answer = said or _answer(asked, tables, entrants)
    about = answer.tables if answer else ()
    desk = reverse("desk", args=[tournament.session_id])
    return {
        "session": tournament.session,
        "live": tournament.finished_at is None and not tournament.session.closed,
        "by": by,
        "bidding": rules_in(tournament).bidding,
        "here": f"{desk}?by={by}&round={round.no if round else 0}",
        "ways": [(way, says) for way, (says, _) in WAYS.items()],
        "address": WAYS[by][1],
        "show": asked.show,
        "shown": [(show, says, getattr(counts, show)) for show, says in SHOWN.items()],
        "none_shown": "" if getattr(counts, asked.show) else asked.show,
        "rounds": rounds,
        "round": round,
        "key": uuid4(),
        "answer": answer,
        "odd": sorted(odd_tables(tables), key=lambda odd: odd.no not in about),
        "lines": [(line, asked.show == "all" or getattr(line, asked.show)) for line in lines],
        "counts": counts,
    } | _form(
        form or _blank(tournament, asked, tables), form, asked, _suggested(lines, asked.after or 0)
    )


def _blank(tournament: Tournament, asked: Asked, tables: Sequence[PlayedTable]) -> DeskForm:
    threes = any(len(table.seats) == 3 for table in tables)
    return form_for(asked.by, tournament, threes=threes, no=asked.no, table=asked.no)


def _form(
    form: DeskForm, refused: DeskForm | None, asked: Asked, suggested: DeskLine | None
) -> dict:
    """Return the form with its cursor where it is wanted, and whom it suggests."""
    focus = form.wrong or form.typed[1 if asked.no and not refused else 0]
    form.at(focus, suggested.no if suggested else None)
    return {"form": form, "refused": refused, "focus": focus, "suggested": suggested}


def _answer(
    asked: Asked, tables: Sequence[PlayedTable], entrants: Mapping[int, Entrant]
) -> Answer | None:
    if asked.typed is None:
        return None
    return answer_to(asked.typed, tables, entrants, asked.after if asked.by == "whole" else None)


def _suggested(lines: Sequence[DeskLine], after: int) -> DeskLine | None:
    """Return the next that is missing after a number, starting again after the last."""
    missing = [line for line in lines if line.missing]
    return next((line for line in missing if line.no > after), next(iter(missing), None))


@require_safe
@tournament_by_number(WRITE)
def desk(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Where cards are typed, and which are missing; or, with `?code=`, on to the card or the slip
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
    """Return what the desk shows to type the card or slip of this code."""
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
    """Store what a card says of one round."""

    def store(form):
        what = {name: form.cleaned_data[name] for name in ("key", "round", "no")}
        verbs.type_card(tournament=tournament, line=form.line, won=form.won, actor=actor, **what)
        return what["no"]

    return _typed(request, tournament, "card", store)


@posted(tournament_by_number(WRITE))
def type_slip(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store what a table's slip says of one round."""

    def store(form):
        what = {name: form.cleaned_data[name] for name in ("key", "round", "table")}
        slip = {"points": form.points, "lones": form.lones, "won": form.won}
        verbs.type_slip(tournament=tournament, actor=actor, **what, **slip)
        return what["table"]

    return _typed(request, tournament, "slip", store)


@posted(tournament_by_number(WRITE))
def type_whole(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Store a card with all its rounds."""

    def store(form):
        key = form.cleaned_data["key"]
        verbs.type_whole_card(tournament=tournament, key=key, card=form.card, actor=actor)
        return form.card.owner

    return _typed(request, tournament, "whole", store)


def _typed(
    request: HttpRequest, tournament: Tournament, by: str, store: Callable[[DeskForm], int]
) -> HttpResponse:
    """Store what was typed and answer; or say why not, with what was typed still there."""
    form, asked = form_for(by, tournament, request.POST), asked_in(request.POST, by=by)
    with or_show(partial(_page, request, tournament, asked, form=form), form):
        valid(form)
        after = store(form)
    asked = replace(asked, typed=form.cleaned_data["key"], after=after)
    return _page(request, tournament, asked) if request.htmx else _to_desk(tournament, asked)


@posted(tournament_by_number(WRITE))
def take_back_card(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Let what was typed last count no more."""
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
    context = desk_context(tournament, asked, **about)
    context["runs"] = may(actor_of(request), RUN, tournament.session)
    return piece_or_page(request, template, context, piece="typed", name="desk", status=status)
