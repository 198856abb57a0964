"""The contacts for reporting a vulnerability (RFC 9116)."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)
"""The RFC wants less than a year, so that an old copy doesn't lead to the wrong person."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contacts of SECURITY_CONTACT; 404 if it is not set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    fields = [("Contact", contact) for contact in settings.SECURITY_CONTACT]
    fields += [
        ("Expires", f"{midnight + GOOD_FOR:%Y-%m-%dT%H:%M:%SZ}"),
        ("Preferred-Languages", "en"),
    ]
    if settings.PUBLIC_URL:
        fields.append(("Canonical", settings.PUBLIC_URL + reverse("security-txt")))
    text = "".join(f"{name}: {value}\n" for name, value in fields)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
