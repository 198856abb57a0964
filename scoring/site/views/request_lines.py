"""A line in the log for every request, where LOG_REQUESTS asks for it."""

from __future__ import annotations

import logging
from time import perf_counter

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path

from scoring.common.client import client_address

logger = logging.getLogger("bowerbook.requests")


def request_lines(get_response):
    """Middleware: method, address without what was searched for, status, milliseconds; with
    LOG_ADDRESSES where it came from, too."""
    if not settings.LOG_REQUESTS:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = get_response(request)
        took = round((perf_counter() - began) * 1000)
        whence = f"{client_address(request)} " if settings.LOG_ADDRESSES else ""
        path = escape_uri_path(request.path)
        logger.info("%s%s %s %d %d ms", whence, request.method, path, response.status_code, took)
        return response

    return answer
