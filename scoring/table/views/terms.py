"""Other rules or another stake, from the next hand on or for hands that were played already."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.common.answers import UNPROCESSABLE, or_show, valid
from scoring.common.permissions import RUN, Actor
from scoring.common.refused import Refused
from scoring.table.access import by_link
from scoring.table.actions.tables import change_terms
from scoring.table.actions.terms import backdate_terms
from scoring.table.forms.tables import ChangeTermsForm
from scoring.table.models import Table
from scoring.table.queries.settlement import settled_among
from scoring.table.queries.terms import Backdated, runs_of, why_terms_are_set


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(RUN)
def terms(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The rules and the stake of the table. For earlier hands, the first press shows the effect,
    and the second one saves."""
    sitting, club = table.sitting, table.session.club
    form = ChangeTermsForm(
        request.POST if request.method == "POST" else None,
        currency=club.currency,
        houses=club.house_rules.standing(),
        now=table,
        sitting=sitting.pk,
        seats=len(sitting.players),
    )
    page = partial(_page, request, table, actor, form)
    if request.method != "POST":
        return page()
    with or_show(page, form):
        clean = valid(form)
        since = clean["save"] or clean["look"]
        if since is None:
            change_terms(table=table, sitting=clean["sitting"], **form.terms)
            return redirect("pad", actor.link.token)
        change = Backdated(table=table, since=since, terms=table.by(form.terms))
        if change.refusal:
            raise Refused(change.refusal)
    if clean["save"]:
        what = {"terms": form.terms, "seen": clean["seen"], "why": clean["why"]}
        with or_show(partial(page, change=change), form):
            backdate_terms(table=table, since=since, **what, actor=actor)
        messages.success(request, "The rules and the stake are changed.")
        return redirect("score", actor.link.token)
    return page(change=change, status=UNPROCESSABLE if change.problems else 200)


def _page(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    form: ChangeTermsForm,
    *,
    change: Backdated | None = None,
    status: int = 200,
) -> HttpResponse:
    sitting, club = table.sitting, table.session.club
    fixed = why_terms_are_set(table)
    context = {
        "table": table,
        "token": actor.link.token,
        "form": form,
        "fixed": fixed,
        "hands": len(sitting.counted),
        "breaks": bool(sitting.standing and any(sitting.standing.score)),
        "house_page": reverse("house-rules", args=[club.pk]) if not club.casual else "",
        "runs": [] if fixed else runs_of(table),
        "change": change,
    }
    if change and not change.problems:
        people = {player.pk for one in change.concerned for player in one.players}
        context["settled"] = settled_among(table.session, people)
    return render(request, "table/score/terms.html", context, status=status)
