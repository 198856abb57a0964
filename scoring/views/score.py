"""The score of a table hand by hand, the correction of a hand, and the change of people."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.actions import Refused
from scoring.actions.corrections import correct_hand, number_of
from scoring.actions.tables import change_people
from scoring.forms.hands import CorrectionForm, told_by_form
from scoring.forms.tables import PeopleForm
from scoring.models import HandRecord, Sitting, Table
from scoring.models.effects import Effect, effect_of
from scoring.models.reckoning import whole
from scoring.models.reseating import put_right_at
from scoring.models.turns import stand_ins
from scoring.permissions import LOOK, WRITE, Actor, may
from scoring.rules.game import ImpossibleSitting
from scoring.rules.hand import MADE, SUITS, Hand
from scoring.rules.rule_set import RuleSet
from scoring.rules.wording import PIPS, VOIDS, facts, told
from scoring.views.access import by_link
from scoring.views.cutting import make_change
from scoring.views.cutting_page import change_context, sits_twice
from scoring.views.games import games_of, pairings, points_by_side
from scoring.views.offences import offences
from scoring.views.pad_page import fact_groups, hand_lines, rules_line


@require_safe
@by_link(LOOK)
def score(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Every hand of every sitting at this table with its reason, corrections struck through."""
    records = HandRecord.objects.filter(sitting__table=table).exclude(state=HandRecord.State.BEGUN)
    told_at = defaultdict(list)
    for record in records.prefetch_related("corrections").order_by(
        F("place").asc(nulls_last=True), "logged_at"
    ):
        told_at[record.sitting_id].append(record)
    context = {
        "table": table,
        "token": actor.link.token,
        "writes": may(actor, WRITE, table),
        "sittings": _sittings(table, told_at),
    }
    return render(request, "score/score.html", context)


def _sittings(table: Table, told_at: dict[int, list[HandRecord]]) -> list[dict]:
    """Return the sittings, the latest first; one that was left without a hand is not shown."""
    latest, *earlier = whole(table.sittings.order_by("-no"))
    put_right, away = put_right_at(table), stand_ins(table)
    return [
        _sitting(sitting, told_at[sitting.pk])
        | {"put_right": put_right.get(sitting.pk), "away": away.get(sitting.pk)}
        for sitting in (latest, *(one for one in earlier if told_at[one.pk]))
    ]


def _sitting(sitting: Sitting, records: list[HandRecord]) -> dict:
    lines = {line.id: line for line in hand_lines(sitting)}
    rows = [_row(record, lines.get(str(record.pk)), sitting.names, sitting.table.rules) for record in records]
    return {
        "sitting": sitting,
        "totals": points_by_side(sitting),
        "scores": "Side" if sitting.table.rules.partners == "fixed" else "Player",
        "games": games_of(sitting),
        "rules": rules_line(sitting.table, sitting.table.rules, len(sitting.players)),
        "rows": rows[::-1],
    }


def _row(record: HandRecord, line, names: list[str], rules: RuleSet) -> dict:
    """Return one hand: its line when it counts, and its history."""
    return {
        "record": record,
        "line": line,
        "what": told(record.hand, names, rules),
        "facts": facts(record.hand),
        "dealer": names[line.played.dealer] if line else "",
        "history": [_change(correction, names, rules) for correction in record.corrections.all()],
    }


