"""Other rules or another stake for hands that were played already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.table.actions.tables import (
    house_to_be_had,
    refuse_other_options,
    refuse_while_a_hand_is_open,
)
from scoring.table.actions.times import after_all
from scoring.table.models import FormerTerms, HandRecord, Sitting, Table
from scoring.table.models.play import TERMS
from scoring.table.queries.terms import Backdated


@transaction.atomic
def backdate_terms(
    *,
    table: Table,
    since: int,
    terms: Mapping[str, Any],
    seen: str,
    why: str = "",
    actor: Actor,
) -> Backdated:
    """Let all hands from the sitting of number `since` on count by these `terms` (the fields of
    TERMS), and the next ones; return the change.

    `since` begins one of the table's runs (`runs_of`), so that hands before it keep their rules and
    stake. `seen` is the digest of the preview. Idempotent. Raise Refused if the preview is out of
    date, if a hand is begun or waits, if the rules do not allow a hand, if a tournament or a league
    sets them, or if nothing would change.
    """
    if terms["house"]:
        terms = {**terms, "house": house_to_be_had(terms["house"], table.session)}
    table = Table.objects.for_writing().get(pk=table.pk)
    refuse_other_options(table.by(terms))
    change = Backdated(table=table, since=since, terms=table.by(terms))
    if not change.changed and change.seen != seen:
        return change  # sent twice
    if change.seen != seen:
        raise Refused(OUT_OF_DATE)
    for sitting in change.sittings:
        refuse_while_a_hand_is_open(sitting)
    if problem := change.refusal or " ".join(change.problems):
        raise Refused(problem)
    _keep(change.changed, table, why, actor)
    _store(change, table, terms)
    table.raise_version()
    return change


def _keep(changed: list[Sitting], table: Table, why: str, actor: Actor) -> None:
    """Keep the rules and the stake that these sittings have had, for the history. One without a
    hand has none."""
    played = set(HandRecord.objects.filter(sitting__in=changed).values_list("sitting", flat=True))
    latest = HandRecord.objects.filter(sitting__table=table).aggregate(
        Max("logged_at"), Max("corrections__at"), Max("sitting__former_terms__at")
    )
    at = after_all(*latest.values())
    FormerTerms.objects.bulk_create(
        FormerTerms(
            sitting=sitting,
            **{name: getattr(sitting.terms, name) for name in TERMS},
            why=why,
            by=actor.name,
            user=actor.account,
            at=at,
        )
        for sitting in changed
        if sitting.pk in played
    )


def _store(change: Backdated, table: Table, terms: Mapping[str, Any]) -> None:
    """Give the table these rules and this stake. Its sittings from then on have none of their own,
    and earlier ones keep what the table said."""
    mine = {sitting.pk for sitting in change.sittings}
    then = {name: getattr(table, name) for name in TERMS}
    table.sittings.filter(rules_key="").exclude(pk__in=mine).update(**then)
    table.sittings.filter(pk__in=mine).update(rules_key="", options={}, house=None, stake_minor=0)
    Table.objects.filter(pk=table.pk).update(**terms)
