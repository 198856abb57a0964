"""A table's history in words, with every event, the changes of every hand, and earlier scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from scoring.common.local_time import clock
from scoring.common.permissions import LOOK, WRITE, Actor, may
from scoring.euchre.hand import Hand
from scoring.euchre.wording import describe, listed
from scoring.table.access import by_link
from scoring.table.models import Correction, Sitting, Table
from scoring.table.queries.history import (
    AGREED,
    ARRIVED,
    CLOSED,
    ENDED,
    LOGGED,
    OBJECTED,
    REOPENED,
    RESEATED,
    RETERMED,
    SAT,
    WAITS_AGAIN,
    WITHDRAWN,
    Event,
    History,
    as_it_stood,
    history_of,
)
from scoring.table.queries.reseating import moved
from scoring.table.views.calls_shown import describe_calls
from scoring.table.views.games import just_ended, totals_of
from scoring.table.views.hand_lines import hand_lines, rules_line

Kind = Correction.Kind
CLAUSES = {
    SAT: "play started",
    ENDED: "play ended",
    LOGGED: "{hand} was saved",
    ARRIVED: "an earlier hand arrived and needed approval",
    Kind.CORRECTED: "{hand} was corrected",
    Kind.TAKEN_BACK: "{hand} was undone",
    Kind.PUT_BACK: "{hand} was restored",
    Kind.KEPT: "the waiting hand was counted as {hand}",
    Kind.LEFT_OUT: "the waiting hand was left out",
    Kind.LET_STAND: "{hand} was kept after a dispute",
    WITHDRAWN: "the waiting hand was undone before it counted",
    WAITS_AGAIN: "the undone hand was restored and needed approval again",
    RESEATED: "the seats were corrected{from_hand}",
    RETERMED: "the rules and the stake were changed for earlier hands too",
    AGREED: "{hand} was confirmed",
    OBJECTED: "{hand} was disputed",
    CLOSED: "the table was closed",
    REOPENED: "the table was reopened",
}


@dataclass(frozen=True, kw_only=True)
class EventLine:
    """An event in words."""

    event: Event
    clause: str
    """ "hand 7 was corrected"."""
    says: str
    """What the hand, or the seats, said after it."""
    said: str
    """The hand before it, if it was changed."""
    same_no: int | None = None
    """The number today of the hand that this one, left out, duplicates."""

    @property
    def what(self) -> str:
        return capfirst(self.clause)

    @property
    def kept_since(self) -> datetime | None:
        """When the hand was logged on its phone, which was offline then."""
        return self.event.record.told_at if self.event.kind in (LOGGED, ARRIVED) else None

    @property
    def how(self) -> str:
        """The author, the reason and the way, such as "by phone K7: “Fay came first”; players kept
        their hands"."""
        event = self.event
        words = [f"by {event.by}" if event.by else ""]
        words[0] += f": “{event.why}”" if event.why else ""
        if self.kept_since:
            words.append(f"saved on the phone at {clock(self.kept_since)}, sent later")
        if event.reseating and event.reseating.hands_stay_with == "people":
            words.append("players kept their hands")
        return "; ".join(words)

    @property
    def same_as(self) -> UUID | None:
        """The hand that this one, left out, duplicates."""
        return self.event.record.same_as_id if self.event.kind == Kind.LEFT_OUT else None


@dataclass(frozen=True, kw_only=True)
class Life:
    """A hand and all that happened to it."""

    id: UUID
    title: str
    """ "Hand 7"; "Part 2, hand 7" where there are several."""
    says: str
    state: str
    lines: list[EventLine]


def line_of(event: Event, history: History) -> EventLine:
    """Return an event in words, with the names of the players after it."""
    hand = f"hand {event.hand_no}" if event.hand_no else "a hand"
    first = event.reseating.from_no if event.reseating else 1
    from_hand = f" from hand {first} on" if first > 1 else ""
    says, said = _versions(event, history)
    clause = CLAUSES[event.kind].format(hand=hand, from_hand=from_hand)
    line = EventLine(event=event, clause=clause, says=says, said=said)
    return replace(line, same_no=_no_today(line.same_as, history)) if line.same_as else line


def _no_today(id: UUID, history: History) -> int | None:
    numbered = (pair for one in history.sittings for pair in enumerate(one.counted, start=1))
    return next((no for no, bare in numbered if bare.id == id), None)


def _versions(event: Event, history: History) -> tuple[str, str]:
    """Return what a hand, or who sat there, was after the event; and before it, where it was
    changed."""
    if event.reseating:
        return _names(event.reseating.after, history), _names(event.reseating.before, history)
    if event.kind == RETERMED:
        now, before = (_terms_then(event, history, no) for no in (event.no, event.no - 1))
        return now.terms_in_full, before.terms_in_full
    if event.kind == SAT:
        people = _names(history.seatings(event.no)[event.sitting].people, history)
        return people + _terms(event, history), ""
    return _describe_version(event.says, event, history), _describe_version(
        event.said, event, history
    )


