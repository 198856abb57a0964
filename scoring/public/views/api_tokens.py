"""The tokens of the API, for the club's owner."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, posted, status_of, valid
from scoring.common.permissions import OWN, Actor
from scoring.common.qr_codes import address_of, only_here
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.people.views.password_again import password_again
from scoring.public.actions.api_tokens import Made, make_token, revoke_token
from scoring.public.forms.api_tokens import TokenForm

PAST_SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(OWN)
@password_again
def tokens(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """List the valid tokens, with a form for another. The response shows the new token once, so it
    can't be a redirect."""
    if request.method != "POST":
        return _page(request, club, TokenForm())
    form = TokenForm(request.POST)
    with or_show(partial(_page, request, club, form), form):
        made = make_token(club=club, actor=actor, **valid(form))
    return _page(request, club, TokenForm(), made=made)


@posted(club_by_number(OWN), to="api-tokens")
def revoke(request: HttpRequest, club: Club, actor: Actor, program: int) -> str:
    """Let a token in no more."""
    found = revoke_token(token=get_object_or_404(club.api_tokens, pk=program), actor=actor)
    return f"The token {found.name} no longer works."


def _page(
    request: HttpRequest,
    club: Club,
    form: TokenForm,
    *,
    made: Made | None = None,
    status: int | None = None,
) -> HttpResponse:
    found, address = list(club.api_tokens.all()), address_of(request, "api")
    good = [one for one in found if one.revoked_at is None and one.digest]
    context = {
        "club": club,
        "runs": True,
        "owns": True,
        "form": form,
        "made": made,
        "tokens": good,
        "past": [one for one in found if one not in good][:PAST_SHOWN],
        "address": address,
        "local": only_here(address),
    }
    page = "public/api_tokens.html"
    return render(request, page, context, status=status or status_of(form))
