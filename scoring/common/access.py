"""Doors: who asks, by which secret link, pass, invitation, account or cookie."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from http import HTTPStatus

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from scoring.common.answers import answered, why_not
from scoring.common.permissions import LOOK, OWN, READ, SITE, WRITE, Actor, must
from scoring.common.snapshot import one_snapshot
from scoring.evening.models import Pass
from scoring.league.models import League, LeagueMatch, TeamLink
from scoring.people.actions.officers import NotOpen
from scoring.people.models import Club, Invitation
from scoring.public import api_throttle
from scoring.public.actions.api_tokens import came_in
from scoring.public.models import ApiToken, PersonalLink
from scoring.public.models.api_tokens import MARK, digest_of
from scoring.table.models import ClubSession, Link, Table
from scoring.table.views.phones import HALF_A_YEAR, answer_to_new, new_phone, phone_of, remember
from scoring.tournament.models import Tournament

HOSTING = "hosting"


class NoSuchLink(Http404):
    """No link answers: 404 with a sentence of ours."""


class LinkEnded(Http404):
    """The link was good once: answered with 410 and a sentence."""

    title = "This link is no longer good"


class LinkRevoked(LinkEnded):
    """Somebody put an end to it."""

    title = "This link was revoked"


def actor_of(request: HttpRequest, link: Link | None = None) -> Actor:
    """Return who asks."""
    return Actor(user=request.user, link=link, hosting=hosted_by(request))


def hosted_by(request: HttpRequest) -> frozenset[int]:
    """Return the sessions this browser hosts, from its signed cookie."""
    sessions = request.get_signed_cookie(HOSTING, default="", max_age=HALF_A_YEAR)
    return frozenset(int(part) for part in sessions.split(".") if part)


def let_host(request: HttpRequest, response: HttpResponse, session: ClubSession) -> HttpResponse:
    """Return the response with a cookie by which this browser hosts the session, beside earlier
    ones."""
    hosted = sorted(hosted_by(request) | {session.pk})[-50:]
    response.set_signed_cookie(
        HOSTING,
        ".".join(map(str, hosted)),
        max_age=HALF_A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def kept_nowhere(response: HttpResponse) -> HttpResponse:
    """Return the response, which neither a browser nor a proxy may keep: whoever holds the phone
    next comes in by the door. What the worker of a pad, or of a captain's
    night, keeps (static/table/worker.js) it keeps."""
    patch_cache_control(response, private=True, no_store=True)
    return response


def behind_a_door(view):
    """What stands behind a door is kept nowhere else."""

    @wraps(view)
    def inner(request, *args, **kwargs):
        return kept_nowhere(view(request, *args, **kwargs))

    return inner


def in_one_snapshot(view):
    """A page is made of what stood at one moment: a round may be drawn while it is being read."""

    @wraps(view)
    def inner(request, *args, **kwargs):
        if request.method not in {"GET", "HEAD"}:
            return view(request, *args, **kwargs)
        bool(request.user)  # a session that is no longer good is deleted by this: a page cannot
        with one_snapshot():
            return view(request, *args, **kwargs)

    return inner


def find_link(token: str) -> Link:
    """Return the link of this token with its table; 404 when there is none, 410 when it was
    revoked."""
    found = next(iter(Link.by_token(token)), None)
    if found is None:
        raise NoSuchLink("No table answers to this address. Scan the table's code again.")
    if found.revoked_at is not None:
        raise LinkRevoked("This link was revoked. Ask at the table for the new code.")
    return found


def by_link(verb: str, *, empty: bool = False, signed: bool = False):
    """The view gets (request, table, actor) when the address' link allows the verb at its table.

    A table where nobody sits yet (its round of a tournament was taken back) is shown to `empty`
    views only. What a `signed` one stores bears the signs of its phone.
    """

    def decorate(view):
        view = answered(view)

        @behind_a_door
        @in_one_snapshot
        @wraps(view)
        def inner(request, token, **kwargs):
            link = find_link(token)
            actor = actor_of(request, link)
            must(actor, verb, link.table)
            if not empty and link.table.sitting is None:
                raise NoSuchLink(
                    "Nobody sits at this table yet. Load the page again when people do."
                )
            if verb != WRITE:
                return view(request, link.table, actor, **kwargs)
            known = phone_of(request)
            phone = known or new_phone(link.table)

            def shown(signs: str) -> HttpResponse:
                return view(request, link.table, replace(actor, phone=signs), **kwargs)

            if signed and request.method == "POST" and not phone.own:
                return answer_to_new(request, link.table, phone, shown)
            response = shown(phone.signs)
            return response if known else remember(request, response, phone)

        return inner

    return decorate


def find_pass(token: str, right: str) -> Pass:
    """Return the pass of this token; 404 when there is none that opens this, 410 when it was
    revoked."""
    found = next(iter(Pass.by_token(token)), None)
    if found is None or found.right != right:
        raise NoSuchLink("Nothing answers to this address. Scan the code again.")
    if found.revoked_at is not None:
        raise LinkRevoked(
            "This address was revoked. Ask whoever runs the evening for the new code."
        )
    return found


def by_pass(right: str):
    """The view gets (request, shown, actor): the pass of the address, whose session or club it may
    show."""

    def decorate(view):
        view = answered(view)

        @behind_a_door
        @wraps(view)
        def inner(request, token, **kwargs):
            shown = find_pass(token, right)
            actor = Actor(user=request.user, shown=shown, hosting=hosted_by(request))
            return view(request, shown, actor, **kwargs)

        return inner

    return decorate


def by_invitation(view):
    """The view gets (request, invitation, actor); 404 when there is none, 410 when it lets nobody
    in."""

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token):
        found = Invitation.objects.select_related("club", "user").filter(token=token).first()
        if found is None:
            raise NoSuchLink("No invitation answers to this address. Ask for the link again.")
        try:
            return answered(view)(request, found, actor_of(request))
        except NotOpen as why:
            raise LinkEnded(str(why)) from why

    return inner


def session_by_link(verb: str):
    """The view gets (request, session, actor) of the table whose link the address carries."""

    def decorate(view):
        view = answered(view)

        @behind_a_door
        @in_one_snapshot
        @wraps(view)
        def inner(request, token, **kwargs):
            link = find_link(token)
            actor = actor_of(request, link)
            must(actor, verb, link.table.session)
            return view(request, link.table.session, actor, **kwargs)

        return inner

    return decorate


def _by_number(rows, verb: str):
    """The view gets (request, thing, actor) when the actor may do this with that of these rows
    whose number the address has; 404 when there is none."""

    def decorate(view):
        view = answered(view)

        @behind_a_door
        @in_one_snapshot
        @wraps(view)
        def inner(request, pk, **kwargs):
            thing = get_object_or_404(rows(), pk=pk)
            actor = actor_of(request)
            must(actor, verb, thing)
            return view(request, thing, actor, **kwargs)

        return inner

    return decorate


def _evenings():
    """Evenings with what their tabs go by: `has_tables` and `has_tournament`, in the same query."""
    tables, tournament = (
        model.objects.filter(session=OuterRef("pk")) for model in (Table, Tournament)
    )
    found = ClubSession.objects.select_related("club")
    return found.annotate(has_tables=Exists(tables), has_tournament=Exists(tournament))


def session_by_number(verb: str):
    """The view gets (request, session, actor) when the actor may do this with the session."""
    return _by_number(_evenings, verb)


def _clubs():
    """Clubs with what their tabs go by: `has_leagues`, in the same query."""
    leagues = League.objects.filter(club=OuterRef("pk"))
    return Club.objects.annotate(has_leagues=Exists(leagues))


def club_by_number(verb: str):
    """The view gets (request, club, actor) when the actor may do this with the club."""
    return _by_number(_clubs, verb)


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


def tournament_by_number(verb: str):
    """The view gets (request, tournament, actor) when the actor may do this with the evening; 404
    when the evening has no tournament."""

    def decorate(view):
        @session_by_number(verb)
        @wraps(view)
        def inner(request, session, actor, **kwargs):
            tournament = Tournament.objects.filter(session=session).select_related("house").first()
            if tournament is None:
                raise Http404("This evening has no tournament.")
            tournament.session = session
            return view(request, tournament, actor, **kwargs)

        return inner

    return decorate


def _leagues():
    return League.objects.select_related("club")


def league_by_number(verb: str):
    """The view gets (request, league, actor) when the actor may do this with the league."""
    return _by_number(_leagues, verb)


def _matches():
    beside = ("league__club", "division", "home", "away", "venue", "cup_round")
    return LeagueMatch.objects.select_related(*beside)


def match_by_number(verb: str):
    """The view gets (request, match, actor) when the actor may do this with the league's match."""
    return _by_number(_matches, verb)


