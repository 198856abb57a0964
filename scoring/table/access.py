"""Access to a table and its evening by the table's links, or by the evening's number."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import wraps

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse

from scoring.common.access import (
    NoSuchLink,
    actor_of,
    behind_a_door,
    by_number,
    door,
    find_secret,
    in_one_snapshot,
)
from scoring.common.answers import answered
from scoring.common.permissions import ARRIVE, LOOK, RUN, WRITE, Actor, must, rights_of
from scoring.common.polling import tag
from scoring.people.access import serves
from scoring.table import hooks
from scoring.table.models import ClubSession, Link, Table
from scoring.table.views.phones import answer_to_new, new_phone, phone_of, remember

HOST = {LOOK, ARRIVE, WRITE, RUN}
RIGHTS = {Link.Right.WRITE: {LOOK, WRITE}, Link.Right.WATCH: {LOOK}}


def runs(actor: Actor, verb: str, session: ClubSession) -> bool:
    """Return whether the actor hosts the evening, or serves its club, and so may do this with it
    and with its tables."""
    hosts = session.pk in actor.hosting and verb in HOST
    return hosts or serves(actor, verb, session.club_id)


@rights_of(Table)
def _may_at_table(actor: Actor, verb: str, table: Table) -> bool:
    return _by_its_link(actor.link, verb, table) or runs(actor, verb, table.session)


def _by_its_link(link: Link | None, verb: str, table: Table) -> bool:
    if link is None or not link.is_live or link.table_id != table.pk:
        return False
    return verb in RIGHTS.get(link.right, set())


def find_link(token: str, *, locked: bool = False) -> Link:
    """Return the link of this token with its table, which can be `locked` with its session; 404
    when there is none, 410 when it was revoked."""
    return find_secret(
        Link.locked_by_token(token) if locked else Link.by_token(token),
        none="No table answers to this address. Scan the table’s code again.",
        revoked="This link was revoked. Ask at the table for the new code.",
    )


def refuse_strangers(token: str) -> None:
    """Raise as `find_link` does unless the link is live, so that no stranger waits for the lock of
    all writers."""
    if not Link.version_by_token(token):
        find_link(token)


def by_link(verb: str, *, empty: bool = False, signed: bool = False, locked: bool = False):
    """The view gets (request, table, actor) if the link in the address allows the verb at its
    table.

    A table without players (as its round of a tournament was undone) is shown to `empty` views
    only. Everything that a `signed` view stores has the id of its phone. A `locked` view is one
    transaction, in which its table is locked from the start, so that nothing must be read twice.
    """

    def decorate(view):
        view = answered(view)

        @behind_a_door
        @in_one_snapshot
        @wraps(view)
        def inner(request, token, **kwargs):
            if locked and not connection.features.has_select_for_update:
                refuse_strangers(token)
            with transaction.atomic() if locked else nullcontext():
                return let_in(request, find_link(token, locked=locked), **kwargs)

        def let_in(request, link, **kwargs):
            actor = actor_of(request, link)
            must(actor, verb, link.table)
            request.about = link.table
            if not empty and link.table.sitting is None:
                raise NoSuchLink(
                    "This table has no players yet. Load the page again when people do."
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


def session_by_link(verb: str):
    """The view gets (request, session, actor) of the table whose link the address carries."""

    def let_in(request: HttpRequest, token: str) -> tuple[ClubSession, Actor]:
        link = find_link(token)
        actor = actor_of(request, link)
        must(actor, verb, link.table.session)
        return link.table.session, actor

    return door(let_in, "token")


def _evenings() -> QuerySet[ClubSession]:
    """Evenings with the facts that their tabs depend on, in the same query."""
    tables = Table.objects.filter(session=OuterRef("pk"))
    found = ClubSession.objects.select_related("club").annotate(has_tables=Exists(tables))
    for more in hooks.tabs_of_evenings():
        found = found.annotate(**more)
    return found


def session_by_number(verb: str):
    """The view gets (request, session, actor) when the actor may do this with the session."""
    return by_number(_evenings, verb)


def of_link(request: HttpRequest, token: str) -> str | None:
    """Return the polling tag of a table's page by its live link; None where the view itself must
    answer."""
    version, right = version_and_right(request, token)
    return None if version is None else tag(version, right)


def version_and_right(request: HttpRequest, token: str) -> tuple[int | None, str | None]:
    """Return the version of the table of a live link, and the link's right; two times None without
    one. It is asked once for a request."""
    if not hasattr(request, "version_and_right"):
        found = next(iter(Link.version_by_token(token)), (None, None))
        request.version_and_right = found
    return request.version_and_right
