"""The list of a club's people, to add people, and to keep similar names separate."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.amounts import written
from scoring.common.answers import UNPROCESSABLE, or_show, piece_or_page, posted, valid
from scoring.common.dates import short_day
from scoring.common.names import folded, last_name_first
from scoring.common.permissions import LOOK, OWN, RUN, Actor, may
from scoring.people import hooks
from scoring.people.access import club_by_number
from scoring.people.actions.people import (
    add_other_people,
    rename_player,
    tell_apart,
    undo_tell_apart,
)
from scoring.people.forms.people import KINDS, ApartForm, FindForm, PlayerForm, PlayersForm
from scoring.people.models import Club, Player, ToldApart, told_apart_in
from scoring.people.queries.people import (
    doubts_in,
    everybody,
    narrowed,
    pairs_alike,
    wishes_to_go,
)

PEOPLE_A_PAGE = 100


@dataclass(frozen=True, kw_only=True)
class PeoplePage:
    """Members and guests, narrowed by name and kind, a page at a time."""

    club: Club
    actor: Actor
    find: FindForm
    no: str | None
    """The number of the page."""
    form: PlayersForm
    alike: Mapping[str, Sequence[Player]] | None = None
    """People with names like those in the form."""
    among: Sequence[tuple[str, str]] = ()
    """Which names in the form are alike."""

    @property
    def context(self) -> dict:
        """Return the template's context, with the page and the values for the club's tabs."""
        return {"page": self, "club": self.club, "runs": self.runs}

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.club)

    @cached_property
    def owns(self) -> bool:
        return may(self.actor, OWN, self.club)

    @cached_property
    def known(self) -> list[Player]:
        return everybody(self.club)

    @property
    def said(self) -> str:
        return self.find.asked["said"]

    @property
    def kind(self) -> str:
        return self.find.asked["kind"]

    @property
    def by(self) -> str:
        return "last" if self.find.by_last_name else ""

    @cached_property
    def named(self) -> list[Player]:
        return narrowed(self.known, said=self.said)

    @cached_property
    def found(self) -> list[Player]:
        found = narrowed(self.named, kind=self.kind)
        if self.by:
            found.sort(key=lambda player: folded(last_name_first(player.name)))
        return found

    @cached_property
    def shown(self) -> Page:
        return Paginator(self.found, PEOPLE_A_PAGE).get_page(self.no)

    @property
    def people(self) -> list[PersonRow]:
        mixed = not all(player.guest for player in self.known)
        shown = self.shown.object_list
        return person_rows(self.club, shown, balances=self.runs, by=self.by, mixed=mixed)

    @property
    def kinds(self) -> list[tuple[str, str, int, str]]:
        """The kinds that have people, each with its title, its number, and its filter; none if
        everyone is of one kind."""
        everyone = len(self.known)
        if not self.kind and not any(
            0 < len(narrowed(self.known, kind=kind)) < everyone for kind, _ in KINDS
        ):
            return []
        return [
            (kind, title, number, _asks(kind, self.said, by=self.by))
            for kind, title in KINDS
            if (number := len(narrowed(self.named, kind=kind))) or kind in ("", self.kind)
        ]

    @property
    def stays(self) -> str:
        return _asks(self.kind, "", by=self.by)

    @property
    def other_order(self) -> str:
        return _asks(self.kind, self.said, by="" if self.by else "last")

    @property
    def query(self) -> str:
        return _asks(self.kind, self.said, by=self.by) + "&"

    @cached_property
    def wishes(self) -> list[Player]:
        return wishes_to_go(self.club) if self.runs else []

    @cached_property
    def apart(self) -> list[ToldApart]:
        """Every two whose names are alike and who are told apart."""
        return told_apart_in(self.club) if self.runs else []

    @cached_property
    def pairs(self) -> list[tuple[Player, Player]]:
        """Every two whose names are alike, who may be one person."""
        return pairs_alike(self.known, {pair.two for pair in self.apart}) if self.runs else []


@require_safe
@club_by_number(LOOK)
def people(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Members and guests, narrowed by name (`?q=`) and kind (`?kind=`), a page at a time."""
    return _people(request, club, actor, PlayersForm())


def _people(
    request: HttpRequest, club: Club, actor: Actor, form: PlayersForm, *, status: int = 200, **more
) -> HttpResponse:
    find, no = FindForm(request.GET), request.GET.get("page")
    page = PeoplePage(club=club, actor=actor, find=find, no=no, form=form, **more)
    template = "people/people/people.html"
    return piece_or_page(request, template, page.context, piece="found", status=status)


