"""The score of a table hand by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from scoring.common.local_time import clock
from scoring.common.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.euchre.counters import WORTH_IN_WORDS
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import describe, facts
from scoring.table import hooks
from scoring.table.access import by_link
from scoring.table.models import FormerTerms, HandRecord, Seat, Sitting, Table
from scoring.table.queries.evenings import stand_ins
from scoring.table.queries.reseating import put_right_at
from scoring.table.queries.settlement import whole
from scoring.table.views.agreement import with_what_was_said
from scoring.table.views.bank import bank_of
from scoring.table.views.games import just_ended, so_far, totals_of
from scoring.table.views.hand_lines import HandLine, hand_lines, rules_line
from scoring.table.views.sheets import parts_of

HANDS_A_PAGE = 60
"""More than an evening has, as a rule."""


@require_safe
@by_link(LOOK)
def score(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Every hand of every sitting at this table with its reason, corrections struck through."""
    return show_score(request, table, actor)


def show_score(
    request: HttpRequest, table: Table, actor: Actor, *, message: str = "", status: int = 200
) -> HttpResponse:
    """Return the page, with what could not be done if something could not."""
    page, begun = _page(request, table)
    by_sitting = _records(page.object_list)
    sittings = _sittings(table, by_sitting, begun, first_page=page.number == 1)
    context = {
        "page": page,
        "more_parts": _more_parts(table, page, sittings),
        "several": len(sittings) > 1 or (page.has_other_pages() and table.sitting.no > 1),
        "table": table,
        "token": actor.link.token,
        "writes": may(actor, WRITE, table),
        "may_correct": may(actor, WRITE, table) and not table.session.closed,
        "runs": may(actor, RUN, table.session),
        "message": message,
        "evening": evening_at(table),
        "counters": WORTH_IN_WORDS,
        "shares": bool(by_sitting) and not hooks.place_in_round.first(table),
    } | with_what_was_said(request, table, actor, sittings)
    return render(request, "table/score/score.html", context, status=status)


def _more_parts(table: Table, page: Page, sittings: list[dict]) -> range:
    """Return the numbers of the parts behind the first in which the score sheet is printed."""
    long = page.has_other_pages() or len(sittings) > 1
    return range(2, 1 + (len(parts_of(table)) if long else 1))


def place_on_score(token: str, id: UUID) -> str:
    """Return the address of a hand on the score page, whichever of its pages has it."""
    return f"{reverse('score', args=[token])}?hand={id}#hand-{id}"


def _page(request: HttpRequest, table: Table) -> tuple[Page, set[int]]:
    """Return the page of hands (ids, the latest first) that is asked for, by its number or by a
    hand on it, and the sittings in which a hand is begun."""
    rows = HandRecord.objects.filter(sitting__table=table).order_by(
        "-sitting__no", F("place").desc(nulls_first=True), "-logged_at"
    )
    ids, begun = [], set()
    for id, state, sitting in rows.values_list("pk", "state", "sitting"):
        if state == HandRecord.State.BEGUN:
            begun.add(sitting)
        else:
            ids.append(id)
    asked, no = request.GET.get("hand", ""), request.GET.get("page")
    at = next((at for at, id in enumerate(ids) if str(id) == asked), None)
    pages = Paginator(ids, HANDS_A_PAGE)
    return pages.get_page(no if at is None else at // HANDS_A_PAGE + 1), begun


def _records(ids: list[UUID]) -> dict[int, list[HandRecord]]:
    """Return these hands in their order, by the key of their sitting; two queries."""
    found = HandRecord.objects.prefetch_related("corrections").in_bulk(ids)
    by_sitting = defaultdict(list)
    for id in ids:
        if record := found.get(id):
            by_sitting[record.sitting_id].append(record)
    return by_sitting


def evening_at(table: Table, *, least: int = 2) -> dict:
    """Return the evening's totals of everybody who ever sat at the table."""
    seats = Seat.objects.filter(sitting__table=table, sitting__round_table=None)
    players = set(seats.values_list("player_id", flat=True))
    return hooks.so_far.first(table.session, players, least=least) or {}


def _sittings(
    table: Table,
    by_sitting: dict[int, list[HandRecord]],
    begun: Container[int],
    *,
    first_page: bool,
) -> list[dict]:
    """Return the sittings with these hands, the latest first. The first page has the latest of all,
    with a hand or without."""
    sittings = whole(table.sittings.order_by("no"))
    latest = sittings[-1]
    put_right, away, former = put_right_at(table), stand_ins(table), _former_terms(table)
    return [
        _sitting(sitting, by_sitting[sitting.pk], begun=sitting.pk in begun)
        | {
            "put_right": put_right.get(sitting.pk),
            "away": away.get(sitting.pk),
            "former": former[sitting.pk],
        }
        for sitting in reversed(sittings)
        if by_sitting[sitting.pk] or (first_page and sitting is latest)
    ]


def _former_terms(table: Table) -> dict[int, list[dict]]:
    """Return the rules and stakes that sittings had before, by the key of the sitting; one
    query."""
    found = defaultdict(list)
    for one in FormerTerms.objects.filter(sitting__table=table).select_related("house"):
        how = f"{clock(one.at)} by {one.by}" + (f": “{one.why}”" if one.why else "")
        found[one.sitting_id].append({"how": how, "before": one.terms_at(table).terms_in_full})
    return found


def _sitting(sitting: Sitting, records: list[HandRecord], *, begun: bool) -> dict:
    lines = {line.id: line for line in hand_lines(sitting, of={one.pk for one in records})}
    rows = [_row(record, lines.get(str(record.pk)), sitting) for record in records]
    return {
        "sitting": sitting,
        **totals_of(sitting, just_ended(sitting, begun=begun)),
        "rules": rules_line(sitting.terms, len(sitting.players)),
        "rows": rows,
        "bank": bank_of(sitting),
    }


def _row(record: HandRecord, line: HandLine | None, sitting: Sitting) -> dict:
    """Return one hand, with its line and the score after it if it counts, and its history."""
    names, rules = sitting.names, sitting.rules
    return {
        "record": record,
        "line": line,
        "what": describe(record.hand, names, rules),
        "facts": facts(record.hand),
        "so_far": so_far(line.played, rules, sitting.called) if line else [],
        "dealer": names[line.played.dealer] if line else "",
        "history": describe_changes(record, names, rules),
    }


def describe_changes(record: HandRecord, names: list[str], rules: RuleSet) -> list[dict]:
    """Return the corrections of a hand, each with the facts before it."""
    return [_change(correction, names, rules) for correction in record.corrections.all()]


def _change(correction, names: list[str], rules: RuleSet) -> dict:
    changed = correction.before != correction.after
    why = f": “{correction.why}”" if correction.why else ""
    return {
        "correction": correction,
        "how": f"{capfirst(correction.as_text)} {clock(correction.at)} by {correction.by}{why}",
        "before": describe(correction.hand_before, names, rules) if changed else "",
    }
