"""The least that Django can do for a hand logged and for a poll with nothing new."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from scoring.models import Club

KILOBYTE = b"x" * 1024


def insert(request: HttpRequest) -> HttpResponse:
    """Insert one row, of a table without any index but its key, and return 1 KB."""
    Club.objects.create(name="floor")
    return HttpResponse(KILOBYTE, headers={"Content-Length": str(len(KILOBYTE))})


def unchanged(request: HttpRequest) -> HttpResponse:
    """Read one row and return 304."""
    Club.objects.first()
    return HttpResponse(status=304)


urlpatterns = [path("t/insert", insert), path("unchanged", unchanged)]
