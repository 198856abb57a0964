"""Something went wrong. The laws of a table for it, found in ten seconds, and the button that
records it."""

from __future__ import annotations

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.common.answers import piece_or_page
from scoring.common.permissions import LOOK, WRITE, Actor, may
from scoring.euchre.books import SHELF
from scoring.euchre.hand import NOT_PLAYED, VOIDS
from scoring.euchre.remedies import Remedy, remedies, search
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import VOIDS as VOID_NAMES
from scoring.table.access import by_link
from scoring.table.models import Table
from scoring.table.views.calls_shown import calling_here

LONGEST_SEARCH = 60
COMMONEST = {
    "revoke": "Renege",
    "lead-out-of-turn": "Lead out of turn",
    "misdeal-count": "Misdeal",
    "exposed-card": "Exposed card",
    "wrong-cards": "Wrong number of cards",
    "score-error": "Disputed score",
}
"""The most common mistakes, by the keys of the remedies, one tap away."""


@require_safe
@by_link(LOOK)
def laws(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The laws of a table. For htmx they come without the page around them, as the pad shows
    them."""
    writes = may(actor, WRITE, table) and not table.session.closed
    context = _found(request, table.rules) | {
        "table": table,
        "token": actor.link.token,
        "writes": writes,
        "calling": calling_here(table, timezone.now()) if writes else None,
        "at_the_pad": bool(request.htmx),
        "here": reverse("laws", args=[actor.link.token]),
        "id": uuid4(),
    }
    return piece_or_page(request, "table/laws/laws.html", context, piece="laws", name="laws")


@require_safe
def laws_on_shelf(request: HttpRequest, key: str) -> HttpResponse:
    """The laws of a set of the bookshelf, to be read without a table."""
    if key not in SHELF:
        raise Http404("No such rules.")
    context = _found(request, SHELF[key]) | {"here": reverse("rules-laws", args=[key])}
    return render(request, "table/laws/laws.html", context)


def _found(request: HttpRequest, rules: RuleSet) -> dict:
    """Return the remedies of these rules by topic; first those that a search finds, the commonest
    leading."""
    wanted, entries = request.GET.get("q", "").strip()[:LONGEST_SEARCH], _entries(rules)
    by_key = {entry["remedy"].key: entry for entry in entries}
    hits = search([entry["remedy"] for entry in entries], wanted) if wanted else ()
    found = sorted([by_key[one.key] for one in hits], key=lambda entry: not entry["common"])
    if len(found) == 1:
        found[0]["open"] = True
    others = [entry for entry in entries if entry not in found]
    return {
        "rules": rules,
        "q": wanted,
        "found": found,
        "topics": [
            (topic, [one for one in others if one["remedy"].topic == topic])
            for topic in _topics(entries)
        ],
        "commonest": [(key, label) for key, label in COMMONEST.items() if key in by_key],
    }


def _topics(entries: list[dict]) -> list[str]:
    return list(dict.fromkeys(entry["remedy"].topic for entry in entries))


def _entries(rules: RuleSet) -> list[dict]:
    return [_entry(no, remedy) for no, remedy in enumerate(remedies(rules))]


def _entry(no: int, remedy: Remedy) -> dict:
    """Return a remedy with its record, which is a void deal, an irregularity (its field on the
    pad), a correction, or nothing."""
    records = remedy.records
    return {
        "no": no,
        "remedy": remedy,
        "common": remedy.key in COMMONEST,
        "void": VOID_NAMES[records] if records in VOIDS else "",
        "happened": (
            records.replace("-", "_") if records not in (None, "correct", *NOT_PLAYED) else ""
        ),
        "words": " ".join((remedy.title, *remedy.words, remedy.remedy)),
    }
