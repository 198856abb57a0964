"""Find a hand of a club by the details that a player remembers, and open it at its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.club.forms.hands import HandsForm, asked_in_words, in_words
from scoring.club.queries.hands import PlayedBy, find_hands, hand_of, played_by
from scoring.common.answers import status_of
from scoring.common.names import in_short
from scoring.common.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.euchre.wording import (
    describe,
    describe_standing,
    figure,
    gains,
    score_as_text,
    side_names,
)
from scoring.people.access import club_by_number
from scoring.people.models import Club, Player
from scoring.people.queries.people import everybody, narrowed
from scoring.table.models import ClubSession, Sitting
from scoring.table.views.games import ends_of
from scoring.table.views.history import sitting_context


@dataclass(frozen=True, kw_only=True)
class FoundHand:
    """A hand in the list of those that were found."""

    id: UUID
    session: ClubSession
    where: str
    """ "Table 2, hand 7"."""
    what: str
    gains: str
    then: str
    """The score after it, such as "Ann 3, Ben 8, Cat 3"."""


@require_safe
@club_by_number(LOOK)
def hands(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the matching hands, the latest first. Without filters it shows all."""
    books = played_by(club)
    form = _form(club, request.GET, people=everybody(club), books=books)
    context = {"club": club, "runs": may(actor, RUN, club), "form": form}
    if not form.is_valid():
        return render(request, "club/hands/hands.html", context, status=status_of(form))
    found = find_hands(club, form.sought, books=books, after=_after(request))
    said = {name: value for name, value in form.cleaned_data.items() if value}
    context |= {
        "found": [_found(sitting, no) for sitting, no in found.hands],
        "asks": bool(said),
        "later": "after" in request.GET and urlencode(said),
        "earlier": urlencode(said | {"after": found.last}) if found.last else "",
    }
    return render(request, "club/hands/hands.html", context)


def _form(
    club: Club, data: Mapping, *, people: Iterable[Player], books: Sequence[PlayedBy]
) -> HandsForm:
    return HandsForm(
        data,
        people=people,
        books=books,
        seasons=club.seasons.all(),
        years=[day.year for day in club.sessions.dates("played_on", "year", order="DESC")],
    )


def _after(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.GET["after"]) if "after" in request.GET else None
    except ValueError:
        raise Http404 from None


def _found(sitting: Sitting, no: int) -> FoundHand:
    table, rules, played = sitting.table, sitting.rules, sitting.played[no]
    part = f", sitting {sitting.no}" if sitting.no > 1 else ""
    return FoundHand(
        id=sitting.counted[no].id,
        session=table.session,
        where=f"{table}{part}, hand {no + 1}",
        what=describe(played.hand, sitting.names, rules),
        gains=gains(played.score.points, sitting.names, rules),
        then=_then(sitting, no),
    )


def _then(sitting: Sitting, no: int) -> str:
    """Return the score after a hand: the game that it ended, the game in progress, or the
    points."""
    rules, played = sitting.rules, sitting.played[no]
    short = in_short(sitting.names)
    names = [short[name] for name in sitting.names]
    if ended := ends_of(played, rules, names):
        return ended
    sides = side_names(rules, names)
    if played.standing is not None:
        return describe_standing(played.standing, sides)
    first = [seats[0] for seats in rules.sides(len(names))]
    totals = [(side, played.totals[seat]) for side, seat in zip(sides, first, strict=True)]
    if len(totals) == 2:
        (leads, most), (_, fewest) = sorted(totals, key=lambda total: -total[1])
        return f"Then {leads} {score_as_text((most, fewest))}"
    each = (f"{side}\N{NO-BREAK SPACE}{figure(total)}" for side, total in totals)
    return f"Then {', '.join(each)}"


@require_safe
@club_by_number(LOOK)
def hand(request: HttpRequest, club: Club, actor: Actor, id: UUID) -> HttpResponse:
    """Show one hand, and its table just after it."""
    placed = hand_of(club, id)
    if placed is None:
        raise Http404
    sitting, no = placed
    table = sitting.table
    writes = may(actor, WRITE, table.session)
    link = table.links.filter(right="write", revoked_at=None).first() if writes else None
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "table": table,
        "session": table.session,
        "id": str(id),
        "no": no + 1,
        "part": sitting_context(sitting.until(no + 1)),
        "before": sitting.counted[no - 1].id if no else None,
        "after": sitting.counted[no + 1].id if no + 1 < len(sitting.counted) else None,
        "token": link.token if link else "",
    }
    return render(request, "club/hands/hand.html", context)


@dataclass(frozen=True, kw_only=True)
class HandsInWords:
    """The hands that the words of the club's search may mean."""

    query: str
    says: str
    """ "Ann Ashby: played alone, 2025"."""
    found: list[FoundHand]
    """The latest of them; none where nothing but a person is named."""


LATEST = 3
"""The number of hands in the club's search."""


def hands_in_words(club: Club, said: str, people: list[Player]) -> HandsInWords | None:
    """Return which hands are meant by words such as "ann alone 2025", or by one person's name; None
    where none is."""
    asked, left = asked_in_words(said)
    named = narrowed(people, said=left) if left else []
    if len(named) != 1 if left else not asked.keys() & {"role", "what"}:
        return None
    who = {"player": named[0].pk} if named else {}
    says = ": ".join(filter(None, [*(player.name for player in named), in_words(asked)]))
    found = _latest(club, who | asked, people) if asked else []
    return HandsInWords(query=urlencode(who | asked), says=says, found=found)


def _latest(club: Club, asked: Mapping, people: list[Player]) -> list[FoundHand]:
    books = played_by(club)
    form = _form(club, asked, people=people, books=books)
    if not form.is_valid():
        return []
    found = find_hands(club, form.sought, books=books, most=LATEST)
    return [_found(sitting, no) for sitting, no in found.hands]
