"""Screens of a table, drawn once for each version of it. Whichever phone asks first has it drawn,
and those that show the same with the same link get the same piece.

What differs by phone is marked when a pad is drawn, and filled in for each. A piece with more that
differs by phone is not shared, nor with somebody who runs the evening.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from secrets import token_hex
from threading import Lock, Timer
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from scoring.common.access import behind_a_door, hosted_by
from scoring.table.access import of_link, version_and_right
from scoring.table.models import Link
from scoring.table.views.phones import phone_of

# Nobody can guess a mark, and write it in a name.
CSRF, PHONE, SENDER = token_hex(16), token_hex(16), token_hex(16)
HAND, KEY = str(uuid4()), str(uuid4())
KEPT_SECONDS = 2.0
"""How long a piece is kept at most. The screens of a table ask as soon as they are notified. A
clock on a piece is late by its age, and players' names are not kept longer."""
MOST = 400
"""Pieces of some 25 KB. More replace the oldest."""
IN_A_SCRIPT = str.maketrans({"<": "\\u003C", ">": "\\u003E", "&": "\\u0026"})


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A piece or a page, with marks for what differs by phone."""

    content: bytes
    name: str
    """That by which a script knows the answer."""
    sent_by: tuple[str, str] = ("", "")
    """The id of the phone that sent the latest hand, and what it is called on others."""

    def for_phone(self, request: HttpRequest, signs: str) -> bytes:
        """Return the content for the phone with this id, which asks."""
        phone, called = self.sent_by
        sender = None if phone == signs else called
        filled = self.content.replace(PHONE.encode(), signs.encode())
        filled = filled.replace(HAND.encode(), str(uuid4()).encode())
        said = json.dumps(sender).translate(IN_A_SCRIPT)
        filled = filled.replace(f'"{SENDER}"'.encode(), said.encode())
        while KEY.encode() in filled:  # one for each form
            filled = filled.replace(KEY.encode(), str(uuid4()).encode(), 1)
        if CSRF.encode() in filled:
            filled = filled.replace(CSRF.encode(), get_token(request).encode())
        return filled


def share(response: HttpResponse, drawn: Drawn) -> HttpResponse:
    """Return the response, whose piece other screens may be shown too."""
    vars(response)["drawn"] = drawn
    return response


@dataclass
class _Place:
    drawn: Drawn | None = None
    lock: Lock = field(default_factory=Lock)


_places: dict[Hashable, _Place] = {}
_lock = Lock()


def forget() -> None:
    """Forget every piece. The next one begins a new time."""
    with _lock:  # or a piece that is just added would stay without a timer
        _places.clear()


@contextmanager
def _place_of(key: Hashable) -> Iterator[_Place]:
    """Return the place of a piece. While one draws it, others wait."""
    with _lock:
        if not _places:
            forgetting = Timer(KEPT_SECONDS, forget)
            forgetting.daemon = True
            forgetting.start()
        elif len(_places) >= MOST:
            _places.pop(next(iter(_places)))
        place = _places.setdefault(key, _Place())
    with place.lock:
        yield place


def drawn_once(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view of a table's link. What it draws for a screen that asks for news it draws
    once, if its response lets it be shared (`share`)."""

    @behind_a_door
    @wraps(view)
    def inner(request: HttpRequest, token: str) -> HttpResponse:
        if not _is_any_screen(request, token):
            return view(request, token=token)
        with _place_of((view.__name__, token, of_link(request, token))) as place:
            if place.drawn is None:
                response = view(request, token=token)
                place.drawn = getattr(response, "drawn", None)
                return response
        phone = phone_of(request)
        response = HttpResponse(place.drawn.for_phone(request, phone.signs if phone else ""))
        response["Bowerbook"] = place.drawn.name
        return response

    return inner


def _is_any_screen(request: HttpRequest, token: str) -> bool:
    """Return whether a page asks for news by a live link, and on no browser of somebody who may do
    more than that allows. A phone that writes has its id already; a new one is given its by the
    view."""
    _, right = version_and_right(request, token)
    known = right == Link.Right.WATCH or right == Link.Right.WRITE and phone_of(request)
    polls = known and "HX-Request" in request.headers and [*request.GET] == ["poll"]
    return polls and settings.SESSION_COOKIE_NAME not in request.COOKIES and not hosted_by(request)