def _terms(event: Event, history: History) -> str:
    """Return ": Call-Ace, 25p a point" where the table has changed its rules or its stake."""
    own = any(one.rules_key for one in history.sittings)
    if not own and not any(one.former for one in history.events):
        return ""
    return f": {_terms_then(event, history, event.no).terms_in_full}"


def _terms_then(event: Event, history: History, after: int) -> Table:
    """Return the rules and the stake of an event's sitting after this number of events."""
    (one,) = (one for one in history.sittings if one.pk == event.sitting)
    return history.terms(one, after)


def _names(people: Iterable[int], history: History) -> str:
    return listed([player.name for player in history.players(people)])


def _describe_version(hand: Hand | None, event: Event, history: History) -> str:
    if hand is None:
        return ""
    seating = history.seatings(event.no)[event.sitting]
    names = [player.name for player in history.players(seating.people)]
    rules = _terms_then(event, history, event.no).rules
    return describe(moved(hand, seating.to), names, rules)


def events_by_hand(history: History) -> dict[UUID, list[Event]]:
    """Return the events of each hand by its id, the hand that came last first."""
    found = defaultdict(list)
    for event in history.events:
        if event.record:
            found[event.record.pk].append(event)
    return dict(reversed(found.items()))


def life_of(id: UUID, events: list[Event], history: History) -> Life:
    """Return the life of a hand in words; `events` are its own."""
    lines = [line_of(event, history) for event in events]
    record, title = events[0].record, _titles(history).get(id, "Hand not counted")
    return Life(id=id, title=title, says=lines[-1].says, state=record.state, lines=lines)


def _titles(history: History) -> dict[UUID, str]:
    """Return what the hands that count today are called, by their ids."""
    several = len([one for one in history.sittings if one.counted]) > 1
    return {
        bare.id: f"Part {one.no}, hand {no}" if several else f"Hand {no}"
        for one in history.sittings
        for no, bare in enumerate(one.counted, start=1)
    }


def sitting_context(sitting: Sitting) -> dict:
    """Return the contents of the page for a sitting at an earlier time."""
    rules, names = sitting.rules, sitting.names
    return {
        "sitting": sitting,
        "names": names,
        **totals_of(sitting, just_ended(sitting, begun=False)),
        "rules": rules_line(sitting.terms, len(names)),
        "lines": [(line, names[line.played.dealer]) for line in hand_lines(sitting)][::-1],
        "waiting": [describe(one.hand, names, rules) for one in sitting.uncounted("waiting")],
        "dealer": names[sitting.dealer],
    }


EVENTS_A_PAGE, HANDS_A_PAGE = 50, 25


@require_safe
@by_link(LOOK)
def history(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The history of this table, the latest first, by time, by hand, or of one hand; or the score
    at an earlier time."""
    found = history_of(table)
    context = {"table": table, "token": actor.link.token, "writes": may(actor, WRITE, table)}
    if "at" in request.GET:
        return render(
            request, "table/score/as_it_stood.html", context | _at(found, request.GET["at"])
        )
    if "hand" in request.GET:
        context |= {"one": True, "lives": [_life(found, request.GET["hand"])]}
    elif request.GET.get("by") == "hand":
        context |= _by_hand(found, request.GET.get("page"))
    else:
        page = Paginator(found.events[::-1], EVENTS_A_PAGE).get_page(request.GET.get("page"))
        calls = describe_calls(table.help_calls.order_by("-pk"))
        lines = [line_of(event, found) for event in page]
        context |= {"page": page, "lines": lines, "calls_so_far": calls}
    return render(request, "table/score/history.html", context)


def _by_hand(history: History, page: str | None) -> dict:
    page = Paginator(list(events_by_hand(history).items()), HANDS_A_PAGE).get_page(page)
    lives = [life_of(id, events, history) for id, events in page]
    return {"page": page, "query": "by=hand&", "lives": lives}


def _life(history: History, asked: str) -> Life:
    try:
        id = UUID(asked)
        return life_of(id, events_by_hand(history)[id], history)
    except (ValueError, KeyError):
        raise Http404 from None


def _at(history: History, asked: str) -> dict:
    """Return the table after the event of this number."""
    last = len(history.events)
    if not asked.isdecimal() or not 1 <= int(asked[:9]) <= last:
        raise Http404
    no = int(asked[:9])
    sittings = as_it_stood(history, no)
    *earlier, latest = sittings
    shown = [latest, *(one for one in reversed(earlier) if one.bare_hands)]
    return {
        "line": line_of(history.events[no - 1], history),
        "earlier": no - 1,
        "later": no + 1 if no < last else None,
        "sittings": [sitting_context(one) for one in shown],
    }
