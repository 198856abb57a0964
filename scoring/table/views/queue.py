"""The queue that a phone kept and sends on, one entry a request, with a JSON response that names
it.

A phone forgets an entry only when such a response names its key. Any other response (a hotspot's
page, an error, nothing) leaves it on the phone.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse

from scoring.common.answers import CONFLICT, or_show, posted
from scoring.common.permissions import WRITE, Actor
from scoring.common.refused import Refused
from scoring.table.access import by_link
from scoring.table.actions import corrections
from scoring.table.actions.hands import log_at_locked
from scoring.table.forms.queue import QueuedForm
from scoring.table.models import HandRecord, Table
from scoring.table.views.pad import log_sent
from scoring.table.views.phones import signs_of_another


@posted(by_link(WRITE, signed=True, locked=True))
def send(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Store a hand, or an undo, that a phone kept.

    Respond 200 with the outcome; 409 or 422 with the reason, if it needs a person's attention; 400
    if the request does not say which entry it is. A refusal is `early` if another phone may have
    yet to send what this one undoes.
    """
    form = QueuedForm(request.POST)
    if not form.is_valid():
        return _answer({"state": "refused", "reason": form.complaint}, status=400)
    queued = form.cleaned_data
    names = {"key": str(queued["key"]), "id": str(queued["hand_id"])}

    def refused(*, message: str, status: int, **more: bool) -> JsonResponse:
        transaction.set_rollback(True)  # of what was stored before it was refused
        return _answer(names | {"state": "refused", "reason": message} | more, status=status)

    with or_show(refused):
        try:
            return _answer(names | _done(request, table, actor, queued))
        except _Early as why:
            return refused(message=str(why), status=CONFLICT, early=True)


def _done(request: HttpRequest, table: Table, actor: Actor, queued: dict) -> dict:
    try:
        return _DO[queued["do"]](request, table, actor, queued)
    except corrections.Closed as closed:
        raise Refused(CLOSED) from closed


CLOSED = (
    "This table is closed. The hand is safe on this phone. Ask the organiser to reopen the table, "
    "then tap “Send again”."
)


def _answer(answer: dict, *, status: int = 200) -> JsonResponse:
    return JsonResponse(answer, status=status, headers={"Bowerbook": "queue"})


def _hand(request: HttpRequest, table: Table, actor: Actor, queued: dict) -> dict:
    kept = {"ago": queued["ago"], "told_on": signs_of_another(request, queued["phone"])}
    logged = log_sent(request, table, actor, log_at_locked, **kept)
    return {"state": logged.record.state, "no": logged.no, "version": logged.table.version}


def _undo(verb: Callable) -> Callable:
    def undo(request: HttpRequest, table: Table, actor: Actor, queued: dict) -> dict:
        record = _record(table, queued["hand_id"])
        done = verb(record=record, key=queued["key"], actor=actor)
        version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
        return {"state": done.state, "no": corrections.number_of(done), "version": version}

    return undo


_DO = {
    "hand": _hand,
    "take-back": _undo(corrections.take_back),
    "put-back": _undo(corrections.put_back),
}


class _Early(Refused):
    """The hand to undo or restore is not here, or not yet."""


def _record(table: Table, id: UUID) -> HandRecord:
    hands = HandRecord.objects.select_related(
        "sitting__table__session__club", "sitting__table__house"
    )
    found = hands.filter(pk=id, sitting__table=table).first()
    if found is None:
        raise _Early("The hand to undo never arrived. Check the score before you go on.")
    return found
