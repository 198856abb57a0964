"""The bookshelf, and a rules page for every set, for a table and for the house rules of a club."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.access import NoSuchLink
from scoring.common.pdf.code import Code
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import LOOK, Actor
from scoring.common.qr_codes import paper_code
from scoring.euchre.books import find, on_shelf
from scoring.euchre.rule_set import RuleSet, UnknownRule
from scoring.euchre.rules_pages.page import RulesPage, rules_page, shelf
from scoring.table.access import by_link
from scoring.table.models import Table
from scoring.table.sheets.rules_card import RulesCard, rules_card_pdf


class NoSuchRules(NoSuchLink):
    """No set of the shelf has this key, so respond 404 with a sentence of ours."""


def set_of(key: str) -> RuleSet:
    """Return the set of this key; 404 when there is none."""
    try:
        return on_shelf(key)
    except UnknownRule as wrong:
        raise NoSuchRules("There are no such rules. See Game rules for all of them.") from wrong


@require_safe
def bookshelf(request: HttpRequest) -> HttpResponse:
    """Every set, by how many play and how."""
    return render(request, "table/rules/bookshelf.html", {"groups": shelf().items()})


@require_safe
def rules_of_set(request: HttpRequest, key: str) -> HttpResponse:
    """What a set says, in full."""
    context = {
        "page": rules_page(set_of(key)),
        "card": reverse("rules-sheet", args=[key]),
        "laws": reverse("rules-laws", args=[key]),
    }
    return render(request, "table/rules/rules.html", context)


@require_safe
def card_of_set(request: HttpRequest, key: str) -> HttpResponse:
    """The same on one sheet of paper."""
    return card(request, rules_page(set_of(key)))


@require_safe
@by_link(LOOK)
def rules_of_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """What this table plays by, its options and its house rules included."""
    token = actor.link.token
    context = {
        "page": page_of(table),
        "table": table,
        "token": token,
        "here": len(table.sitting.players),
        "card": reverse("table-rules-sheet", args=[token]),
        "laws": reverse("laws", args=[token]),
    }
    return render(request, "table/rules/rules.html", context)


@require_safe
@by_link(LOOK)
def card_of_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The same on one sheet of paper."""
    about, code = f"{table}, {table.session.club}", paper_code(request, codes.TABLE, table.pk)
    return card(request, page_of(table), about=about, code=code)


def page_of(table: Table) -> RulesPage:
    """Return the rules page of a table, with its choices beside the values that it would have
    without."""
    return rules_page(table.rules, unchosen=unchosen(table))


def unchosen(table: Table) -> RuleSet:
    """Return the rules that a table would have without its choices."""
    return table.house.rules if table.house else find(table.rules_key)


def card(
    request: HttpRequest, page: RulesPage, *, about: str = "", code: Code | None = None
) -> HttpResponse:
    """Return a rules page as a PDF of one page."""
    return pdf_answer(
        request,
        rules_card_pdf,
        RulesCard(page=page, about=about, code=code),
        name=("rules", page.name),
    )
