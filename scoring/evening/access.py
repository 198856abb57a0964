"""Access by links and codes: the big screen, check-in, the club's calendar."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

from scoring.common.access import door, find_secret, hosted_by
from scoring.common.permissions import ARRIVE, LOOK, Actor, rights_of
from scoring.common.polling import tag
from scoring.evening.models import Pass
from scoring.evening.queries.now import version_by_pass
from scoring.table.access import runs
from scoring.table.models import ClubSession


@rights_of(ClubSession)
def _may_at_session(actor: Actor, verb: str, session: ClubSession) -> bool:
    if runs(actor, verb, session):
        return True
    if verb == LOOK:
        link = actor.link
        return link is not None and link.is_live and link.table.session_id == session.pk
    return verb == ARRIVE and _stands_at_the_door(actor, session)


def _stands_at_the_door(actor: Actor, session: ClubSession) -> bool:
    shown = actor.shown
    return (
        shown is not None
        and shown.is_live
        and shown.right == Pass.Right.DOOR
        and shown.session_id == session.pk
        and session.club.self_check_in
    )


def find_pass(token: str, right: str) -> Pass:
    """Return the pass of this token; 404 when there is none that opens this, 410 when it was
    revoked."""
    return find_secret(
        (found for found in Pass.by_token(token) if found.right == right),
        none="There is no page at this address. Scan the code again.",
        revoked="This link was revoked. Ask the organiser for the new code.",
    )


def by_pass(right: str):
    """The view gets (request, shown, actor): the pass of the address, whose session or club it may
    show."""

    def let_in(request: HttpRequest, token: str) -> tuple[Pass, Actor]:
        shown = find_pass(token, right)
        return shown, Actor(user=request.user, shown=shown, hosting=hosted_by(request))

    return door(let_in, "token", snapshot=False)


def of_pass(right: str) -> Callable[[HttpRequest, str], str | None]:
    """Return what returns the polling tag of an evening's page by a live pass of this right; None
    where the view itself must answer."""

    def of_token(request: HttpRequest, token: str) -> str | None:
        version, found = next(iter(version_by_pass(token)), (None, None))
        return tag(version) if found == right else None

    return of_token
