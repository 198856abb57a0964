"""The correction of a hand: what it should say, what that moves; and both versions when two correct
it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.common.answers import CONFLICT, UNPROCESSABLE, or_show, valid
from scoring.common.permissions import WRITE, Actor
from scoring.euchre.game import ImpossibleSitting
from scoring.euchre.hand import MADE, NO_TRUMPS, SUITS, TRICKS, Hand
from scoring.euchre.lone_hands import lone_table, why_no_other
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import PIPS, VOIDS, describe
from scoring.table.access import by_link
from scoring.table.actions.corrections import correct_hand, number_of, put_back, refuse_if_stale
from scoring.table.forms.hands import CorrectionForm, values_of_form
from scoring.table.models import HandRecord, Table
from scoring.table.queries.agreed import HandSaid, said_of
from scoring.table.queries.effects import Effect, effect_of
from scoring.table.queries.settlement import settled_before
from scoring.table.views.keys import fact_groups
from scoring.table.views.offences import Choices, offences
from scoring.table.views.score import describe_changes

State = HandRecord.State
CLOSED = "This session is closed: a hand can be put right once whoever runs it has reopened it."


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE, signed=True)
def correct(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Put a hand right: first what would move, then, on the second press, the correction."""
    records = HandRecord.objects.exclude(state=State.BEGUN)
    records = records.select_related("sitting__table__session__club", "sitting__table__house")
    record = get_object_or_404(records, pk=id, sitting__table=table)
    about = {"names": record.sitting.names, "rules": record.sitting.rules, "stored": record.hand}
    about["dealer"] = record.sitting.dealer_of(record.pk)
    if request.method != "POST":
        values = values_of_form(record.hand) | {"revision": record.revision}
        return _page(request, table, actor, record, CorrectionForm(initial=values, **about))
    form = CorrectionForm(request.POST, **about)
    page = partial(_page, request, table, actor, record, form)
    with or_show(page):
        clean = valid(form)
    with or_show(partial(page, change=form.hand)):
        if "put-back" in request.POST:
            record = put_back(record=record, actor=actor)
        elif "look" in request.POST:
            refuse_if_stale(record, clean["revision"])
        else:
            said = {"hand": form.hand, "revision": clean["revision"], "why": clean["why"]}
            correct_hand(record=record, actor=actor, **said)
            messages.success(request, "The hand is corrected.")
            return redirect(f"{reverse('score', args=[actor.link.token])}#hand-{record.pk}")
    return _page(request, table, actor, record, form, change=form.hand)


