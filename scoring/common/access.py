"""Access control for views: find the actor of a request, and refuse those without the right.

Each feature has its own decorators in `access.py`, for its secret links or for the number in the
address. `door` makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TypeVar

from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control

from scoring.common.answers import answered
from scoring.common.cookies import kept_signed, remember_signed
from scoring.common.models.secret_links import SecretLink
from scoring.common.permissions import OWN, SITE, Actor, must
from scoring.common.snapshot import one_snapshot

HOSTING = "hosting"
HALF_A_YEAR = 180 * 24 * 3600


class NoSuchLink(Http404):
    """No link answers: 404 with a sentence of ours."""


class LinkEnded(Http404):
    """The link used to be valid. Answered with 410 Gone and a sentence."""

    title = "This link no longer works"


class LinkRevoked(LinkEnded):
    """The link was revoked."""

    title = "This link was revoked"


def actor_of(request: HttpRequest, link: SecretLink | None = None) -> Actor:
    """Return who asks."""
    return Actor(user=request.user, link=link, hosting=hosted_by(request))


def hosted_by(request: HttpRequest) -> frozenset[int]:
    """Return the sessions this browser hosts, from its signed cookie."""
    sessions = kept_signed(request, HOSTING, seconds=HALF_A_YEAR)
    return frozenset(int(part) for part in sessions.split(".") if part)


def let_host(request: HttpRequest, response: HttpResponse, session: models.Model) -> HttpResponse:
    """Return the response with a cookie by which this browser hosts the session, beside earlier
    ones."""
    hosted = sorted(hosted_by(request) | {session.pk})[-50:]
    return remember_signed(
        request, response, HOSTING, ".".join(map(str, hosted)), seconds=HALF_A_YEAR
    )


def kept_nowhere(response: HttpResponse) -> HttpResponse:
    """Return the response with headers that forbid caching (`no-store`), so that the next user of
    this phone has to log in too. The service worker of a pad or of a captain's night
    (static/queue/worker.js) keeps its own copies."""
    patch_cache_control(response, private=True, no_store=True)
    return response


def behind_a_door(view):
    """Return a view whose responses must not be cached."""

    @wraps(view)
    def inner(request, *args, **kwargs):
        return kept_nowhere(view(request, *args, **kwargs))

    return inner


def in_one_snapshot(view):
    """Return a view that reads everything from one database snapshot, as a round may be drawn
    meanwhile."""

    @wraps(view)
    def inner(request, *args, **kwargs):
        if request.method not in {"GET", "HEAD"}:
            return view(request, *args, **kwargs)
        bool(request.user)  # a session that is no longer good is deleted by this: a page cannot
        with one_snapshot():
            return view(request, *args, **kwargs)

    return inner


Found = TypeVar("Found", bound=SecretLink)


def find_secret(rows: Iterable[Found], *, none: str, revoked: str) -> Found:
    """Return the one secret link among the rows, which match the token in an address. Raise 404
    with the sentence `none` if there is no such link, and 410 with `revoked` if it is no longer
    valid."""
    found = next(iter(rows), None)
    if found is None:
        raise NoSuchLink(none)
    if not found.is_live:
        raise LinkRevoked(revoked)
    return found


Let = Callable[..., tuple[models.Model, Actor]]


def door(let_in: Let, key: str, *, snapshot: bool = True):
    """Return a decorator that calls the view with (request, thing, actor).

    `let_in(request, value)` takes the value of `key` from the address. It returns the thing and the
    actor, or raises if access is denied. The view reads one database snapshot unless `snapshot` is
    False.
    """

    def decorate(view):
        view = answered(view)

        @wraps(view)
        def inner(request, **address):
            thing, actor = let_in(request, address.pop(key))
            request.about = thing
            return view(request, thing, actor, **address)

        return behind_a_door(in_one_snapshot(inner) if snapshot else inner)

    return decorate


def by_number(rows: Callable[[], models.QuerySet], verb: str):
    """Return a decorator that calls the view with (request, thing, actor). The thing is the row
    with the number in the address. Raise 404 if there is none, or if the actor has no right to it.
    """

    def let_in(request: HttpRequest, pk: int) -> tuple[models.Model, Actor]:
        thing = get_object_or_404(rows(), pk=pk)
        actor = actor_of(request)
        must(actor, verb, thing)
        return thing, actor

    return door(let_in, "pk")


def by_site_owner(view):
    """The view gets (request, actor) when the site is the actor's own."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, **kwargs):
        actor = actor_of(request)
        must(actor, OWN, SITE)
        return view(request, actor, **kwargs)

    return inner