def find_captain(token: str) -> TeamLink:
    """Return the captain's link of this token with its team; 404 when there is none, 410 when it
    was revoked."""
    found = TeamLink.objects.select_related("team__league__club").filter(token=token).first()
    if found is None:
        raise NoSuchLink("No team answers to this address. Ask the secretary for the link again.")
    if found.revoked_at is not None:
        raise LinkRevoked("This link was revoked. Ask the secretary for the team's new one.")
    return found


def by_captain(view):
    """The view gets (request, team, actor) of the captain's link that the address carries."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token, **kwargs):
        captain = find_captain(token)
        known = phone_of(request)
        phone = known or new_phone()
        actor = replace(actor_of(request), captain=captain, phone=phone.signs)
        response = view(request, captain.team, actor, **kwargs)
        return response if known else remember(request, response, phone)

    return inner


def captains_match(view):
    """The view gets (request, match, actor) of a match of the team whose captain's link the address
    carries."""

    @by_captain
    @wraps(view)
    def inner(request, team, actor, match, **kwargs):
        found = get_object_or_404(_matches(), pk=match, league=team.league_id)
        must(actor, WRITE, found)
        return view(request, found, actor, **kwargs)

    return inner


def find_personal(token: str) -> PersonalLink:
    """Return the personal link of this token with its player; 404 when there is none, 410 when it
    was revoked, or its player was forgotten."""
    found = PersonalLink.objects.select_related("player__club").filter(token=token).first()
    if found is None:
        raise NoSuchLink("No page answers to this address. Ask the club for your link again.")
    if found.revoked_at is not None or found.player.forgotten_at is not None:
        raise LinkRevoked("This link was revoked. Ask the club for your new one.")
    return found


def by_personal_link(view):
    """The view gets (request, player, actor) of the personal link that the address carries."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request, token, **kwargs):
        personal = find_personal(token)
        actor = replace(actor_of(request), personal=personal)
        must(actor, LOOK if request.method in {"GET", "HEAD"} else WRITE, personal.player)
        return view(request, personal.player, actor, **kwargs)

    return inner


def by_token(view):
    """The view gets (request, club, actor) of the token in the header `Authorization`; 401 without
    one that is good, 429 for one that asks too often.

    Neither a cookie nor the address lets anybody in here, so no form of another site can.
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
        return "Nobody is let in by this token. Ask an owner of the club for another."
    if found.revoked_at is not None:
        return "This token was revoked. Ask an owner of the club for another."
    return found


IN_AN_ADDRESS = (
    "A token is never sent in an address, where logs keep it: revoke this one, make another, and "
    "send it in the header Authorization: Bearer TOKEN."
)
