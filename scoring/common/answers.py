"""Respond to a form: carry out its action and redirect, or show its page again with the error.

    form = SessionForm(request.POST, session=session)
    with or_show(partial(_page, request, session, form), form):
        change_session(session=session, **valid(form))
    return redirect("session", session.pk)

The page is a function with the keywords `status` and, for an error in a sentence, `message`. It
gets the form, which keeps the input.

A view that accepts only POST can use the decorator `posted`. Then only its action is left to write:

    @posted(league_by_number(RUN), page=_page, to="league-fixtures")
    def drop(request: HttpRequest, league: League, actor: Actor) -> str:
        drop_draft(league=league)
        return "The draft is deleted."

| Outcome of a form                                     | Response                          |
|-------------------------------------------------------|-----------------------------------|
| Done                                                  | 302 to the page that shows it     |
| Done, and htmx asked                                  | 200, the piece of the page        |
| Done before, by a double tap (`already`)              | 302 to the page that shows it     |
| The input is invalid, by the form or by the rules     | 422, the page with the errors     |
| Valid but not now: closed, changed, gone (`Refused`)  | 409, the page with the reason     |
| Too many requests from the address (`TooMany`)        | 429, the page (`later`) and when  |

Access is checked before (access.py). errors.py answers requests that no form of ours sends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from functools import partial, wraps
from typing import Any, TypedDict

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.common.local_time import clock
from scoring.common.refused import AlreadyDone, Refused
from scoring.common.throttle import TooMany
from scoring.euchre.hand import ImpossibleHand

CONFLICT, UNPROCESSABLE, TOO_MANY = 409, 422, 429


class Wrong(Exception):
    """What was sent cannot be. The message is a sentence; none where a form shows what is wrong."""


class _Answered(Exception):
    """The answer is found; every door gives it (`answered`)."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response


def answered(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view, which may leave by `or_show`. Every door of access.py does this."""

    @wraps(view)
    def inner(*args, **kwargs) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except _Answered as found:
            return found.response

    return inner


def valid(form: Form) -> dict:
    """Return what a form cleans to. Raises Wrong, with the form's `complaint` if it has one: any
    other shows what is wrong beside its fields."""
    if not form.is_valid():
        raise Wrong(getattr(form, "complaint", ""))
    return form.cleaned_data


def status_of(form: Form) -> int:
    """Return the status of a page with this form, which may have been sent."""
    return UNPROCESSABLE if form.errors else 200


@contextmanager
def or_show(
    page: Callable[..., HttpResponse],
    form: Form | None = None,
    field: str | None = None,
    *,
    already: Callable[[AlreadyDone], HttpResponse] | None = None,
) -> Iterator[None]:
    """Run the block. If it raises an error that people can fix, the view answers with `page` again.

    The page gets the reason as `message`. With a `form`, the reason is added to the form's errors
    instead, beside `field`. `already` answers if the action was done before.
    """
    try:
        yield
    except (Wrong, ImpossibleHand) as wrong:
        status, message = UNPROCESSABLE, str(wrong)
    except Refused as why:
        if already and isinstance(why, AlreadyDone):
            raise _Answered(already(why)) from why
        status, message = CONFLICT, str(why)
    else:
        return
    if form is None:
        said = {"message": message} if message else {}
        raise _Answered(page(**said, status=status))
    if form.is_valid():
        form.add_error(field, message)
    raise _Answered(page(status=status))


View = Callable[..., HttpResponse]


def posted(
    door: Callable[[View], View], *, page: View | None = None, to: str | View = ""
) -> Callable[[Callable[..., HttpResponse | str | None]], View]:
    """Return a decorator for a view that accepts only POST, from anyone that this `door` lets in.

    The view carries out the form and returns a success message, None, or its own response. If it
    fails (`or_show`), the `page` of (request, thing, actor) shows the reason. Otherwise it
    redirects `to` the page of this name, or "name#part" (`_address_of`). `to` may also be a
    function of (request, thing, actor) that returns the response.
    """

    def decorate(action: Callable[..., HttpResponse | str | None]) -> View:
        @require_POST
        @door
        @wraps(action)
        def view(request: HttpRequest, *found, **address) -> HttpResponse:
            with or_show(partial(page, request, *found)) if page else nullcontext():
                done = action(request, *found, **address)
            if isinstance(done, HttpResponse):
                return done
            if done:
                messages.success(request, done)
            if callable(to):
                return to(request, *found)
            return redirect(_address_of(to, request))

        return view

    return decorate


def _address_of(page: str, request: HttpRequest) -> str:
    """Return the address of another page about the same thing. Both addresses begin alike."""
    name, *part = page.split("#")
    known = list(request.resolver_match.kwargs.values())
    while known:
        with suppress(NoReverseMatch):
            return "#".join([reverse(name, args=known), *part])
        known.pop()
    return reverse(name)


API = "/api/"
"""Under it everything is answered as data."""


def as_data(
    value: Mapping[str, Any], *, status: int = 200, headers: dict | None = None
) -> JsonResponse:
    """Return a value for a program."""
    shown = {"ensure_ascii": False}
    return JsonResponse(value, status=status, headers=headers, json_dumps_params=shown)


class Error(TypedDict):
    """Why a request was refused, and whether its data is stored."""

    error: str
    kept: str


def why_not(
    message: str, *, status: int, kept: str = "", headers: dict | None = None
) -> JsonResponse:
    """Return an error as JSON, with the reason and what was kept. All errors have this shape."""
    return as_data(Error(error=message, kept=kept), status=status, headers=headers)


def piece_or_page(
    request: HttpRequest,
    template: str,
    context: dict,
    *,
    piece: str,
    name: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page, or for htmx this `piece` of it; by the `name` a script knows its answer."""
    shown = f"{template}#{piece}" if request.htmx else template
    response = render(request, shown, context, status=status)
    if name:
        response["Bowerbook"] = name
    return response


def later(
    page: Callable[..., HttpResponse],
    form: Form,
    why: TooMany,
    *,
    said: str,
    field: str | None = None,
) -> HttpResponse:
    """Return the page of a throttled form. It says when to try again, followed by `said`."""
    again = clock(timezone.now() + timedelta(seconds=why.seconds))
    form.add_error(field, f"{why} Try again at {again}{said}")
    response = page(status=TOO_MANY)
    response["Retry-After"] = str(why.seconds)
    return response
