"""Pages that are open to all: nobody is asked who they are, and a 304 costs one query."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from zlib import crc32

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

from scoring.common import polling
from scoring.common.access import league_by_number
from scoring.common.permissions import LOOK, may_see
from scoring.common.snapshot import one_snapshot
from scoring.league.models import League
from scoring.people.models import Club
from scoring.public.queries.public_pages import Seen, seen_of_club

EMBED = "embed"


def by_open_club(part: str, seen: Callable[..., Seen | None] = seen_of_club):
    """The view gets (request, club) when everybody may see this part of it; 404 for everybody when
    not, as if there were no such club.

    Nobody is asked who they are. Whoever has the page as it would be now is answered 304, by one
    query; what came of a page is kept by nobody without asking again. With `?embed` it may stand in
    a frame of any site, in its 304 too: browsers take the headers of that over.
    """

    def decorate(view):
        @wraps(view)
        def inner(request, pk, **kwargs):
            found = seen(pk, **{name: kwargs[name] for name in ("evening",) if name in kwargs})
            if found is None or not may_see(found.parts, part):
                raise Http404
            etag = quote_etag(_seen_as(request, found.version))
            # "*" is whatever there is: whether there is such a page only the page knows.
            named = request.headers.get("If-None-Match", "").strip() != "*"
            response = get_conditional_response(request, etag=etag) if named else None
            if response is None or response.status_code != HTTPStatus.NOT_MODIFIED:
                with one_snapshot():
                    club = get_object_or_404(Club, pk=pk)
                    response = view(request, club, **kwargs)
            response["ETag"] = etag
            response["Cache-Control"] = "no-cache"
            patch_vary_headers(response, ["Cookie"])
            return _framed_if_asked(request, response)

        return inner

    return decorate


def by_open_league(view):
    """As `league_by_number` with LOOK, for pages that hundreds may ask for again and again: where
    the league is open to all and nobody is signed in, a phone that has the page as it would be now
    is answered 304, by one query. With `?embed` it may stand in a frame of any site."""
    shut = league_by_number(LOOK)(view)

    @wraps(view)
    def inner(request, pk, **kwargs):
        found = None
        if not request.user.is_authenticated:
            open_ = League.objects.filter(pk=pk, open_to_all=True)
            found = open_.values_list("version", flat=True).first()
        if found is None:
            return shut(request, pk=pk, **kwargs)
        etag = quote_etag(_seen_as(request, found, piece=bool(request.htmx)))
        known = get_conditional_response(request, etag=etag)
        if known is not None and known.status_code == HTTPStatus.NOT_MODIFIED:
            return _framed_if_asked(request, known)
        response = shut(request, pk=pk, **kwargs)
        if response.status_code == HTTPStatus.OK:
            response["ETag"] = etag
            response["Cache-Control"] = "private, no-cache"
        return _framed_if_asked(request, response)

    return inner


def _seen_as(request: HttpRequest, version: int | str, *, piece: bool = False) -> str:
    """The tag of an open page at an address, in a look, on a day: the next night is of a day."""
    what = (request.get_full_path(), request.COOKIES.get("look", ""), piece)
    seen = crc32(repr(what).encode())
    return polling.tag(version, timezone.localdate(), seen)


def _framed_if_asked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let a page stand in a frame of any site where `?embed` asks for it."""
    if EMBED in request.GET:
        response.xframe_options_exempt = True
        response._csp_replace = {"frame-ancestors": ["*"]}  # as csp.decorators.csp_replace does
    return response
