"""Liveness and readiness probes, for load balancers and monitoring. They reveal no stored data."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.site.backup.shelf import last_verified
from scoring.site.condition import (
    LEAST_FREE,
    free_bytes,
    newer_steps,
    steps_missing,
    why_no_database,
)

NO_DATABASE = "The database doesn’t answer."
NEWER = (
    "A newer version of Bowerbook has upgraded the database. Install the newer version again, or "
    "restore the backup that was made before the upgrade."
)
OLDER = "The database must be upgraded to this version. Start the site again."
FULL = "The disk is nearly full. Make room."


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as the server answers. It makes no queries."""
    return JsonResponse({"alive": True, "version": settings.VERSION})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 if pages can be shown and hands stored, otherwise 503, with the reasons. The age of the
    last verified backup is shown too, but a site without one is also ready."""
    database, migrations = _about_the_database()
    disk = FULL if free_bytes(settings.DATA_DIR) < LEAST_FREE else ""
    reasons = [why for why in (database, migrations, disk) if why]
    said = {
        "ready": not reasons,
        "database": not database,
        "migrations": not (database or migrations),
        "disk": not disk,
        "reasons": reasons,
    }
    verified = last_verified()
    age = int((timezone.now() - verified) / timedelta(hours=1)) if verified else None
    return JsonResponse({**said, "backup_age_hours": age}, status=503 if reasons else 200)


def _about_the_database() -> tuple[str, str]:
    """Return what is wrong with the database, and with its migrations, if anything is."""
    if why_no_database():
        return NO_DATABASE, ""
    if newer_steps():
        return "", NEWER
    return "", OLDER if steps_missing() else ""


PROBES = {"/healthz": healthz, "/readyz": readyz}


def probes(get_response):
    """Middleware before all others. A load balancer uses the machine's address without HTTPS, so
    probes skip the checks of host and scheme."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not (probe := PROBES.get(request.path_info)):
            return get_response(request)
        found = probe(request)
        found["Content-Length"] = str(len(found.content))  # as CommonMiddleware does for the others
        return found

    return answer
