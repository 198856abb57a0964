"""The correction of a hand, with its effect; and both versions if two people correct it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods

from scoring.common.answers import CONFLICT, UNPROCESSABLE, or_show, valid
from scoring.common.permissions import WRITE, Actor
from scoring.euchre.game import ImpossibleSitting
from scoring.euchre.hand import NO_TRUMPS, NOT_PLAYED, SUITS, TRICKS, Hand
from scoring.euchre.lone_hands import lone_table, why_no_other
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import PIPS, REDEAL_NAMES, VOIDS, describe
from scoring.table.access import by_link
from scoring.table.actions.corrections import correct_hand, number_of, put_back, refuse_if_stale
from scoring.table.forms.hands import CorrectionForm, values_of_form
from scoring.table.forms.penalties import TO, PenaltyRow
from scoring.table.models import HandRecord, Table
from scoring.table.queries.agreed import HandSaid, said_of
from scoring.table.queries.effects import Effect, effect_of
from scoring.table.queries.settlement import settled_among
from scoring.table.views.keys import (
    bid_keys,
    fact_groups,
    facts_to_tick,
    own_keys,
    ways_to_make,
)
from scoring.table.views.offences import Choices, offences
from scoring.table.views.score import describe_changes, place_on_score

State = HandRecord.State
CLOSED = "This table is closed. The organiser can reopen it to correct a hand."


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(WRITE, signed=True)
def correct(request: HttpRequest, table: Table, actor: Actor, id: UUID) -> HttpResponse:
    """Correct a hand. The first press shows the effect, and the second one saves."""
    records = HandRecord.objects.exclude(state=State.BEGUN)
    records = records.select_related("sitting__table__session__club", "sitting__table__house")
    record = get_object_or_404(records, pk=id, sitting__table=table)
    about = {"seats": record.sitting.size, "rules": record.sitting.rules, "stored": record.hand}
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
            return redirect(place_on_score(actor.link.token, record.pk))
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
    page = CorrectionPage(
        table=table,
        actor=actor,
        record=record,
        form=form,
        change=change,
        refused=message,
        refused_with=status,
    )
    return render(request, "table/score/correct.html", {"page": page}, status=page.status)


@dataclass(frozen=True, kw_only=True)
class Versions:
    """Both versions of a hand that another person changed after this one opened it."""

    opened: str
    since: list[dict]
    gone: bool
    alike: bool


@dataclass(frozen=True, kw_only=True)
class CorrectionPage:
    """The new facts of a hand, and the effect."""

    table: Table
    actor: Actor
    record: HandRecord
    form: CorrectionForm
    change: Hand | None
    """The hand in its new words."""
    refused: str
    refused_with: int

    @property
    def token(self) -> str:
        return self.actor.link.token

    @property
    def place_on_score(self) -> str:
        """The address of the hand on the score page."""
        return place_on_score(self.token, self.record.pk)

    @property
    def names(self) -> list[str]:
        return self.record.sitting.names

    @property
    def rules(self) -> RuleSet:
        return self.record.sitting.rules

    @cached_property
    def no(self) -> int | None:
        return number_of(self.record)

    @property
    def bids(self) -> list[tuple[int | str, str, str]]:
        return bid_keys(self.rules)

    @property
    def says(self) -> str:
        return describe(self.record.hand, self.names, self.rules)

    @property
    def would_say(self) -> str:
        return describe(self.change, self.names, self.rules) if self.change else ""

    @cached_property
    def history(self) -> list[dict]:
        return describe_changes(self.record, self.names, self.rules)

    @cached_property
    def stale(self) -> Versions | None:
        if self.refused_with != CONFLICT:
            return None
        record, revision = self.record, self.form.cleaned_data["revision"]
        if revision >= record.revision:
            return None
        since = self.history[revision:]
        yours = replace(self.form.hand, dealer=record.hand.dealer)
        return Versions(
            opened=describe(since[0]["correction"].hand_before, self.names, self.rules),
            since=since,
            gone=record.state == State.TAKEN_BACK,
            alike=record.state == State.COUNTED and yours == record.hand,
        )

    @cached_property
    def _moves(self) -> Effect | ImpossibleSitting | None:
        if self.change is None or (self.stale and (self.stale.gone or self.stale.alike)):
            return None
        try:
            return effect_of(self.record, self.change)
        except ImpossibleSitting as wrong:
            return wrong

    @property
    def effect(self) -> Effect | None:
        return None if isinstance(self._moves, ImpossibleSitting) else self._moves

    @property
    def message(self) -> str:
        if isinstance(self._moves, ImpossibleSitting):
            return self._moves.as_text
        return self.refused or (CLOSED if self.table.session.closed else "")

    @property
    def status(self) -> int:
        wrong = isinstance(self._moves, ImpossibleSitting)
        return UNPROCESSABLE if wrong else self.refused_with

    @cached_property
    def removal(self) -> Effect | None:
        """The effect of undoing the hand; None if it cannot be undone."""
        if self.record.state != State.COUNTED:
            return None
        try:
            return effect_of(self.record, None)
        except ImpossibleSitting:
            return None

    @cached_property
    def settled(self) -> list[str]:
        """The payments of people in the hand's sitting under closings that were reopened."""
        seated = {player.pk for player in self.record.sitting.players}
        return settled_among(self.table.session, seated)

    @cached_property
    def said(self) -> HandSaid | None:
        """The opponents' words about the hand, if they are asked."""
        if not self.table.asks_agreement:
            return None
        return said_of(HandRecord.objects.filter(pk=self.record.pk))[self.record.pk]

    @cached_property
    def chosen(self) -> dict[str, list[str]]:
        """The form, every value as a list of texts."""
        values = {}
        for name in self.form.fields:
            value = self.form[name].value()
            items = value if isinstance(value, list) else [value]
            values[name] = [str(item) for item in items if item not in (None, "")]
        return values

    voids: ClassVar[dict[str, str]] = {void: VOIDS[void] for void in NOT_PLAYED}
    penalty_to = TO

    @property
    def penalties(self) -> list[PenaltyRow]:
        """The rows of penalties, and a blank one."""
        return [*(self.form["penalties"].value() or ()), PenaltyRow()]

    @property
    def offences(self) -> list[tuple[Choices, set[str], bool]]:
        asked = offences(self.rules, self.names)
        return [_answered(one, self.chosen.get(one.name, [])) for one in asked]

    @property
    def happened(self) -> bool:
        asked = offences(self.rules, self.names)
        if self.chosen["penalties"]:
            return True
        return any(self.chosen.get(one.name) not in ([], ["False"]) for one in asked)

    @property
    def tricks(self) -> range:
        return range(self.rules.tricks_dealt + 1)

    @property
    def own(self) -> list[tuple[str, str]]:
        """Each player with the tricks they took, where each scores their own."""
        if not self.rules.each_scores:
            return []
        said = (self.form["taken"].value() or "").split(",")
        return list(zip(self.names, [*said, *[""] * len(self.names)], strict=False))

    @property
    def own_keys(self) -> list[tuple[str, str, str]]:
        return own_keys(self.rules)

    @property
    def in_rows(self) -> str:
        return "six" if self.rules.tricks_dealt == TRICKS else "six seven"

    redeals = REDEAL_NAMES

    @property
    def ticked(self) -> list[tuple[str, str, bool]]:
        """Facts to tick that the score does not need, each with its words, and whether it is."""
        return [
            (name, words, self.chosen.get(name) == ["True"])
            for name, words in facts_to_tick(self.rules)
        ]

    @property
    def ways(self) -> list[str]:
        return ways_to_make(self.rules)

    @property
    def facts(self) -> list[tuple[str, str, str, list[tuple[str, str, str]]]]:
        """A choice of suits, with its field, legend, chosen value and answers."""
        rules, chosen = self.rules, self.chosen
        return [
            (field, legend, next(iter(chosen.get(field, [])), ""), answers_to(field, rules))
            for field, legend in fact_groups(rules)
        ]

    @cached_property
    def lone(self) -> dict | None:
        """The choice of a lone hand, if the rules have one; None if no one plays alone. The hand's
        own value stays."""
        rules, said = self.rules, self.form.stored.alone
        if rules.partners == "called" or not (rules.lone_hands or said is not None):
            return None
        at = {"dealer": self.form.dealer, "score": self._score_before}
        return lone_table(rules) | at | {"said": said, "else": why_no_other(rules)}

    @property
    def _score_before(self) -> Sequence[int] | None:
        """The points of the game before a hand that counts, by side."""
        standing = self.no and self.record.sitting.until(self.no - 1).standing
        return standing.score if standing else None


def answers_to(field: str, rules: RuleSet) -> list[tuple[str, str, str]]:
    """Return a choice for this suit, with its key, its sign, and its name for screen readers."""
    suits = [(suit, PIPS[suit], name) for suit, name in SUITS.items()]
    joker = [("joker", "joker", "")] if field == "turned" and rules.joker else []
    no_trump = (
        [(name, name, "") for name in NO_TRUMPS] if field == "trump" and rules.no_trump else []
    )
    return [*suits, *joker, *no_trump, ("", "not noted", "")]


def _answered(asked: Choices, given: list[str]) -> tuple[Choices, set[str], bool]:
    """Return a question, its ticked answers, and whether one of them is rarely wanted."""
    ticked = {"on" if answer == "True" else answer for answer in given}
    if not given and asked.type == "radio":
        ticked = {""}
    return asked, ticked, any(value in ticked for value, _ in asked.more)
