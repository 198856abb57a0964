"""A seat corrected afterwards, with who really sat there, the effect, and why."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import Wrong, or_show, valid
from scoring.common.permissions import WRITE, Actor
from scoring.euchre.game import ImpossibleSitting
from scoring.table import hooks
from scoring.table.access import by_link
from scoring.table.actions.reseat import put_right
from scoring.table.forms.reseat import ReseatForm
from scoring.table.models import Sitting, Table
from scoring.table.queries.effects import Effect
from scoring.table.queries.reseating import Reseat, meanwhile_elsewhere
from scoring.table.views.circle import circle_of


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE)
def seats(request: HttpRequest, table: Table, actor: Actor, no: int) -> HttpResponse:
    """Correct the seats of a sitting. The first press shows the effect, and the second one
    saves."""
    found = table.sittings.select_related("table__session__club", "table__house")
    sitting = get_object_or_404(found, no=no)
    form = _form(request, sitting)
    page = partial(_page, request, sitting, actor, form)
    if request.method != "POST":
        return page()
    with or_show(page, form):
        clean = valid(form)
        what = {name: clean[name] for name in ("names", "from_no", "stay_with")}
        reseat = Reseat(sitting=sitting, **what)
        if "save" not in request.POST:
            return page(effect=_effect(form, reseat), reseat=reseat)
        twice = _sat_elsewhere(form, reseat)
        put_right(sitting=sitting, **what, seen=clean["seen"], why=clean["why"], actor=actor)
    messages.success(request, "The seats are corrected.")
    for sentence in twice:
        messages.warning(request, sentence)
    return redirect("score", actor.link.token)


def _form(request: HttpRequest, sitting: Sitting) -> ReseatForm:
    return ReseatForm(
        request.POST if request.method == "POST" else None,
        sat={player.pk: player.name for player in sitting.players},
        known=[player.name for player in hooks.people_about.first(sitting.table.session) or []],
        hands=len(sitting.counted),
    )


def _sat_elsewhere(form: ReseatForm, reseat: Reseat) -> list[str]:
    """Return who sat elsewhere meanwhile; nothing of a hand that is not there."""
    return meanwhile_elsewhere(reseat) if reseat.from_no <= form.most else []


def _effect(form: ReseatForm, reseat: Reseat) -> Effect:
    """Return what would move. Raises Wrong when it cannot be."""
    if reseat.from_no > form.most:
        form.add_error("from_no", f"There is no hand {reseat.from_no} in this part.")
        raise Wrong
    try:
        return reseat.effect()
    except ImpossibleSitting as wrong:
        raise Wrong(wrong.as_text) from wrong


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
        "circle": circle_of(sitting),
        "form": form,
        "effect": effect,
        "reseat": reseat,
        "elsewhere": meanwhile_elsewhere(reseat) if reseat else [],
        "several": sitting.table.sittings.not_replaced().count() > 1,
    }
    return render(request, "table/reseat/seats.html", context, status=status)
