"""Error pages in sentences: what happened, what was kept, and what to do."""

from __future__ import annotations

import secrets
import sys

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode

from scoring.common import pictures_sent
from scoring.common.access import LinkEnded, NoSuchLink, kept_nowhere
from scoring.common.answers import API, why_not
from scoring.common.trouble import BUSY, Trouble, forget_broken_connections, trouble_of
from scoring.people.models import SIGNS
from scoring.site.views import behind_proxy
from scoring.site.views.how_large import is_brought

NOT_BEGUN = "bowerbook.not_begun"
"""Marks what the server hands over only so that it is answered (clubsite/server/requests.py)."""
NOT_SAVED = "Not saved."
# A browser fills in again what it may remember: no password, and no field that says so (names of
# people).
KEPT = f"{NOT_SAVED} Go back to the previous page. What you typed may still be there."
AGAIN = "If it happens again, reload that page."


def _new_number() -> str:
    """Return a number such as 7K3F-Q2, one of 880 million."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(6))
    return f"{signs[:4]}-{signs[4:]}"


def _asks_for_data(request: HttpRequest) -> bool:
    return request.path_info.startswith(API)


def _kept_of(request: HttpRequest) -> str:
    """Return the part about its data for a program's error. Pages have other words."""
    return "" if request.method in {"GET", "HEAD"} else NOT_SAVED


def _page(
    request: HttpRequest, *, status: int, title: str, message: str, kept: str = "", **more
) -> HttpResponse:
    if _asks_for_data(request):
        return kept_nowhere(why_not(message, status=status, kept=_kept_of(request)))
    page = {"title": title, "message": message, "kept": kept, **more}
    response = render(request, "errors/error.html", page, status=status)
    response["Bowerbook"] = "error"
    return kept_nowhere(response)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, or 413 for what is too large to be read."""
    if isinstance(exception, (RequestDataTooBig, TooManyFieldsSent)):
        return _page(
            request,
            status=413,
            title="Too large",
            message=_too_large(request),
            kept=NOT_SAVED if _brings_a_backup(request) else KEPT,
        )
    if isinstance(exception, DisallowedHost):
        return _page_of_its_own(
            request,
            status=400,
            title="Wrong address",
            message="This site doesn’t answer to the name in the address. Scan the QR code again, "
            "or type the address shown on the laptop.",
        )
    return _page(
        request,
        status=400,
        title="Not understood",
        message="The site couldn’t read this request.",
        kept=KEPT if request.method == "POST" else "",
    )


def _too_large(request: HttpRequest) -> str:
    if _brings_a_backup(request):
        most = settings.BACKUP_UPLOAD_BYTES // 1_000_000
        return (
            f"Backups can have up to {most} MB here. Restore this one on the server, or raise "
            "BACKUP_UPLOAD_MB."
        )
    if _brings_pictures(request):
        return f"Send up to {pictures_sent.LARGEST // 1_000_000} MB of pictures at a time."
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20
    return f"A form can hold up to {most} MB. Split a long list."


OTHER_PICTURES = Trouble(
    title="One moment",
    message="The site is busy with other pictures. Send yours again in a minute.",
    retry_after=60,
)


def not_begun(get_response):
    """Middleware: answer a request that got no thread in time, or pictures for which there was no
    room, and say that it was not carried out."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(request: HttpRequest, *view) -> HttpResponse | None:
        if not request.META.get(NOT_BEGUN):
            return None
        return _in_trouble(request, OTHER_PICTURES if _brings_pictures(request) else BUSY)

    answer.process_view = process_view
    return answer


