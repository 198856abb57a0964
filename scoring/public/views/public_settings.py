"""The public parts of a club, for its owner to choose, with their addresses."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, status_of, valid
from scoring.common.open_pages import EMBED
from scoring.common.permissions import OWN, RUN, Actor, may, must
from scoring.common.qr_codes import address_of, only_here
from scoring.people.access import club_by_number
from scoring.people.actions.public_version import open_parts
from scoring.people.models import Club, Part
from scoring.public.forms.public_pages import OpenForm


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def what_is_public(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Each part with what it shows and who sees it; the owner changes it."""
    sent = request.POST if request.method == "POST" else None
    form = OpenForm(
        sent, parts=club.open_parts, names=club.open_names, may_be_found=club.may_be_found
    )
    page = partial(_page, request, club, actor, form)
    if sent is None:
        return page()
    must(actor, OWN, club)
    with or_show(page, form):
        valid(form)
        open_parts(club=club, actor=actor, **form.what)
    messages.success(request, "Saved. Public pages now show this.")
    return redirect("what-is-public", club.pk)


def _page(
    request: HttpRequest, club: Club, actor: Actor, form: OpenForm, *, status: int | None = None
) -> HttpResponse:
    front = address_of(request, "open", club.pk)
    results = address_of(request, "open-results", club.pk)
    pages = [("Club page", front)]
    pages += [("Results", results)] if Part.RESULTS in club.open_parts else []
    context = {
        "club": club,
        "runs": True,
        "owns": may(actor, OWN, club),
        "form": form,
        "open": bool(club.open_parts),
        "pages": [
            (title, address, f"{address}?{EMBED}", f"embed-{no}")
            for no, (title, address) in enumerate(pages)
        ],
        "data": address_of(request, "open-data", club.pk),
        "leagues": club.leagues.filter(open_to_all=True),
        "local": only_here(front),
    }
    return render(request, "public/settings/public.html", context, status=status or status_of(form))