@dataclass(frozen=True, kw_only=True)
class PersonRow:
    """A person in a list of the club's people."""

    player: Player
    name: str
    """The name in the sort order, "Ann Ashby" or "Ashby, Ann"."""
    about: str
    """ "Tamar Inn, captain, guest, last seen 12 Nov 2026"."""
    balance: str
    """"owes £2.00" or "£1.00 in credit". It is "" for zero, and for readers who may not see it."""
    sign: str
    """"plus" or "minus", by their balance."""


def person_rows(
    club: Club, people: Collection[Player], *, balances: bool, by: str = "", mixed: bool = True
) -> list[PersonRow]:
    """Return the rows of these people, sorted `by` their "last" or first names, with a fixed number
    of queries. Unless they are `mixed`, no one is called a guest, because all of them are."""
    seen = hooks.last_seen.first(people) or {}
    teams = hooks.teams.first(people) or {}
    accounts = hooks.balances.first(club, people) if balances and people else {}
    return [
        PersonRow(
            player=player,
            name=last_name_first(player.name) if by == "last" else player.name,
            about=_about(player, seen.get(player.pk), teams.get(player.pk, ""), mixed=mixed),
            balance=_balance(accounts[player.pk], club) if accounts else "",
            sign=_sign(accounts.get(player.pk, 0)),
        )
        for player in people
    ]


def _about(player: Player, seen: date | None, team: str, *, mixed: bool) -> str:
    not_seen = "" if team else "not seen yet"
    words = [
        player.short_name,
        team,
        "guest" if player.guest and mixed else "",
        "" if player.active else "no longer active",
        f"last seen {short_day(seen)}" if seen else not_seen,
    ]
    return ", ".join(filter(None, words))


def _balance(minor: int, club: Club) -> str:
    if not minor:
        return ""
    amount = written(abs(minor), club.currency)
    return f"owes {amount}" if minor < 0 else f"{amount} in credit"


def _sign(minor: int) -> str:
    return "plus" if minor > 0 else "minus" if minor else ""


def _asks(kind: str, said: str, *, by: str) -> str:
    """Return the query string for a kind, a name and an order."""
    asked = {"kind": kind, "q": said, "by": by}
    return urlencode({name: value for name, value in asked.items() if value})


@posted(club_by_number(RUN), to="people#top")
def add_people(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse | str:
    """Add people by typing or pasting their names; those the club knows are not added twice."""
    form = PlayersForm(request.POST)
    page = partial(_people, request, club, actor, form)
    with or_show(page, form, "names"):
        clean = valid(form)
        names = clean["names"]
        if not clean["sure"]:
            alike, among = doubts_in(everybody(club), names)
            if alike or among:
                return page(status=UNPROCESSABLE, alike=alike, among=among)
        before = club.players.count()
        add_other_people(club=club, names=names, guest=clean["guest"], actor=actor)
    added = club.players.count() - before
    known = len(names) - added
    return f"{added} added" + (f", {known} already listed." if known else ".")


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def edit_player(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """What is known of a player."""
    found = get_object_or_404(club.players.filter(forgotten_at=None), pk=player)
    known = model_to_dict(found, PlayerForm.base_fields)
    form = PlayerForm(request.POST if request.method == "POST" else None, initial=known)
    context = {
        "club": club,
        "player": found,
        "form": form,
        "runs": True,
        "owns": may(actor, OWN, club),
    }
    page = partial(render, request, "people/people/edit.html", context)
    if request.method != "POST":
        return page()
    with or_show(page, form, "name"):
        rename_player(player=found, actor=actor, **valid(form))
    messages.success(request, "Saved.")
    return redirect("player", club.pk, found.pk)


@posted(club_by_number(RUN))
def apart(request: HttpRequest, club: Club, actor: Actor, player: int) -> HttpResponse:
    """Say that a player and the `other` are two persons; with `back`, that they may be one after
    all."""
    form, listed = ApartForm(request.POST), club.players.filter(forgotten_at=None)
    one, other = (
        get_object_or_404(listed, pk=player),
        get_object_or_404(listed, pk=form.asked("other")),
    )
    alike = redirect(f"{reverse('people', args=[club.pk])}#alike")

    def still_alike(*, message: str, status: int) -> HttpResponse:
        messages.error(request, message)
        return alike

    with or_show(still_alike):
        if form.cleaned_data["back"]:
            undo_tell_apart(one=one, other=other)
            messages.success(request, f"{one} and {other} are listed as similar names again.")
        else:
            tell_apart(one=one, other=other, actor=actor)
            messages.success(request, f"{one} and {other} are kept separate.")
    return alike
