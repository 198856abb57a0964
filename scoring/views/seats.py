"""Tables are formed: who plays, which tables, who sits where; then they are opened all at once."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.actions import Refused
from scoring.actions import plans as verbs
from scoring.actions.plan_moves import move
from scoring.actions.plan_opening import open_plan
from scoring.forms.plan_moves import MoveForm, SeenForm
from scoring.forms.plans import PlanForm
from scoring.models import ClubSession, Plan
from scoring.models.planning import standing_plan, usual_tables, waits_elsewhere
from scoring.models.turns import free_people
from scoring.permissions import RUN, WRITE, Actor, may
from scoring.rules.wording import counted
from scoring.views.access import session_by_number
from scoring.views.plan_page import plan_context

MOST_SHOWN = 20


@require_safe
@session_by_number(WRITE)
def seats(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Who is free, which tables they could form, and how the tables so far were formed."""
    return _seats(request, session, actor)


def _seats(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    sent: QueryDict | None = None,
    *,
    form: PlanForm | None = None,
    status: int = 200,
) -> HttpResponse:
    waits = waits_elsewhere(session)
    form = form or _form(session, sent, waits)
    context = {
        "session": session,
        "runs": may(actor, RUN, session),
        "form": form,
        "people": [(key, player, waits.get(player.pk, "")) for key, player in form.free.items()],
        "standing": standing_plan(session),
        "plans": session.plans.exclude(opened_at=None, dropped_at=None)[:MOST_SHOWN],
    }
    template = "seats/seats.html#mixes" if request.htmx else "seats/seats.html"
    return render(request, template, context, status=status)


def _form(session: ClubSession, sent: QueryDict | None, waits: dict[int, str]) -> PlanForm:
    """Return the form of a plan; at first everybody is ticked who is free and waits at no table."""
    free, standing = free_people(session), standing_plan(session)
    return PlanForm(
        sent,
        free=free,
        chosen=[player.pk for player in free if player.pk not in waits],
        houses=session.club.house_rules.standing(),
        currency=session.club.currency,
        usual=usual_tables(session.club),
        initial={"seen": standing.pk if standing else None},
    )


@require_POST
@session_by_number(WRITE)
def make(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Make a plan; or show which mixes there are for those who are ticked (`look`)."""
    form = _form(session, request.POST, {})
    valid = form.is_valid()
    if "look" in request.POST:
        form.errors.clear()
        return _seats(request, session, actor, form=form)
    if not valid:
        return _seats(request, session, actor, form=form, status=422)
    clean = form.cleaned_data
    what = {"players": form.players, "names": clean["names"], "tables": form.tables}
    try:
        plan = verbs.make_plan(
            session=session, way=clean["way"], seen=clean["seen"], actor=actor, **what
        )
    except verbs.AnotherPlan as why:
        return _to_another(request, why)
    except Refused as why:
        form.add_error(None, str(why))
        return _seats(request, session, actor, form=form, status=409)
    return redirect("plan", session.pk, plan.pk)


def _to_another(request: HttpRequest, why: verbs.AnotherPlan) -> HttpResponse:
    messages.info(request, str(why))
    return redirect("plan", why.plan.session_id, why.plan.pk)


@require_safe
@session_by_number(WRITE)
def plan(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> HttpResponse:
    """Who shall sit where, and every card that was cut for it (`?who=` is to move)."""
    return _plan(request, session, actor, plan)


def _plan(
    request: HttpRequest,
    session: ClubSession,
    actor: Actor,
    key: int,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = plan_context(_found(session, key), actor, picked=request.GET.get("who", ""))
    template = "seats/plan.html#plan" if request.htmx else "seats/plan.html"
    return render(request, template, context | {"message": message}, status=status)


def _found(session: ClubSession, key: int) -> Plan:
    found = get_object_or_404(Plan, pk=key, session=session)
    found.session = session
    return found


@require_POST
@session_by_number(WRITE)
def move_in_plan(
    request: HttpRequest, session: ClubSession, actor: Actor, plan: int
) -> HttpResponse:
    """Let somebody take another seat; whoever had it takes the one that is left."""
    found, form = _found(session, plan), MoveForm(request.POST)
    if not form.is_valid():
        wrong = " ".join(error for errors in form.errors.values() for error in errors)
        return _plan(request, session, actor, plan, message=wrong, status=422)
    clean = form.cleaned_data
    try:
        move(plan=found, player=clean["who"], to=clean["to"], seen=clean["seen"], actor=actor)
    except Refused as why:
        return _plan(request, session, actor, plan, message=str(why), status=409)
    return redirect("plan", session.pk, plan)


@require_POST
@session_by_number(WRITE)
def draw_again(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> HttpResponse:
    """Draw the same people anew; the plan that was drawn before stays readable."""
    try:
        again = verbs.draw_again(plan=_found(session, plan), actor=actor)
    except verbs.AnotherPlan as why:
        return _to_another(request, why)
    except Refused as why:
        return _plan(request, session, actor, plan, message=str(why), status=409)
    return redirect("plan", session.pk, again.pk)


@require_POST
@session_by_number(WRITE)
def drop(request: HttpRequest, session: ClubSession, actor: Actor, plan: int) -> HttpResponse:
    """Put a plan aside, to choose again who plays."""
    try:
        verbs.drop_plan(plan=_found(session, plan))
    except Refused as why:
        return _plan(request, session, actor, plan, message=str(why), status=409)
    return redirect("seats", session.pk)


@require_POST
@session_by_number(RUN)
def open_tables(
    request: HttpRequest, session: ClubSession, actor: Actor, plan: int
) -> HttpResponse:
    """Open all tables of the plan, and lead to where they are."""
    found, form = _found(session, plan), SeenForm(request.POST)
    if not form.is_valid():
        return _plan(request, session, actor, plan, message=form.errors["seen"][0], status=422)
    try:
        opened = open_plan(plan=found, seen=form.cleaned_data["seen"])
    except Refused as why:
        return _plan(request, session, actor, plan, message=str(why), status=409)
    number = sum("no" in table for table in opened.tables)
    told = (
        f"{counted(number, 'table')} opened. Show each its codes; how they were formed stands "
        "under Seats."
    )
    messages.success(request, told)
    return redirect("session", session.pk)
