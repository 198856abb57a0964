"""The score of a hand on the pad, and why, before it is stored."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse

from scoring.common.answers import posted
from scoring.common.permissions import WRITE, Actor
from scoring.euchre.ahead import ending, ends_table, why
from scoring.euchre.game import advance
from scoring.euchre.hand import Hand
from scoring.euchre.points import score
from scoring.euchre.wording import gains
from scoring.table.access import by_link
from scoring.table.forms.hands import HandForm
from scoring.table.models import Sitting, Table
from scoring.table.views.draft import Draft


@posted(by_link(WRITE))
def preview(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The score of the hand on the screen, with irregularities; stores nothing."""
    form = HandForm(
        request.POST, seats=table.sitting.size, rules=table.rules, dealer=table.sitting.dealer
    )
    if form.is_valid():
        known = preview_of(form.hand, table.sitting)
    else:
        known = {"wrong": form.complaint}
    return JsonResponse(known, headers={"Bowerbook": "preview"})


def preview_of_draft(draft: Draft, sitting: Sitting) -> dict | None:
    """Return who would score and why, once the draft is a whole hand."""
    if (draft.maker is None and not draft.no_maker) or draft.sent is None:
        return None
    values = draft.sent.copy()
    for name in ("maker", "partner", "alone", "bid", "tricks"):
        value = getattr(draft, name)
        values[name] = "" if value is None else str(value)
    values["taken"] = draft.taken
    values.update({"hand_id": draft.id, "sitting": str(sitting.pk)})
    values["after"] = ""
    form = HandForm(values, seats=sitting.size, rules=sitting.rules, dealer=sitting.dealer)
    if not form.is_valid():
        return None
    return preview_of(form.hand, sitting)


def preview_of(hand: Hand, sitting: Sitting) -> dict:
    """Return the preview lines, with the points, the reason and law, and the game that it would
    end."""
    names, rules = sitting.called, sitting.rules
    result, ends = score(hand, rules=rules, seats=len(names)), ""
    if sitting.standing is not None:
        at = {"rules": rules, "dealer": sitting.dealer}
        ends = ending(result, names=names, standing=sitting.standing, **at)
        _, result = advance(
            sitting.standing, result, seats=len(names), no=len(sitting.played) + 1, **at
        )
    return {"gains": gains(result.points, names, rules), "why": why(result), "ends": ends}


def usual_ends(sitting: Sitting) -> dict[str, str]:
    """Return the usual hands that would end the game now, for the page's script. There are none if
    it finds them by the points (static/table/pad/ahead.js)."""
    if not sitting.rules.pays_games:
        return {}
    at = {"names": sitting.called, "standing": sitting.standing, "dealer": sitting.dealer}
    return ends_table(sitting.rules, **at)
