"""Find a printed record by its code, typed or scanned, and show it to people with the right to see
it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.club.queries.records import club_of, find_record, session_of
from scoring.common import codes
from scoring.common.access import NoSuchLink, actor_of, behind_a_door
from scoring.common.codes import read_code
from scoring.common.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.people.models import Club
from scoring.table.models import Link


@require_safe
@behind_a_door
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the record of a code. Visitors are asked to sign in. The answer doesn't reveal
    whether a record exists that they may not see."""
    asked = read_code(code)
    if asked is None:
        raise NoSuchLink("No printed sheet has this code. Check each character.")
    if found := record_of(asked, actor_of(request)):
        return redirect(found.address)
    if not request.user.is_authenticated:
        back = reverse("record", args=[code])
        return redirect(f"{reverse('sign-in')}?{urlencode({'next': back})}")
    raise NoSuchLink("You have no sheet with this code.")


@dataclass(frozen=True, kw_only=True)
class Found:
    """The record of a code, in words, with its address."""

    says: str
    address: str
    club: Club
    record: Model


def record_of(asked: tuple[str, int], actor: Actor) -> Found | None:
    """Return what a code is of; None where there is nothing, or nothing that the actor may see."""
    kind, number = asked
    row = find_record(kind, number)
    if row is None or not _may_see(kind, row, actor):
        return None
    session = session_of(row)
    what = WHAT[kind](row)
    says = f"{what}, {session}" if session and str(session) != what else what
    return Found(says=says, address=ADDRESS[kind](row), club=club_of(row), record=row)


def _may_see(kind: str, row: Model, actor: Actor) -> bool:
    if kind in (codes.RECEIPT, codes.ACCOUNT):
        return may(actor, RUN, row.club)
    session = session_of(row)
    if kind in (codes.TABLE, codes.MATCH_CARD):
        return may(actor, WRITE, row)
    return may(actor, WRITE if session and kind != codes.SETTLEMENT else LOOK, session or row.club)


WHAT = {
    codes.EVENING: str,
    codes.SETTLEMENT: lambda session: "Settlement",
    codes.TABLE: str,
    codes.TOURNAMENT: lambda tournament: "Standings",
    codes.ENTRANT: lambda entrant: f"No. {entrant.no}, {entrant}",
    codes.ROUND_TABLE: lambda table: f"Round {table.round.no}, table {table.no}",
    codes.RECEIPT: lambda line: f"Receipt No. {line.pk}",
    codes.ACCOUNT: lambda player: f"Account of {player}",
    codes.PLAYER: str,
    codes.SEASON: str,
    codes.HOUSE: str,
    codes.MATCH_CARD: lambda match: f"Card of {match}",
}


def _table(table) -> str:
    link = table.links.filter(right=Link.Right.WRITE, revoked_at=None).first()
    if link is None:
        return reverse("session", args=[table.session_id])
    return reverse("score", args=[link.token])


def _entrant(entrant) -> str:
    tournament = entrant.tournament
    if tournament.finished_at or tournament.session.closed:
        return reverse("tournament-standings", args=[tournament.session_id])
    return f"{reverse('desk', args=[tournament.session_id])}?no={entrant.no}"


def _round_table(table) -> str:
    round = table.round
    return reverse("round-table", args=[round.tournament.session_id, round.no, table.no])


def _receipt(line) -> str:
    """Return the address of the entry on its page. A cash entry is beside the one it settled."""
    no, who = line.settles_id or line.pk, line.credited_id or line.debited_id
    if line.session_id:
        here = reverse("evening-money", args=[line.club_id, line.session_id])
    elif who:
        here = reverse("account", args=[line.club_id, who])
    else:
        here = reverse("cash-box", args=[line.club_id])
    return f"{here}?line={no}#line-{no}"


ADDRESS = {
    codes.EVENING: lambda session: reverse("session", args=[session.pk]),
    codes.SETTLEMENT: lambda session: reverse("settlement", args=[session.pk]),
    codes.TABLE: _table,
    codes.TOURNAMENT: lambda one: reverse("tournament-standings", args=[one.session_id]),
    codes.ENTRANT: _entrant,
    codes.ROUND_TABLE: _round_table,
    codes.RECEIPT: _receipt,
    codes.ACCOUNT: lambda player: reverse("account", args=[player.club_id, player.pk]),
    codes.PLAYER: lambda player: reverse("player", args=[player.club_id, player.pk]),
    codes.HOUSE: lambda house: reverse("one-house", args=[house.club_id, house.pk]),
    codes.SEASON: lambda season: reverse("season", args=[season.club_id, season.pk]),
    codes.MATCH_CARD: lambda match: reverse("one-card", args=[match.pk]),
}
