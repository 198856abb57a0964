"""Access to player pages (by personal link), to public pages, and to the API (by token)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from http import HTTPStatus

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.views.decorators.csrf import csrf_exempt

from scoring.common.access import LinkRevoked, actor_of, behind_a_door, door, find_secret
from scoring.common.answers import answered, why_not
from scoring.common.open_pages import framed_if_asked, seen_as
from scoring.common.permissions import LOOK, READ, WRITE, Actor, may_see, must, rights_of
from scoring.common.snapshot import one_snapshot
from scoring.people.models import Club, Player
from scoring.public import api_throttle
from scoring.public.actions.api_tokens import came_in
from scoring.public.models import ApiToken, PersonalLink
from scoring.public.models.api_tokens import MARK, digest_of
from scoring.public.queries.public_pages import Seen, seen_of_club
from scoring.table.models import Table

# What a token of the API may do with the tables of its club.
TOKENS = {ApiToken.Right.READ: set(), ApiToken.Right.TELL: {WRITE}}


@rights_of(ApiToken)
def _may_by_token(actor: Actor, verb: str, thing: object) -> bool:
    token = actor.token
    if token.revoked_at is not None or token.digest is None:
        return False
    if isinstance(thing, Table):
        return verb in TOKENS.get(token.right, ()) and thing.session.club_id == token.club_id
    return isinstance(thing, Club) and verb == READ and thing.pk == token.club_id


@rights_of(Player)
def _may_of_player(actor: Actor, verb: str, player: Player) -> bool:
    personal = actor.personal
    return (
        verb in {LOOK, WRITE}
        and personal is not None
        and personal.is_live
        and personal.player_id == player.pk
        and player.forgotten_at is None
    )


def find_personal(token: str) -> PersonalLink:
    """Return the personal link of this token with its player; 404 when there is none, 410 when it
    was revoked, or its player was forgotten."""
    revoked = "This link was revoked. Ask the club for your new one."
    found = find_secret(
        PersonalLink.objects.select_related("player__club").filter(token=token),
        none="No page answers to this address. Ask the club for your link again.",
        revoked=revoked,
    )
    if found.player.forgotten_at is not None:
        raise LinkRevoked(revoked)
    return found


def _by_their_link(request: HttpRequest, token: str) -> tuple[Player, Actor]:
    personal = find_personal(token)
    actor = replace(actor_of(request), personal=personal)
    must(actor, LOOK if request.method in {"GET", "HEAD"} else WRITE, personal.player)
    return personal.player, actor


by_personal_link = door(_by_their_link, "token")
"""The view gets (request, player, actor) of the personal link that the address carries."""


def by_open_club(part: str, seen: Callable[..., Seen | None] = seen_of_club):
    """Return a decorator for a view of (request, club), if this part of the club is public.
    Otherwise it answers 404, as if there were no such club.

    It needs no login. A client with the current page gets 304, with one query. Caches must
    revalidate the page. With `?embed` other sites may show it in a frame. The 304 says so too,
    because browsers use its headers.
    """

    def decorate(view):
        @wraps(view)
        def inner(request, pk, **kwargs):
            found = seen(pk, **{name: kwargs[name] for name in ("evening",) if name in kwargs})
            if found is None or not may_see(found.parts, part):
                raise Http404
            etag = quote_etag(seen_as(request, found.version))
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
            return framed_if_asked(request, response)

        return inner

    return decorate


def by_token(view):
    """Return a view that gets (request, club, actor) of the API token in the header
    `Authorization`. It answers 401 without a valid one, and 429 over the rate limit.

    A cookie or an address gives no access here, so no form of another site can (CSRF).
    """
    view = answered(view)

    @csrf_exempt
    @behind_a_door
    @wraps(view)
    def inner(request, **kwargs):
        token = _token_of(request)
        if isinstance(token, str):
            challenge = {"WWW-Authenticate": 'Bearer realm="Bowerbook"'}
            return why_not(token, status=HTTPStatus.UNAUTHORIZED, headers=challenge)
        if wait := api_throttle.seconds_to_wait(token.pk):
            return why_not(
                f"This token asks more than {api_throttle.MOST} times a minute. Ask again in "
                f"{wait} seconds, or take the whole club as one file.",
                status=HTTPStatus.TOO_MANY_REQUESTS,
                headers={"Retry-After": str(wait)},
            )
        came_in(token)
        actor = Actor(token=token)
        must(actor, READ, token.club)
        if request.method not in {"GET", "HEAD"}:
            return view(request, token.club, actor, **kwargs)
        with one_snapshot():
            return view(request, token.club, actor, **kwargs)

    return inner


def _token_of(request: HttpRequest) -> ApiToken | str:
    """Return the token that a program sent, or why it is not let in."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    secret = secret.strip()
    if scheme.lower() != "bearer" or not secret:
        if MARK in request.get_full_path():
            return IN_AN_ADDRESS
        return "A token is missing: send the header Authorization: Bearer TOKEN."
    found = ApiToken.objects.select_related("club").filter(digest=digest_of(secret)).first()
    if found is None:
        return "This token doesn’t work. Ask an owner of the club for another."
    if found.revoked_at is not None:
        return "This token was revoked. Ask an owner of the club for another."
    return found


IN_AN_ADDRESS = (
    "A token is never sent in an address, where logs keep it: revoke this one, make another, and "
    "send it in the header Authorization: Bearer TOKEN."
)
