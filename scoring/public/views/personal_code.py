"""Lead players to their own pages, by a code, or by the pages that their phone remembers."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.access import HALF_A_YEAR, behind_a_door
from scoring.common.answers import answered, status_of
from scoring.common.cookies import forget, kept_signed, remember_signed
from scoring.common.fields import CodeForm
from scoring.common.typed_code import by_typed_code
from scoring.public.models import PersonalLink
from scoring.public.queries.player_page import codes_are_given, link_of_code, links_by_tokens

MINE = "own"
"""The cookie by which a phone finds the own pages that were opened on it."""
MOST_ON_A_PHONE = 4
"""A household shares one."""


@require_http_methods(["GET", "HEAD", "POST"])
@behind_a_door
@answered
def by_code(request: HttpRequest) -> HttpResponse:
    """Type the code of the club's list; the phone's own pages are a tap away."""
    page = partial(_code_page, request)
    if request.method != "POST":
        return page(CodeForm())
    return by_typed_code(
        request,
        CodeForm(request.POST),
        link_of_code,
        page=page,
        go=lambda link: remember_page(redirect(link), request, link.token),
        none=NO_CODE,
        meanwhile="; your link and its QR code still work.",
    )


NO_CODE = (
    "There is no page with this code. Check it on your newest slip and enter it again, or ask your "
    "organiser for a new one."
)


def _code_page(request: HttpRequest, form: CodeForm, *, status: int | None = None) -> HttpResponse:
    context = {"form": form, "mine": own_pages_on(request), "given": codes_are_given()}
    return unlisted(
        render(request, "public/player_page/code.html", context, status=status or status_of(form))
    )


def tokens_on(request: HttpRequest) -> list[str]:
    """Return the tokens of the own pages that this phone remembers, the latest first."""
    kept = kept_signed(request, MINE, seconds=HALF_A_YEAR)
    return [token for token in kept.split(".") if token]


def own_pages_on(request: HttpRequest) -> list[PersonalLink]:
    """Return the good links that this phone remembers; no query where there is none."""
    return links_by_tokens(tokens_on(request))


def remember_pages(response: HttpResponse, request: HttpRequest, tokens: list[str]) -> HttpResponse:
    """Return the response with the cookie by which this phone remembers these pages, and no more of
    them than a household needs."""
    if not tokens:
        forget(response, MINE)
        return response
    value = ".".join(tokens[:MOST_ON_A_PHONE])
    return remember_signed(request, response, MINE, value, seconds=HALF_A_YEAR)


def remember_page(response: HttpResponse, request: HttpRequest, token: str) -> HttpResponse:
    """Let the phone remember this page before others, and drop links that are no longer valid. The
    cookie is left alone if this page is the first already."""
    if tokens_on(request)[:1] == [token]:
        return response
    kept = [link.token for link in own_pages_on(request)]
    return remember_pages(response, request, [token, *(one for one in kept if one != token)])


def unlisted(response: HttpResponse) -> HttpResponse:
    """Return the response, which no search engine lists."""
    response["X-Robots-Tag"] = "noindex"
    return response