def _change(correction, names: list[str], rules: RuleSet) -> dict:
    changed = correction.before != correction.after
    return {"correction": correction, "before": told(correction.hand_before, names, rules) if changed else ""}


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE)
def correct(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Put a hand right: first what would move, then, on the second press, the correction."""
    records = HandRecord.objects.exclude(state=HandRecord.State.BEGUN)
    records = records.select_related("sitting__table__session__club", "sitting__table__house")
    record = get_object_or_404(records, pk=id, sitting__table=table)
    names, rules = record.sitting.names, table.rules
    if request.method != "POST":
        values = told_by_form(record.hand) | {"revision": record.revision}
        return _correction(
            request, table, actor, record, CorrectionForm(initial=values, names=names, rules=rules)
        )
    form = CorrectionForm(request.POST, names=names, rules=rules)
    if not form.is_valid():
        return _correction(request, table, actor, record, form, message=form.complaint, status=422)
    if "look" in request.POST:
        return _correction(request, table, actor, record, form, change=form.hand)
    clean = form.cleaned_data
    try:
        correct_hand(record=record, hand=form.hand, revision=clean["revision"], why=clean["why"], actor=actor)
    except Refused as why:
        return _correction(
            request, table, actor, record, form, message=str(why), change=form.hand, status=409
        )
    messages.success(request, "The hand is corrected.")
    return redirect(f"{reverse('score', args=[actor.link.token])}#hand-{record.pk}")


def _correction(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    record: HandRecord,
    form: CorrectionForm,
    *,
    message: str = "",
    change: Hand | None = None,
    status: int = 200,
) -> HttpResponse:
    record.refresh_from_db()
    effect = None
    if change is not None:
        try:
            effect = effect_of(record, change)
        except ImpossibleSitting as wrong:
            message, status = f"Then hand {wrong.no} could not be: {wrong.message}", 422
    names, rules = record.sitting.names, table.rules
    context = {
        "table": table,
        "token": actor.link.token,
        "record": record,
        "no": number_of(record),
        "form": form,
        "chosen": _chosen(form),
        "names": names,
        "suits": [(suit, PIPS[suit], name) for suit, name in SUITS.items()],
        "says": told(record.hand, names, rules),
        "would_say": told(change, names, rules) if change else "",
        "effect": effect,
        "removal": _removal(record),
        "voids": VOIDS.items(),
        "offences": offences(rules, names),
        "happened": any(_chosen(form).get(one.name) not in ([], ["False"]) for one in offences(rules, names)),
        "partners": rules.partners,
        "ways": [way for way in MADE if way != "assisted" or rules.partners == "fixed"],
        "fact_groups": fact_groups(rules),
        "message": message,
        "history": [_change(correction, names, rules) for correction in record.corrections.all()],
    }
    return render(request, "score/correct.html", context, status=status)


def _removal(record: HandRecord) -> Effect | None:
    """Return what moves when the hand is taken back; None when it cannot be."""
    if record.state != HandRecord.State.COUNTED:
        return None
    try:
        return effect_of(record, None)
    except ImpossibleSitting:
        return None


def _chosen(form: CorrectionForm) -> dict[str, list[str]]:
    """Return what stands in the form, every value as a list of texts."""
    values = {}
    for name in form.fields:
        value = form[name].value()
        items = value if isinstance(value, list) else [value]
        values[name] = [str(item) for item in items if item not in (None, "")]
    return values


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE)
def people(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Somebody joins or leaves: the sitting ends, the next begins."""
    sent = request.POST if request.method == "POST" else None
    if sent and "cut" in sent:
        return _cut(request, table, actor)
    form = PeopleForm(sent, initial={"names": ", ".join(table.sitting.names)}, rules=table.rules)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                change_people(table=table, names=form.cleaned_data["names"])
                return _seated(table, actor)
            except Refused as why:
                form.add_error(None, str(why))
                status = 409
    return _people(request, table, actor, form, status=status)


def _seated(table: Table, actor: Actor) -> HttpResponse:
    """Go to the pad; or stay, where somebody who sits at two tables is pointed out."""
    twice = sits_twice(Table.objects.select_related("session").get(pk=table.pk))
    return redirect("table-people" if twice else "pad", actor.link.token)


def _cut(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Let those in who wait, for those who must go out."""
    complaint, status = make_change(request, table, actor)
    if not complaint:
        return redirect("table-people", actor.link.token)
    form = PeopleForm(initial={"names": ", ".join(table.sitting.names)}, rules=table.rules)
    return _people(request, table, actor, form, status=status, message=complaint)


def _people(
    request: HttpRequest, table: Table, actor: Actor, form: PeopleForm, *, status: int, message: str = ""
) -> HttpResponse:
    context = change_context(table) | {
        "token": actor.link.token,
        "form": form,
        "message": message,
        "twice": sits_twice(table),
        "serves": may(actor, WRITE, table.session),
        "pairings": pairings(table.sitting) if table.rules.partners == "fixed" else [],
        "breaks": bool(table.sitting.standing and table.sitting.standing.rubber),
    }
    return render(request, "score/people.html", context, status=status)
