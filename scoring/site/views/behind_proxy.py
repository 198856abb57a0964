"""Refuse requests through a proxy that isn't set up for the site, and say what its owner must
change: a path prefix such as /euchre/, or another origin."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import cache

from django.http import HttpRequest
from django.urls import Resolver404, get_resolver, resolve

logger = logging.getLogger("bowerbook.proxy")


def under_a_path(request: HttpRequest) -> str:
    """Return why the site can't be under a path, if a proxy publishes it there; otherwise "".

    The proxy says so in X-Forwarded-Prefix, or the address goes on as one of ours after a first
    part that none of ours has.
    """
    prefix = request.headers.get("X-Forwarded-Prefix", "").strip("/")
    first, _, rest = request.path_info[1:].partition("/")
    if not prefix and re.fullmatch(r"[\w.-]+/.*", request.path_info[1:]):
        prefix = "" if first in _first_parts() or not _is_ours(f"/{rest}") else first
    if not prefix:
        return ""
    why = (
        f"Bowerbook can’t run under a path such as /{prefix}/. It needs a host name of its own, "
        "such as scores.example.org. The site’s owner must change the proxy."
    )
    logger.warning(why)
    return why


@cache
def _first_parts() -> frozenset[str]:
    return frozenset(_parts(get_resolver().url_patterns))


def _parts(patterns: list) -> Iterator[str]:
    for one in patterns:
        first = str(one.pattern).partition("/")[0]
        if first or not hasattr(one, "url_patterns"):
            yield first
        else:
            yield from _parts(one.url_patterns)


def _is_ours(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def other_origin(request: HttpRequest) -> str:
    """Return why a form isn't accepted that comes from another origin than the site knows as its
    own; "" if it doesn't, or the browser doesn't say."""
    origin = request.headers.get("Origin", "")
    own = f"{request.scheme}://{request.get_host()}"
    if "://" not in origin or origin == own:
        return ""
    if origin == f"https://{request.get_host()}":
        fix = "Set HTTPS=yes and BEHIND_PROXY=yes, and let the proxy send X-Forwarded-Proto."
    else:
        fix = f"If both are this site, let the proxy pass Host on, or set TRUSTED_ORIGINS={origin}."
    why = f"This form comes from {origin}, and the site knows itself as {own}."
    logger.warning("%s %s", why, fix)
    return f"{why} For the site’s owner: {fix}"
