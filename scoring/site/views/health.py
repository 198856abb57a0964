"""Whether the site is alive, and whether it is ready: for load balancers and those who watch over
it. Nothing of what is stored is said."""

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
    """200 as long as there is somebody to answer: the database is not asked."""
    return JsonResponse({"alive": True, "version": settings.VERSION})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when pages can be shown and hands stored, otherwise 503; what of it is not so. How old
    the last verified backup is, is said besides: a site without one is ready all the same."""
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
    """Middleware, before all others: a load balancer asks by the machine's address and without
    HTTPS, so neither the host's name nor the way it came is looked at here."""

    def answer(request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        return probe(request) if probe else get_response(request)

    return answer
