"""A server that stores hands but loses its answers, while a file in its data says so."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from itertools import count

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from tests import server as servers

SWITCH = "lost_answers"
HOTSPOT = "<!doctype html><title>Welcome</title><p>Accept our terms, then surf."


def start(database_url: str = "", **extra: str) -> servers.Server:
    """Return a running server that loses answers after a call of `lose`."""
    return servers.start(database_url, DJANGO_SETTINGS_MODULE="tests.lossy_settings", **extra)


def lose(server: servers.Server, how: str = "nothing", *, every: int = 1) -> None:
    """From now on, lose every n-th answer to a hand, in one of the ways of HOW."""
    (server.data_dir / SWITCH).write_text(f"{how} {every}")


def lose_no_more(server: servers.Server) -> None:
    """Answer everything from now on."""
    (server.data_dir / SWITCH).unlink(missing_ok=True)


def losing(get_response):
    """Middleware: the outermost, so that all is stored before the answer is lost."""
    posts, switch = count(1), settings.DATA_DIR / SWITCH

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not request.path.endswith("/hands/send") or not switch.exists():
            return response
        how, every = switch.read_text().split()
        return HOW[how](response) if next(posts) % int(every) == 0 else response

    return answer


def _part(response: HttpResponse, share: float) -> HttpResponse:
    """Return the beginning of a response, after which the connection ends."""

    def parts() -> Iterator[bytes]:
        if first := response.content[: int(len(response.content) * share)]:
            yield first
        raise ConnectionResetError(errno.ECONNRESET, "the network died")

    headers = {"Content-Length": str(len(response.content))}
    return StreamingHttpResponse(parts(), response.status_code, headers=headers)


def _other(status: int, text: str) -> HttpResponse:
    return HttpResponse(text, status=status, headers={"Content-Length": str(len(text))})


HOW = {
    "nothing": lambda response: _part(response, 0),
    "half": lambda response: _part(response, 0.5),
    "502": lambda response: _other(502, "Bad gateway"),
    "429": lambda response: _other(429, "Too many requests"),
    "hotspot": lambda response: _other(200, HOTSPOT),
}
