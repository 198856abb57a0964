"""Liveness and readiness probes, for load balancers and monitoring. They reveal no stored data."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.site.backup.shelf import last_verified
from scoring.site.condition import LEAST_FREE, free_bytes, steps_missing, why_no_database


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as the server answers. It makes no queries."""
    return JsonResponse({"alive": True, "version": settings.VERSION})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 if pages can be shown and hands stored, otherwise 503, with the problem. The age of the
    last verified backup is shown too, but a site without one is also ready."""
    database = not why_no_database()
    said = {
        "database": database,
        "migrations": database and not steps_missing(),
        "disk": free_bytes(settings.DATA_DIR) >= LEAST_FREE,
    }
    ready = all(said.values())
    verified = last_verified()
    age = int((timezone.now() - verified) / timedelta(hours=1)) if verified else None
    answer = {"ready": ready, **said, "backup_age_hours": age}
    return JsonResponse(answer, status=200 if ready else 503)


PROBES = {"/healthz": healthz, "/readyz": readyz}


def probes(get_response):
    """Middleware before all others. A load balancer uses the machine's address without HTTPS, so
    probes skip the checks of host and scheme."""

    def answer(request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        return probe(request) if probe else get_response(request)

    return answer
