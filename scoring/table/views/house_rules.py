"""A club's house rules, a changed set of the shelf, kept for the tables that played by them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common import codes
from scoring.common.answers import UNPROCESSABLE, or_show, posted, valid
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.common.qr_codes import paper_code
from scoring.euchre.books import on_shelf
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.rules_pages.page import rules_page
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.table.actions.house_rules import (
    ChangedMeanwhile,
    change_house_rules,
    is_frozen,
    make_house_rules,
)
from scoring.table.forms.house_rules import BaseForm, HouseForm
from scoring.table.models import HouseRules
from scoring.table.views.rules import card, set_of


@require_safe
@club_by_number(LOOK)
def house_rules(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The club's own shelf."""
    found = [(house, rules_page(house.rules).lead) for house in club.house_rules.of_the_club()]
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "standing": [line for line in found if not line[0].replaced_by_id],
        "replaced": [line for line in found if line[0].replaced_by_id],
        "form": BaseForm(),
    }
    return render(request, "table/rules/house_list.html", context)


@require_safe
@club_by_number(LOOK)
def one_house(request: HttpRequest, club: Club, actor: Actor, house: int) -> HttpResponse:
    """What house rules say, each changed number beside the book's."""
    house = get_object_or_404(club.house_rules.select_related("replaced_by"), pk=house)
    context = {
        "page": rules_page(house.rules),
        "club": club,
        "runs": may(actor, RUN, club),
        "house": house,
        "frozen": is_frozen(house),
        "card": reverse("house-sheet", args=[club.pk, house.pk]),
    }
    return render(request, "table/rules/rules.html", context)


@require_safe
@club_by_number(LOOK)
def card_of_house(request: HttpRequest, club: Club, actor: Actor, house: int) -> HttpResponse:
    """The same on one sheet of paper."""
    house = get_object_or_404(club.house_rules, pk=house)
    code = paper_code(request, codes.HOUSE, house.pk)
    return card(request, rules_page(house.rules), about=str(club), code=code)


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def make_house(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Every provision of a set of the shelf, to be changed and given a name (`?base=`)."""
    if "base" not in request.GET and request.method != "POST":
        return redirect("house-rules", club.pk)
    book = set_of(request.GET.get("base", ""))
    if request.method != "POST":
        return _form(request, club, HouseForm(book=book), looked=book)
    return _answer(
        request,
        club,
        HouseForm(request.POST, book=book),
        save=partial(make_house_rules, club=club, base=book.key),
        says=lambda made: f"{made} is saved. You can choose it when you add a table.",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def edit_house(request: HttpRequest, club: Club, actor: Actor, house: int) -> HttpResponse:
    """The same page for rules that exist. Frozen ones are replaced, and the page says so before.
    Those that cannot be changed are only shown."""
    house = get_object_or_404(club.house_rules, pk=house)
    if (house.replaced_by_id or house.for_rounds) and request.method != "POST":
        return redirect("one-house", club.pk, house.pk)
    book, about = on_shelf(house.base), {"house": house, "frozen": is_frozen(house)}
    if request.method != "POST":
        form = HouseForm(book=book, now=house.rules)
        return _form(request, club, form, looked=house.rules, seen=house.edition, **about)
    form, seen = HouseForm(request.POST, book=book), request.POST.get("seen", "")
    save = partial(change_house_rules, house=house, seen=seen)
    return _answer(
        request, club, form, save=save, says=partial(_what_became, house), seen=seen, **about
    )


def _what_became(before: HouseRules, now: HouseRules) -> str:
    """Return what saving did to the rules that were looked at."""
    if now.pk != before.pk:
        return f"{now} is saved for future tables. Earlier hands keep the old rules."
    if now.document == before.document:
        return f"{now} already says this."
    return f"{now} is changed. No hands were played with it yet."


def _answer(
    request: HttpRequest,
    club: Club,
    form: HouseForm,
    *,
    save: Callable[..., HouseRules],
    says: Callable[[HouseRules], str],
    **about,
) -> HttpResponse:
    """Store what was typed and lead to its page; or show what it scores (`look`), or what is
    wrong."""
    if "look" in request.POST:
        return _look(request, club, form, **about)
    with or_show(lambda status: _form(request, club, form, status=status, **about), form):
        try:
            house = save(name=valid(form)["name"], changes=form.changes)
        except ChangedMeanwhile as why:
            about |= {"house": why.house, "seen": why.house.edition}
            raise
    messages.success(request, says(house))
    return redirect("one-house", club.pk, house.pk)


@posted(club_by_number(RUN))
def preview_house(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The score of every result under the rules as typed; stores nothing (`?base=`)."""
    form = HouseForm(request.POST, book=set_of(request.GET.get("base", "")))
    form.is_valid()
    return render(request, "table/rules/_preview.html", _looked(form))


def _look(request: HttpRequest, club: Club, form: HouseForm, **about) -> HttpResponse:
    """Return the page with what the rules as typed would score, for a browser without
    JavaScript."""
    form.is_valid()
    if form.wrong:
        return _form(request, club, form, status=UNPROCESSABLE, **about)
    # Whoever only looks need not have given a name, nor changed anything.
    form.errors.clear()
    return _form(request, club, form, looked=form.rules, **about)


def _form(
    request: HttpRequest,
    club: Club,
    form: HouseForm,
    *,
    looked: RuleSet | None = None,
    status: int = 200,
    **about,
) -> HttpResponse:
    shown = {"page": rules_page(looked)} if looked else _looked(form)
    return render(
        request,
        "table/rules/house_form.html",
        {"club": club, "runs": True, "form": form} | shown | about,
        status=status,
    )


def _looked(form: HouseForm) -> dict:
    """Return the page of the rules as typed, or what is wrong with them."""
    return {"wrong": form.wrong} if form.wrong else {"page": rules_page(form.rules)}