def huge_body(get_response):
    """Middleware: refuse a body larger than any of our forms unread, also an uploaded file."""

    def answer(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if _brings_a_backup(request):
            most = settings.BACKUP_UPLOAD_BYTES
        elif _brings_pictures(request):
            most = pictures_sent.LARGEST
        if not length.isdecimal() or int(length) > most:
            return bad_request(request, RequestDataTooBig())
        return get_response(request)

    return answer


def _brings_pictures(request: HttpRequest) -> bool:
    """Whether it brings pictures from a person who may enter scores."""
    return pictures_sent.brings_pictures(request.path_info, request.META["QUERY_STRING"])


def _brings_a_backup(request: HttpRequest) -> bool:
    """Whether it brings a backup, which may be large, from the site's owner."""
    return is_brought(request.path_info, request.META["QUERY_STRING"])


def path_prefix(get_response):
    """Middleware: refuse every page that a proxy publishes under a path. Its links would lead
    elsewhere."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.headers.get("X-Forwarded-Prefix", "").strip("/"):
            return not_found(request)
        return get_response(request)

    return answer


def wrong_method(get_response):
    """Middleware: 405 is a page too. A browser that reloads the answer to a form asks for its
    address."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405:
            return response
        page = _page(
            request,
            status=405,
            title="Not a page",
            message="This address doesn’t accept that method. See the Allow header."
            if _asks_for_data(request)
            else "This address only accepts a form. Go back to the page with the form.",
        )
        page["Allow"] = response["Allow"]
        return page

    return answer


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403 for visitors, or for another account. Signing in leads back to the page."""
    if _asks_for_data(request):
        message = "This token is read-only. Ask an owner of the club for another."
        return _page(request, status=403, title="", message=message)
    if request.path_info.startswith("/team/"):
        return _page(request, status=403, title="Another team’s page", message=OF_OTHERS)
    whom, instead = next(words for path, words in FOR_WHOM if request.path_info.startswith(path))
    back = request.get_full_path() if request.method in {"GET", "HEAD"} else reverse("front")
    said = {"title": "Sign in first", "message": whom, "kept": instead}
    if request.user.is_authenticated:
        said["title"] = "You can’t open this page"
        said["message"] = f"You are signed in as {request.user}. {whom}"
    sign_in = f"{reverse('sign-in')}?{urlencode({'next': back})}"
    return _page(request, status=403, **said, sign_in=sign_in)


OF_OTHERS = "This page belongs to other teams. Open your own team’s link."
FOR_WHOM = [
    ("/clubs/", ("This page is for the club’s owners, organisers and scorers.", "")),
    ("/site/", ("This page is for the owner of the site.", "")),
    (
        ("/leagues/", "/matches/"),
        ("This page is for the people who run the league.", "Captains use their own link."),
    ),
    ("/password", ("You can only change your own password.", "")),
    ("/passkeys", ("You can only change your own passkeys.", "")),
    ("/second-factor", ("You can only change your own two-step sign-in.", "")),
    ("/signed-in-on", ("You can only see where you are signed in yourself.", "")),
    (
        "",
        (
            "This page is for the organiser, or for a phone that has the table’s link.",
            "Sign in as the organiser, or scan the table’s QR code.",
        ),
    ),
]
"""The readers of the pages under these paths, and other ways to get access."""


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 when the form's own token is missing or stale, or it comes from another origin."""
    if why := behind_proxy.other_origin(request):
        return _page(request, status=403, title="Wrong origin", message=why, kept=NOT_SAVED)
    return _page(
        request,
        status=403,
        title="This page is out of date",
        message="The page was open for a very long time, or cookies are off.",
        kept=f"{KEPT} {AGAIN}",
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404, or 410 for a link that was revoked."""
    if isinstance(exception, LinkEnded):
        said = {"title": exception.title, "message": str(exception)}
        return _page(request, status=410, **said, kept=KEPT if request.method == "POST" else "")
    if why := behind_proxy.under_a_path(request):
        return _page(request, status=404, title="Wrong path", message=why)
    what = "There is nothing" if _asks_for_data(request) else "There is no page"
    said = str(exception) if isinstance(exception, NoSuchLink) else f"{what} at this address."
    found = {"title": "Page not found", "message": said}
    if request.resolver_match and request.resolver_match.url_name == "pad":
        found |= {"pad": True, "again": request.path}
    return _page(request, status=404, **found)


STORED_BEFORE = "Everything saved before is safe."
ON_THE_PHONE = "Hands entered on the pad stay on the phone and are sent again automatically."
ON_THIS_PAGE = f"{NOT_SAVED} This page keeps what you sent. Send it again from here."
SEND_AGAIN = "We can’t tell if this was saved. Send it again. It won’t count twice."
GO_BACK = f"{NOT_SAVED} Go back to the previous page and send it again."
SECRETS = {*settings.AXES_SENSITIVE_PARAMETERS}
"""Form fields that must not be shown on any page."""


def server_error(request: HttpRequest) -> HttpResponse:
    """500 for internal errors, with a number that is also in the log; 503 or 507 for errors of the
    disk or the database."""
    trouble = trouble_of(sys.exc_info()[1])
    if trouble is None:
        request.mistake = _new_number()
        return _page_of_its_own(
            request,
            status=500,
            title=f"Our mistake, number {request.mistake}",
            message="Something broke on the server. Give this number to the site’s owner.",
            kept="Hands shown as saved are safe. Any other hand is still on the previous page.",
        )
    forget_broken_connections()
    return _in_trouble(request, trouble)


def _in_trouble(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    if _is_queued_hand(request):
        # The phone keeps what is not acknowledged (static/queue/queue.js), and says why.
        key = request.POST.get("key", "")
        kept = {"key": key, "state": "kept", "reason": trouble.message}
        response = JsonResponse(kept, status=trouble.status, headers={"Bowerbook": "queue"})
    else:
        said = {"title": trouble.title, "message": trouble.message, **_ways_on(request)}
        response = _page_of_its_own(request, status=trouble.status, **said)
    response["Retry-After"] = str(trouble.retry_after)
    return kept_nowhere(response)


def _ways_on(request: HttpRequest) -> dict:
    """Return what the page of a trouble says was kept, and how the same is asked again."""
    path = request.get_full_path()
    if request.method != "POST":
        return {"kept": f"{STORED_BEFORE} {ON_THE_PHONE}", "again": path}
    if _brings_pictures(request):
        # They are not read for this page, which would take as long again.
        return {"kept": f"{STORED_BEFORE} {GO_BACK}"}
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    if request.FILES or SECRETS & request.POST.keys():
        return {"kept": f"{STORED_BEFORE} {GO_BACK}"}
    kept = f"{STORED_BEFORE} {ON_THIS_PAGE} {ON_THE_PHONE}"
    return {"kept": kept, "fields": fields, "to": path}


KEPT_ON_PHONES = {"send-hand", "send-games"}


def _is_queued_hand(request: HttpRequest) -> bool:
    return bool(request.resolver_match) and request.resolver_match.url_name in KEPT_ON_PHONES


def _page_of_its_own(request: HttpRequest, *, status: int, **page) -> HttpResponse:
    """Return a page that makes no queries, neither for the user nor for notifications."""
    if _asks_for_data(request):
        kept = _kept_of(request) and f"{STORED_BEFORE} {SEND_AGAIN}"
        return kept_nowhere(why_not(page["message"], status=status, kept=kept))
    text = render_to_string("errors/error.html", page | {"request": request})
    return kept_nowhere(HttpResponse(text, status=status, headers={"Bowerbook": "error"}))
