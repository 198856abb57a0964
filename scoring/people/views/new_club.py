"""Create a club, as the owner of the site."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.access import by_site_owner
from scoring.common.answers import or_show, valid
from scoring.common.permissions import Actor
from scoring.people.actions.new_club import make_club
from scoring.people.forms.new_club import NewClubForm


@require_http_methods(["GET", "HEAD", "POST"])
@by_site_owner
def new_club(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Make a club; the owner of the site owns it, and invites its other officers."""
    form = NewClubForm(request.POST if request.method == "POST" else None)
    page = partial(_page, request, form)
    if not form.is_bound:
        return page()
    with or_show(page, form):
        club = make_club(owner=actor.account, **valid(form))
    messages.success(request, f"{club} is ready.")
    return redirect("club", club.pk)


def _page(request: HttpRequest, form: NewClubForm, *, status: int = 200) -> HttpResponse:
    return render(request, "people/new_club.html", {"form": form}, status=status)
