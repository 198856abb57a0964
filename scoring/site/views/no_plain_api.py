"""The API over plain HTTP, on a site with HTTPS. A redirect would hide that a token was sent in
the clear."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.common.answers import API, why_not

REFUSED = 403
WHY = "Use https:// in this address. Anyone on the way could read a token that was sent without it."


def no_plain_api(get_response):
    """Middleware: refuse a request to the API over plain HTTP instead of redirecting it."""

    def answer(request: HttpRequest) -> HttpResponse:
        of_api = request.path_info.startswith(API)
        if of_api and settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return why_not(WHY, status=REFUSED)
        return get_response(request)

    return answer
