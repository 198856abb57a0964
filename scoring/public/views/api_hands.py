"""A program enters a hand. It is idempotent: however often it is sent, the hand counts once."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse

from scoring.common.answers import UNPROCESSABLE, as_data, or_show, posted, why_not
from scoring.common.permissions import WRITE, Actor, must
from scoring.common.refused import Refused
from scoring.euchre import sent_hand
from scoring.euchre.notation import forget_names
from scoring.euchre.score_out import hand_document
from scoring.euchre.sent_hand import HandSent, read_sent
from scoring.euchre.sheet import Entry, written_hand
from scoring.euchre.sheet_values import BadSheet, parsed
from scoring.euchre.wording import sentence
from scoring.people.models import Club
from scoring.public.access import by_token
from scoring.public.described import answers
from scoring.public.queries.as_data import StoredHand
from scoring.public.views.api import sitting_of
from scoring.table.actions.corrections import Closed
from scoring.table.actions.hands import log_hand
from scoring.table.models import HandRecord, Sitting

NOTHING = "Not saved."
WAITS = (
    "This program did not know the latest hands, or other players sit here now. Someone at the "
    "table decides about this hand."
)
CLOSED = "This club night is closed. Ask the organiser to reopen it."
OTHER_NOTE = (
    "This hand was saved before, with another note. To change a hand, correct it on the score."
)


@posted(by_token)
@answers(StoredHand, sent=sent_hand.shape)
def tell(
    request: HttpRequest, club: Club, actor: Actor, pk: int, table: int, no: int
) -> HttpResponse:
    """Store a hand once, by the pad's action, and answer with its result.

    It answers 400 for invalid JSON, 415 without its content type, 422 for an impossible hand, and
    409 for one that is not allowed now.
    """
    sitting = sitting_of(club, pk, table, no)
    must(actor, WRITE, sitting.table)
    if request.content_type != "application/json":
        said = "A hand is told as JSON: send the header Content-Type: application/json."
        return why_not(said, status=415, kept=NOTHING)
    try:
        body = parsed(request.body)
    except BadSheet as wrong:
        return why_not(f"This cannot be read: {wrong}.", status=400, kept=NOTHING)
    try:
        sent = read_sent(body, players=tuple(sitting.names), rules=sitting.rules)
    except BadSheet as wrong:
        return why_not(sentence(wrong.message), status=UNPROCESSABLE, kept=NOTHING)
    finally:
        forget_names()
    with or_show(_refused):
        return as_data(_answer(_logged(sitting, sent, actor), sitting))


def _refused(*, message: str, status: int) -> HttpResponse:
    """Return the response for a refused action, whose sentence may already say that it was not
    stored."""
    return why_not(sentence(message), status=status, kept=NOTHING)


def _logged(sitting: Sitting, sent: HandSent, actor: Actor) -> HandRecord:
    hand = sent.hand
    if hand.dealer is None and sent.after == sitting.latest:
        # Where the dealer's mark was moved by hand, it was for this one, as a pad would show.
        hand = replace(hand, dealer=sitting.mark)
    try:
        record = log_hand(
            table=sitting.table,
            sitting=sitting.pk,
            id=sent.id,
            hand=hand,
            after=sent.after,
            note=sent.note,
            actor=actor,
        ).record
    except Closed as closed:
        raise Refused(CLOSED) from closed
    if record.note != sent.note:
        raise Refused(OTHER_NOTE)
    return record


def _answer(record: HandRecord, sitting: Sitting) -> StoredHand:
    """Return a stored hand, with its score and reasons, or the reason why it doesn't count. `after`
    is for the program's next request."""
    now = Sitting.objects.select_related("table__session__club", "table__house").get(
        pk=record.sitting_id
    )
    names, rules = tuple(now.names), now.rules
    scored = {
        bare.id: hand_document(played, names)
        for bare, played in zip(now.counted, now.played, strict=True)
    }
    stored = Entry(hand=record.hand, note=record.note or None)
    return {
        "id": str(record.pk),
        "state": record.state,
        "hand": written_hand(stored, names, rules),
        "logged_by": record.who_logged,
        "logged_at": record.logged_at,
        "score": scored.get(record.pk),
        "waits": WAITS if record.state == HandRecord.State.WAITING else "",
        "after": str(now.latest) if now.latest else None,
    }
