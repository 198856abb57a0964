"""The opponents' confirmation, for the pad and the score page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest

from scoring.common.permissions import RUN, Actor, may
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import describe, gains
from scoring.table.models import HandRecord, Table
from scoring.table.queries.agreed import AGREED, OBJECTED, HandSaid, said_of
from scoring.table.views.hand_lines import HandLine
from scoring.table.views.phones import signs_of


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A hand about which the other side is asked, as one phone shows it."""

    line: HandLine
    said: HandSaid
    own: bool
    """Whether this phone logged the hand, so that it must be shown to the opponents."""
    reasons: tuple[str, ...]
    """What is usually wrong with a hand, to object by one tap."""
    earlier: int = 0
    """The number of unconfirmed hands before it."""
    objected: int = 0
    """The number of these that are disputed."""
    brief: str = ""
    """The hand and its score by short names, such as "Ben with Dan, all five: Ben and Dan 3
    each"."""

    @property
    def badge(self) -> str:
        """Return "yes", "no", or "" before the first word."""
        return {AGREED: "yes", OBJECTED: "no"}.get(self.said.state, "")


def asked_of_the_last(table: Table, actor: Actor, last: HandLine | None) -> Asked | None:
    """Return what the pad asks about the last hand; one query at a table that asks, and none at
    others."""
    if not table.asks_agreement or last is None or table.session.closed:
        return None
    *earlier, latest = said_of(table.sitting.hands.counted()).values()
    if not (latest.asked or latest.state):
        return None
    asked = _asked(last, latest, actor, table.rules)
    objected = sum(one.state == OBJECTED for one in earlier)
    before = {"earlier": objected + sum(one.silent for one in earlier), "objected": objected}
    return replace(asked, brief=_brief(last, table), **before)


def _brief(line: HandLine, table: Table) -> str:
    names, rules, played = table.sitting.called, table.rules, line.played
    return f"{describe(played.hand, names, rules)}: {gains(played.score.points, names, rules)}"


def with_what_was_said(
    request: HttpRequest, table: Table, actor: Actor, sittings: list[dict]
) -> dict:
    """Return the score page's sittings, each hand with what was said of it; one query where that is
    asked."""
    if table.asks_agreement:
        actor = replace(actor, phone=signs_of(request))
        shown = [row["record"].pk for part in sittings for row in part["rows"]]
        said = said_of(HandRecord.objects.filter(pk__in=shown))
        for part in sittings:
            for row in (row for row in part["rows"] if row["line"]):
                word, rules = said[row["record"].pk], part["sitting"].rules
                if word.asked or word.state:
                    row["asked"] = _asked(row["line"], word, actor, rules)
    return {"sittings": sittings, "rules_on_it": table.asks_agreement and may(actor, RUN, table)}


def _asked(line: HandLine, said: HandSaid, actor: Actor, rules: RuleSet) -> Asked:
    return Asked(
        line=line, said=said, own=said.came_from(actor.name, actor.phone), reasons=_reasons(rules)
    )


def _reasons(rules: RuleSet) -> tuple[str, ...]:
    partner = ("Wrong partner",) if rules.partners == "called" else ()
    return ("Wrong maker", *partner, "Wrong tricks", "Never played")
