"""Polling: a screen is notified that something changed, and then requests it.

A poll is answered with 304 Not Modified while the tag of its page (an ETag) stays the same.

A screen sends the tag of its content. `ptag` computes the current tag before the view. If a token
is enough (`of_link`, `of_pass`) it does so before the access check, with one query and without a
transaction. The page gives its own tag to the script, by the same function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from scoring.common.edition import edition
from scoring.common.news import News, Topic

NEWS = "/news/"
EDITION = "Bowerbook-Edition"
"""The header with the edition of the database."""


@cache
def _signer() -> Signer:
    """Return the signer. It is made on first use, since it needs the site's key."""
    return Signer(salt="news", sep="~")


def tag(version: int, *what: object) -> str:
    """Return the polling tag of a page. It changes with the version of the content, the program,
    the edition of the database after a restore, and `what`."""
    return "-".join(map(str, (version, settings.BUILD_ID, edition(), *what)))


def edition_named(get_response: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: name the edition of the database in every answer that a script reads. A page that
    keeps what it sent sends it again after a restore."""

    def answer(request: HttpRequest) -> HttpResponse:
        named = edition()  # before the view: a restore may come while it answers
        response = get_response(request)
        if named and ("Bowerbook" in response or response.status_code == 304):
            response[EDITION] = named
        return response

    return answer


def news(kind: str, pk: int) -> str:
    """Return the address that notifies a screen when this topic changes. It is signed, and reveals
    only that the page has changed."""
    return NEWS + _signer().sign(f"{kind}-{pk}")


def topic_at(address: str) -> Topic | None:
    """Return the topic of such an address; None where the site did not give it."""
    try:
        kind, _, pk = _signer().unsign(address.removeprefix(NEWS)).partition("-")
    except BadSignature:
        return None
    return Topic(kind, int(pk))


def in_words(news: News) -> dict:
    """Return the notification for a screen: the page's current tag, the number of the round that is
    over (0 for none), and a sentence about it."""
    said = {"tag": tag(news.version), "over": news.over}
    if not news.over:
        return said
    how = "The bell has rung." if news.bell else f"Round {news.over} is over."
    return said | {"says": how}
