"""What a phone kept and sends on: one telling a request, answered in JSON that names it.

A phone forgets a telling only when such an answer names its key. Whatever else comes back (a
hotspot's page, an error, nothing) leaves it on the phone.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from scoring.actions import Refused
from scoring.actions.table import corrections
from scoring.actions.table import hands as verbs
from scoring.forms.table.queue import TellingForm
from scoring.models import HandRecord, Table
from scoring.permissions import WRITE, Actor
from scoring.rules.hand import ImpossibleHand
from scoring.views.access import by_link, known
from scoring.views.table.pad import log_told, told_before_words, told_form

CONFLICT, UNPROCESSABLE = 409, 422


@require_POST
@by_link(WRITE)
def send(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Take in a hand, or the undoing of one, that a phone kept.

    200 with what became of it; 409 or 422 with the reason, when it needs somebody's attention; 400
    when the request does not say which telling it is.
    """
    form = TellingForm(request.POST)
    if not form.is_valid():
        return _answer({"state": "refused", "reason": form.complaint}, status=400)
    telling = form.cleaned_data
    names = {"key": str(telling["key"]), "id": str(telling["id"])}
    try:
        return _answer(names | _DO[telling["do"]](request, table, actor, telling))
    except ImpossibleHand as wrong:
        return _answer(names | {"state": "refused", "reason": wrong.message}, status=UNPROCESSABLE)
    except IntegrityError:
        return _answer(names | {"state": "refused", "reason": NUMBER_TAKEN}, status=CONFLICT)
    except corrections.Closed:
        return _answer(names | {"state": "refused", "reason": CLOSED}, status=CONFLICT)
    except Refused as why:
        return _answer(names | {"state": "refused", "reason": str(why)}, status=CONFLICT)


CLOSED = (
    "This session is closed, so this was not stored. It stays on this phone: ask whoever runs the "
    "session to "
    "reopen it, then tap “Send again”."
)
NUMBER_TAKEN = "This hand's number is taken by another hand. Enter it again; nothing was changed."


def _answer(told: dict, *, status: int = 200) -> JsonResponse:
    return JsonResponse(told, status=status, headers={"Bowerbook": "queue"})


def _hand(request: HttpRequest, table: Table, actor: Actor, telling: dict) -> dict:
    form = told_form(request, table)
    if not form.is_valid():
        raise ImpossibleHand("", form.complaint)
    try:
        logged = log_told(form, table, actor, ago=telling["ago"], told_on=known(telling["phone"]))
    except verbs.AlreadyTold as told:
        raise Refused(told_before_words(told)) from told
    return {"state": logged.record.state, "no": logged.no, "version": logged.table.version}


def _undo(verb: Callable) -> Callable:
    def undo(request: HttpRequest, table: Table, actor: Actor, telling: dict) -> dict:
        record = _record(table, telling["id"])
        done = verb(record=record, key=telling["key"], actor=actor)
        version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
        return {"state": done.state, "no": corrections.number_of(done), "version": version}

    return undo


_DO = {
    "hand": _hand,
    "take-back": _undo(corrections.take_back),
    "put-back": _undo(corrections.put_back),
}


def _record(table: Table, id: UUID) -> HandRecord:
    hands = HandRecord.objects.select_related(
        "sitting__table__session__club", "sitting__table__house"
    )
    found = hands.filter(pk=id, sitting__table=table).first()
    if found is None:
        raise Refused("The hand to be undone never arrived. Look at the score before you go on.")
    return found
