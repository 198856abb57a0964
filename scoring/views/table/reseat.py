"""A seat put right after the fact: who really sat there, what it moves, and why."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from scoring.actions import Refused
from scoring.actions.table.reseat import put_right
from scoring.forms.table.reseat import ReseatForm
from scoring.models import Sitting, Table
from scoring.permissions import WRITE, Actor
from scoring.queries.evening.cutting import people_about
from scoring.queries.table.effects import Effect
from scoring.queries.table.reseating import Reseat, meanwhile_elsewhere
from scoring.rules.game import ImpossibleSitting
from scoring.views.access import by_link

CONFLICT, UNPROCESSABLE = 409, 422


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE)
def seats(request: HttpRequest, table: Table, actor: Actor, no: int) -> HttpResponse:
    """Put the seats of a sitting right: first what would move, then, on the second press, the
    change."""
    found = table.sittings.select_related("table__session__club", "table__house")
    sitting = get_object_or_404(found, no=no)
    form = _form(request, sitting)
    if request.method != "POST":
        return _page(request, sitting, actor, form)
    if not form.is_valid():
        return _page(request, sitting, actor, form, status=UNPROCESSABLE)
    clean = form.cleaned_data
    told = {name: clean[name] for name in ("names", "from_no", "stay_with")}
    if "save" not in request.POST:
        return _looked_at(request, sitting, actor, form, Reseat(sitting=sitting, **told))
    twice = _sat_elsewhere(form, Reseat(sitting=sitting, **told))
    try:
        put_right(sitting=sitting, **told, seen=clean["seen"], why=clean["why"], actor=actor)
    except Refused as why:
        form.add_error(None, str(why))
        return _page(request, sitting, actor, form, status=CONFLICT)
    messages.success(request, "The seats are put right.")
    for sentence in twice:
        messages.warning(request, sentence)
    return redirect("score", actor.link.token)


def _form(request: HttpRequest, sitting: Sitting) -> ReseatForm:
    return ReseatForm(
        request.POST if request.method == "POST" else None,
        sat={player.pk: player.name for player in sitting.players},
        known=[player.name for player in people_about(sitting.table.session)],
        hands=len(sitting.counted),
    )


def _sat_elsewhere(form: ReseatForm, reseat: Reseat) -> list[str]:
    """Return who sat elsewhere meanwhile; nothing of a hand that is not there."""
    return meanwhile_elsewhere(reseat) if reseat.from_no <= form.most else []


def _looked_at(
    request: HttpRequest, sitting: Sitting, actor: Actor, form: ReseatForm, reseat: Reseat
) -> HttpResponse:
    if reseat.from_no > form.most:
        form.add_error("from_no", f"This sitting has no hand {reseat.from_no}.")
        return _page(request, sitting, actor, form, status=UNPROCESSABLE)
    try:
        effect = reseat.effect()
    except ImpossibleSitting as wrong:
        form.add_error(None, f"Then hand {wrong.no} could not be: {wrong.message}")
        return _page(request, sitting, actor, form, status=UNPROCESSABLE)
    return _page(request, sitting, actor, form, effect=effect, reseat=reseat)


def _page(
    request: HttpRequest,
    sitting: Sitting,
    actor: Actor,
    form: ReseatForm,
    *,
    effect: Effect | None = None,
    reseat: Reseat | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "table": sitting.table,
        "token": actor.link.token,
        "sitting": sitting,
        "form": form,
        "effect": effect,
        "reseat": reseat,
        "elsewhere": meanwhile_elsewhere(reseat) if reseat else [],
        "several": sitting.table.sittings.not_replaced().count() > 1,
    }
    return render(request, "table/reseat/seats.html", context, status=status)
