"""New entries in the club's accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from scoring.common.answers import CONFLICT, UNPROCESSABLE, or_show, valid
from scoring.common.dates import long_day
from scoring.common.permissions import RUN, Actor
from scoring.money.actions.accounts import enter, enter_for_each, write_off
from scoring.money.forms.ledger import WAYS, LineForm
from scoring.money.models import Entry
from scoring.money.queries.accounts import (
    already_in_the_pot,
    evening_tonight,
    evenings_to_choose,
    is_opened,
    people_of_evening,
)
from scoring.money.queries.prizes import free_pots
from scoring.people.access import club_by_number
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession

DIRECTIONS = (("paid in", "received", "pot"), ("paid out", "spent", "prize"))
"""The kinds of entries that are beside each other: money in, and money out."""
SENT_ALONG = ("who", "whom", "amount", "note", "dated", "key")


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def enter_line(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """A form for what happened (`?what=`); without it, what there is to choose. With `tick` it is
    shown again with others ticked, and everything else as it was typed."""
    posted = request.method == "POST"
    asked = request.POST if posted else request.GET
    what = asked.get("what")
    if what not in WAYS:
        return _choose(request, club, status=UNPROCESSABLE if posted else 200)
    form = _form(request, club, what)
    page = partial(_show, request, club, what, form)
    if not form.is_bound:
        return page()
    with or_show(page, form):
        said, line = _enter(club, what, valid(form), actor)
        messages.success(request, said)
    return redirect(_page_after(request, club, what, form.cleaned_data, line))


def _choose(request: HttpRequest, club: Club, *, status: int) -> HttpResponse:
    who, evening = request.GET.get("who", ""), evening_tonight(club) or club.sessions.first()
    ways, pots = [], free_pots(club)
    for what, way in WAYS.items():
        if (evening or not way.evening) and (what != "written off" or pots):
            asks = {"what": what, "who": who, "session": evening.pk if way.evening else ""}
            ways.append((way, urlencode({name: said for name, said in asks.items() if said})))
    context = {"club": club, "runs": True, "ways": ways, "opened": is_opened(club)}
    return render(request, "money/accounts/choose.html", context, status=status)


def _show(
    request: HttpRequest, club: Club, what: str, form: LineForm, *, status: int = 200
) -> HttpResponse:
    posted = request.method == "POST"
    asked = request.POST if posted else request.GET
    if status == CONFLICT:
        form.with_a_new_key()
    context = {
        "club": club,
        "runs": True,
        "what": what,
        "form": form,
        "then": asked.get("then", ""),
        "beside": [] if posted else list(_beside(what, asked)),
    }
    if form.way.people and form.way.evening:
        context["session"] = form.fields["session"].queryset[0]
    elif form.way.people:
        context["whom"] = WHOM
    return render(request, "money/accounts/enter.html", context, status=status)


def _beside(what: str, asked: QueryDict) -> Iterator[tuple[str, str, bool]]:
    """Yield the kinds of entries in the same direction as this one, each with its title, what its
    form asks for, and whether it is this one. Those of an evening are among them if it is known."""
    direction = next((those for those in DIRECTIONS if what in those), ())
    along = {name: asked[name] for name in ("who", "session", "amount", "note") if asked.get(name)}
    for one in direction:
        if one == what or asked.get("session") or not WAYS[one].evening:
            yield WAYS[one].title, urlencode({"what": one, **along}), one == what


def _form(request: HttpRequest, club: Club, what: str) -> LineForm:
    """Return the form of this kind of entry; an evening's pot asks for the players who came."""
    asked, ticks = request.POST or request.GET, request.POST.get("tick", "")
    sent = request.POST if request.method == "POST" and not ticks else None
    initial = {name: asked[name] for name in SENT_ALONG if name in asked}
    people, evenings = club.players.all(), evenings_to_choose(club)
    evening = _evening(club, request)
    if WAYS[what].people and not WAYS[what].evening:
        people = club.players.filter(forgotten_at=None)
        initial["people"] = _ticked(club, ticks)
    elif WAYS[what].people:
        if evening is None:
            raise Http404("There is no club night yet, so there is no pot.")
        evenings = club.sessions.filter(pk=evening.pk)
        people = people_of_evening(evening)
        initial["people"] = people.exclude(pk__in=already_in_the_pot(evening))
    if evening and WAYS[what].evening:
        initial["dated"] = min(evening.played_on, timezone.localdate())
    if evening and (WAYS[what].evening or "session" in request.GET):
        initial["session"] = evening.pk
    return LineForm(
        sent,
        what=what,
        club=club,
        people=people,
        evenings=evenings,
        initial=initial,
    )


WHOM = (("members", "members"), ("all", "everyone"), ("nobody", "no one"))
"""The people who are ticked at first for a group charge."""


def _ticked(club: Club, whom: str) -> QuerySet[Player]:
    """Return the people who are ticked at first, which are active members, guests too, or no
    one."""
    found = club.players.active()
    if whom == "nobody":
        return found.none()
    return found if whom == "all" else found.filter(guest=False)


def _evening(club: Club, request: HttpRequest) -> ClubSession | None:
    """Return the evening that was asked for (`?session=`), or the one of tonight."""
    asked = (request.POST or request.GET).get("session", "")
    if re.fullmatch("[0-9]{1,18}", asked):
        return club.sessions.filter(pk=asked).first()
    return evening_tonight(club)


def _enter(club: Club, what: str, clean: dict, actor: Actor) -> tuple[str, Entry | None]:
    """Make the entry in the form. Return the message for the treasurer, and the entry to show,
    which is None for many people."""
    line = dict(clean)
    line["amount_minor"] = line.pop("amount")
    if "people" in line:
        new = enter_for_each(club=club, what=what, actor=actor, people=line.pop("people"), **line)
        return (f"Saved for {new} {'person' if new == 1 else 'people'}." if new else TWICE), None
    if what == "written off":
        entered = write_off(club=club, actor=actor, **line)
    else:
        entered = enter(club=club, what=what, actor=actor, **line)
    on = entered.line.dated
    late = "" if on == timezone.localdate() else f" It is listed under its date, {long_day(on)}."
    return (f"Saved.{late}" if entered.new else TWICE), entered.line


TWICE = "This was already saved. It isn’t entered twice."


def _page_after(
    request: HttpRequest, club: Club, what: str, clean: dict, line: Entry | None
) -> str:
    """Return where to go next, to the page before, or to the new entry."""
    if request.POST.get("then") == "accounts":
        return f"{reverse('accounts', args=[club.pk])}#even"
    if request.POST.get("then") == "owes" and line:
        return f"{reverse('accounts', args=[club.pk])}?line={line.pk}#people"
    if what == "charge":
        return reverse("together", args=[club.pk, clean["key"]])
    if WAYS[what].evening:
        here = reverse("evening-money", args=[club.pk, clean["session"].pk])
    elif clean.get("pot"):
        return f"{reverse('accounts', args=[club.pk])}#pots"
    elif clean.get("who"):
        here = reverse("account", args=[club.pk, clean["who"].pk])
    else:
        here = reverse("cash-box", args=[club.pk])
    return f"{here}?line={line.pk}#line-{line.pk}" if line else here
