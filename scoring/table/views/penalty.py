"""A penalty at the table: points to the others or from one's own, without a hand."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, valid
from scoring.common.edition import as_seen
from scoring.common.permissions import WRITE, Actor
from scoring.euchre.hand import PENALTY, Hand
from scoring.table.access import by_link
from scoring.table.actions.hands import log_hand
from scoring.table.forms.penalties import PenaltyForm
from scoring.table.models import Table


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE, signed=True)
def penalty(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Enter a penalty. It counts as a hand of its own, and no deal passes."""
    sitting = table.sitting
    known = {"sitting": sitting.pk, "after": sitting.latest, "seen": as_seen(table.version)}
    form = PenaltyForm(
        request.POST if request.method == "POST" else None,
        names=sitting.called,
        initial=known | {"hand_id": uuid4()},
    )
    context = {"table": table, "token": actor.link.token, "form": form}
    page = partial(render, request, "table/penalty.html", context)
    if request.method != "POST":
        return page()
    with or_show(page, form):
        clean = valid(form)
        hand = Hand(void=PENALTY, irregularities=clean.pop("penalties"), dealer=sitting.mark)
        log_hand(table=table, id=clean.pop("hand_id"), hand=hand, actor=actor, **clean)
    return redirect("pad", actor.link.token)