def _page(
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
    message = message or (CLOSED if table.session.closed else "")
    names, rules = record.sitting.names, record.sitting.rules
    stale, effect = None, None
    if status == CONFLICT and form.cleaned_data["revision"] < record.revision:
        stale = _versions(record, form, names, rules)
    if change is not None and not (stale and (stale["gone"] or stale["alike"])):
        try:
            effect = effect_of(record, change)
        except ImpossibleSitting as wrong:
            message, status = f"Then hand {wrong.no} could not be: {wrong.message}", UNPROCESSABLE
    context = {
        "table": table,
        "token": actor.link.token,
        "lone": _lone(form, rules),
        "record": record,
        "no": number_of(record),
        "form": form,
        "names": names,
        "says": describe(record.hand, names, rules),
        "would_say": describe(change, names, rules) if change else "",
        "stale": stale,
        "effect": effect,
        "terms": record.sitting.terms,
        "removal": _removal(record),
        "settled": _settled(record),
        "message": message,
        "history": describe_changes(record, names, rules),
        "said": _said(record, table),
    }
    return render(
        request, "table/score/correct.html", context | _asked(form, names, rules), status=status
    )


def _said(record: HandRecord, table: Table) -> HandSaid | None:
    """Return what the other side said of the hand, where it is asked."""
    return (
        said_of(HandRecord.objects.filter(pk=record.pk))[record.pk]
        if table.asks_agreement
        else None
    )


def _versions(record: HandRecord, form: CorrectionForm, names: list[str], rules: RuleSet) -> dict:
    """Return both versions of a hand that somebody else changed after this one opened it."""
    since = describe_changes(record, names, rules)[form.cleaned_data["revision"] :]
    opened = since[0]["correction"].hand_before
    yours = replace(form.hand, dealer=record.hand.dealer)
    return {
        "opened": describe(opened, names, rules),
        "since": since,
        "gone": record.state == State.TAKEN_BACK,
        "alike": record.state == State.COUNTED and yours == record.hand,
    }


def _asked(form: CorrectionForm, names: list[str], rules: RuleSet) -> dict:
    """Return what the form asks, and what is chosen in it."""
    chosen, asked = _chosen(form), offences(rules, names)
    return {
        "chosen": chosen,
        "voids": VOIDS.items(),
        "offences": [_answered(one, chosen.get(one.name, [])) for one in asked],
        "happened": any(chosen.get(one.name) not in ([], ["False"]) for one in asked),
        "partners": rules.partners,
        "bids": rules.bids,
        "tricks": range(rules.tricks_dealt + 1),
        "in_rows": "six" if rules.tricks_dealt == TRICKS else "six seven",
        "ways": ways_to_make(rules),
        "facts": [
            (field, legend, next(iter(chosen.get(field, [])), ""), answers_to(field, rules))
            for field, legend in fact_groups(rules)
        ],
    }


def _lone(form: CorrectionForm, rules: RuleSet) -> dict | None:
    """Return what the page needs to offer lone hands where they may be; None where nobody is said
    to play alone. What the hand said stays."""
    said = form.stored.alone
    if rules.partners != "fixed" or not (rules.lone_hands or said is not None):
        return None
    return lone_table(rules) | {"dealer": form.dealer, "said": said, "else": why_no_other(rules)}


def answers_to(field: str, rules: RuleSet) -> list[tuple[str, str, str]]:
    """Return what may be noted as this suit: its key, its sign, and its name for who hears it."""
    suits = [(suit, PIPS[suit], name) for suit, name in SUITS.items()]
    joker = [("joker", "joker", "")] if field == "turned" and rules.joker else []
    no_trump = (
        [(name, name, "") for name in NO_TRUMPS] if field == "trump" and rules.no_trump else []
    )
    return [*suits, *joker, *no_trump, ("", "not noted", "")]


def ways_to_make(rules: RuleSet) -> list[str]:
    """Return how the trump can have been made; nothing where it is bid for."""
    if rules.bidding:
        return []
    return [way for way in MADE if way != "assisted" or rules.partners == "fixed"]


def _answered(asked: Choices, given: list[str]) -> tuple[Choices, set[str], bool]:
    """Return a question, the answers that are ticked, and whether one of them is wanted seldom."""
    ticked = {"on" if answer == "True" else answer for answer in given}
    if not given and asked.type == "radio":
        ticked = {""}
    return asked, ticked, any(value in ticked for value, _ in asked.more)


def _removal(record: HandRecord) -> Effect | None:
    """Return what moves when the hand is taken back; None when it cannot be."""
    if record.state != State.COUNTED:
        return None
    try:
        return effect_of(record, None)
    except ImpossibleSitting:
        return None


def _settled(record: HandRecord) -> list[str]:
    """Return what people of the hand's sitting have settled under closings that were reopened."""
    seated = {player.pk for player in record.sitting.players}
    return [
        f"{one.payer} to {one.payee} {one.closing.statement.written(one.amount)}"
        for one in settled_before(record.sitting.table.session)
        if {one.payer_id, one.payee_id} <= seated
    ]


def _chosen(form: CorrectionForm) -> dict[str, list[str]]:
    """Return what stands in the form, every value as a list of texts."""
    values = {}
    for name in form.fields:
        value = form[name].value()
        items = value if isinstance(value, list) else [value]
        values[name] = [str(item) for item in items if item not in (None, "")]
    return values
