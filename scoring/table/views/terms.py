"""Other rules or another stake from the next hand on."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, valid
from scoring.common.permissions import RUN, Actor
from scoring.table.access import by_link
from scoring.table.actions.tables import change_terms
from scoring.table.forms.tables import ChangeTermsForm
from scoring.table.models import Table


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(RUN)
def terms(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """By which rules and for which stake the table plays from the next hand on."""
    sitting, club = table.sitting, table.session.club
    form = ChangeTermsForm(
        request.POST if request.method == "POST" else None,
        currency=club.currency,
        houses=club.house_rules.standing(),
        now=table,
        sitting=sitting.pk,
        seats=len(sitting.players),
    )
    context = {
        "table": table,
        "token": actor.link.token,
        "form": form,
        "hands": len(sitting.counted),
        "breaks": bool(sitting.standing and any(sitting.standing.score)),
        "house_page": reverse("house-rules", args=[club.pk]) if not club.casual else "",
    }
    page = partial(render, request, "table/score/terms.html", context)
    if request.method != "POST":
        return page()
    with or_show(page, form):
        change_terms(table=table, sitting=valid(form)["sitting"], **form.terms)
    return redirect("pad", actor.link.token)
