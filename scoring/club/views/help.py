"""Help: the guide's index, its pages and the search in it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.club.queries.guide import TECHNICAL, address_in_guide, guide_pages, search_guide
from scoring.common.access import NoSuchLink

LONGEST_SEARCH = 60
MOVED = {
    "first-table": "scorer",
    "first-club-night": "organiser",
    "first-tournament": "director",
    "first-league": "secretary",
    "members": "organiser",
    "players": "player",
    "bidding": "scorer#games-with-bidding",
    "told": "player#notifications",
    "words": "player#words-you-may-hear",
}
"""Pages that had another address, which may be on paper or in a bookmark."""


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """The pages by role; with a search, the sections that it finds."""
    wanted = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    context = {
        "q": wanted,
        "found": search_guide(wanted) if wanted else (),
        "pages": [page for key, page in guide_pages().items() if key not in TECHNICAL],
        "technical": [guide_pages()[key] for key in TECHNICAL],
    }
    return render(request, "club/help/contents.html", context)


@require_safe
def one(request: HttpRequest, page: str) -> HttpResponse:
    """One page of the guide."""
    if page in MOVED:
        return redirect(address_in_guide(MOVED[page]))
    if page not in guide_pages():
        raise NoSuchLink("There is no such page of help. The help says which there are.")
    return render(request, "club/help/page.html", {"page": guide_pages()[page]})
