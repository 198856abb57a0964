"""The score of a table hand by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from scoring.common.dates import clock
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
from scoring.table.views.games import give_colours, just_ended, so_far, totals_of
from scoring.table.views.hand_lines import HandLine, hand_lines, rules_line


@require_safe
@by_link(LOOK)
def score(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Every hand of every sitting at this table with its reason, corrections struck through."""
    return show_score(request, table, actor)


def show_score(
    request: HttpRequest, table: Table, actor: Actor, *, message: str = "", status: int = 200
) -> HttpResponse:
    """Return the page, with what could not be done if something could not."""
    records = HandRecord.objects.filter(sitting__table=table).prefetch_related("corrections")
    by_sitting, begun = defaultdict(list), set()
    for record in records.order_by(F("place").asc(nulls_last=True), "logged_at"):
        if record.state == HandRecord.State.BEGUN:
            begun.add(record.sitting_id)
        else:
            by_sitting[record.sitting_id].append(record)
    context = {
        "table": table,
        "token": actor.link.token,
        "writes": may(actor, WRITE, table),
        "may_correct": may(actor, WRITE, table) and not table.session.closed,
        "runs": may(actor, RUN, table.session),
        "message": message,
        "evening": evening_at(table),
        "counters": WORTH_IN_WORDS,
        "shares": bool(by_sitting) and not hooks.place_in_round.first(table),
    } | with_what_was_said(request, table, actor, _sittings(table, by_sitting, begun))
    return render(request, "table/score/score.html", context, status=status)


def evening_at(table: Table, *, least: int = 2) -> dict:
    """Return the evening's totals of everybody who ever sat at the table."""
    seats = Seat.objects.filter(sitting__table=table, sitting__round_table=None)
    players = set(seats.values_list("player_id", flat=True))
    return hooks.so_far.first(table.session, players, least=least) or {}


def _sittings(
    table: Table, by_sitting: dict[int, list[HandRecord]], begun: Container[int]
) -> list[dict]:
    """Return the sittings, the latest first; one that was left without a hand is not shown."""
    sittings = whole(table.sittings.order_by("no"))
    give_colours(sittings)
    latest, *earlier = reversed(sittings)
    put_right, away, former = put_right_at(table), stand_ins(table), _former_terms(table)
    return [
        _sitting(sitting, by_sitting[sitting.pk], begun=sitting.pk in begun)
        | {
            "put_right": put_right.get(sitting.pk),
            "away": away.get(sitting.pk),
            "former": former[sitting.pk],
        }
        for sitting in (latest, *(one for one in earlier if by_sitting[one.pk]))
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
    lines = {line.id: line for line in hand_lines(sitting)}
    rows = [_row(record, lines.get(str(record.pk)), sitting) for record in records]
    return {
        "sitting": sitting,
        **totals_of(sitting, just_ended(sitting, begun=begun)),
        "rules": rules_line(sitting.terms, len(sitting.players)),
        "rows": rows[::-1],
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
