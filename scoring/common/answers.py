"""One way to answer a form: what it asks is done, or its page is shown again and says why not.

    form = SessionForm(request.POST, session=session)
    with or_show(partial(_page, request, session, form), form):
        change_session(session=session, **valid(form))
    return redirect("session", session.pk)

A page that can be shown again is a function with the keywords `status` and, where a sentence says
what is wrong, `message`; what was typed is in the form that it was given, and so is kept.

A view that answers POST alone says the same as a decorator (`posted`), and is left with its action:

    @posted(league_by_number(RUN), page=_page, to="league-fixtures")
    def drop(request: HttpRequest, league: League, actor: Actor) -> str:
        drop_draft(league=league)
        return "The draft is deleted."

| What came of a form                                         | Its answer                       |
|-------------------------------------------------------------|----------------------------------|
| It is done                                                  | 302 to where that is seen        |
| It is done, and htmx asked                                  | 200, the piece of the page       |
| It was done before: a double tap (`already`)                | 302 to where that is seen        |
| What was typed cannot be: the form, or the rules, say so    | 422, the page with what is wrong |
| It could be, but not now: closed, changed, gone (`Refused`) | 409, the page with the reason    |
| Its address asked too often (`TooMany`, `later`)            | 429, the page, and when again    |

Who may not ask at all never comes here (access.py), and what no form of ours sends is errors.py's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from functools import partial, wraps

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.common.dates import clock
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
    """Do what is inside; when that cannot be, the view's answer is the `page`, which says why.

    The page is told by `message`; or a reason joins the errors of the `form` that it shows, beside
    this `field` of it. What was done before is answered by `already`, where that is given.
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
    """Return a decorator for a view that answers POST alone, from whoever this `door` lets in.

    The view does what the form asks, and returns a success message, or nothing, or a response of
    its own. If it cannot be done (`or_show`), the `page` of (request, thing, actor) says why. Else
    it redirects `to` the page of this name, or "name#part" (`_address_of`); or `to` is a function
    of (request, thing, actor) that returns the response.
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
    """Return the address of a page of what this request is about: both begin alike."""
    name, *part = page.split("#")
    known = list(request.resolver_match.kwargs.values())
    while known:
        with suppress(NoReverseMatch):
            return "#".join([reverse(name, args=known), *part])
        known.pop()
    return reverse(name)


API = "/api/"
"""Under it everything is answered as data."""


def as_data(value: dict, *, status: int = 200, headers: dict | None = None) -> JsonResponse:
    """Return a value for a program."""
    shown = {"ensure_ascii": False}
    return JsonResponse(value, status=status, headers=headers, json_dumps_params=shown)


def why_not(
    message: str, *, status: int, kept: str = "", headers: dict | None = None
) -> JsonResponse:
    """Return why a program is not answered as it wished, and what was kept: the one shape of
    errors."""
    return as_data({"error": message, "kept": kept}, status=status, headers=headers)


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
    """Return the page of a form whose address asked too often: it says when it may ask again, and
    after that what is `said`."""
    again = clock(timezone.now() + timedelta(seconds=why.seconds))
    form.add_error(field, f"{why} Try again at {again}{said}")
    response = page(status=TOO_MANY)
    response["Retry-After"] = str(why.seconds)
    return response
