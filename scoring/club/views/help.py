"""Help: a page for each who comes for the first time, and one of the words."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.access import NoSuchLink


class HelpPage(NamedTuple):
    """A page of the help: its key in the address, its title, and for whom it is."""

    key: str
    title: str
    whom: str


PAGES = (
    HelpPage("first-table", "Your first table", "Four or five friends, one phone, no account."),
    HelpPage("first-club-night", "Your first club night", "You run a club: people, seats, money."),
    HelpPage("first-tournament", "Your first tournament", "Rounds, a bell, stars and prizes."),
    HelpPage("first-league", "Your first league", "Teams, fixtures, cards and a table."),
    HelpPage(
        "members", "What members do themselves", "You run a club: a poster, own pages, public ones."
    ),
    HelpPage("players", "You scanned a code", "You play: what it is, and what to do next."),
    HelpPage(
        "bidding", "Games with bidding", "Bid Euchre, Auction: who bids most names the trump."
    ),
    HelpPage("told", "Told without asking", "Your seat as a notice on your phone, or by mail."),
    HelpPage("words", "What the words mean", "Bower, march, sitting, pot: in plain words."),
)
BY_KEY = {page.key: page for page in PAGES}


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Every page of the help."""
    return render(request, "club/help/contents.html", {"pages": PAGES})


@require_safe
def one(request: HttpRequest, page: str) -> HttpResponse:
    """One page, and where to go on."""
    found = BY_KEY.get(page)
    if found is None:
        raise NoSuchLink("There is no such page of help. The help says which there are.")
    context = {"here": found, "others": [one for one in PAGES if one != found]}
    return render(request, f"club/help/{found.key}.html", context)
