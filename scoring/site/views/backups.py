"""The backups of the site, for its owners: list, make, download, upload and restore.

Slow work is done by the commands of manage.py in their own processes. The server goes on serving,
and a restore doesn't end with its request.
"""

from __future__ import annotations

import re
import subprocess
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.conf import settings
from django.contrib.auth import logout
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.access import by_site_owner
from scoring.common.answers import Wrong, or_show, posted, status_of, valid
from scoring.common.models import Restored
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.people.views.password_again import password_again, password_first
from scoring.site.backup import keeper
from scoring.site.backup.making import new_file
from scoring.site.backup.proving import held_in
from scoring.site.backup.shelf import Kept, last_verified, shelf, unknown
from scoring.site.condition import LEAST_FREE, free_bytes
from scoring.site.forms.backups import BringForm, RestoreForm
from scoring.site.views.how_large import bring_address

OLD = timedelta(days=2)
PATIENCE = 10
"""Seconds that a page, and one of the few threads that write, wait for a command, which goes on
after that."""
LIKE_OURS = re.compile(r"bowerbook-[\w.-]{1,80}\.zip")
GOES_ON = "That takes longer than a page can wait, and goes on. Load this page again in a while."


@require_safe
@by_site_owner
def backups(request: HttpRequest, actor: Actor) -> HttpResponse:
    """When the last verified one was, all there are, and what can be done."""
    return _page(request)


@posted(by_site_owner, to="backups")
def make(request: HttpRequest, actor: Actor) -> None:
    """Make one now, and verify it."""
    with or_show(partial(_page, request)):
        _run("backup", "--verify")


@csrf_exempt  # which would read the whole file before it is known who sends it
@posted(by_site_owner)
def bring(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Upload the file of a backup, verify it, and go on to its preview."""
    return _bring(request)


@csrf_protect
def _bring(request: HttpRequest) -> HttpResponse:
    form = BringForm(request.POST, request.FILES)
    with or_show(partial(_page, request, form), form, "file"):
        sent = valid(form)["file"]
        name = sent.name if LIKE_OURS.fullmatch(sent.name) else "bowerbook-brought.zip"
        with new_file(settings.BACKUP_DIR, name.removesuffix(".zip")) as (out, made):
            for piece in sent.chunks():
                out.write(piece)
        file = made[0]
        well, said = _ended("verify", str(file))
        if not well:
            file.unlink()
            raise Wrong(f"{sent.name}{said.removeprefix(str(file))} It was not kept.")
    return redirect("one-backup", file.name)


@posted(by_site_owner, to="one-backup")
def verify(request: HttpRequest, actor: Actor, backup: str) -> None:
    """Prove one that lies on the shelf."""
    file = _file(backup)
    with or_show(partial(_page, request)):
        _run("verify", str(file))


@require_http_methods(["GET", "HEAD", "POST"])
@by_site_owner
@password_first
def fetch(request: HttpRequest, actor: Actor, backup: str) -> FileResponse:
    """The file of one."""
    return FileResponse(_file(backup).open("rb"), as_attachment=True, filename=backup)


@require_http_methods(["GET", "HEAD", "POST"])
@by_site_owner
@password_again
def one(request: HttpRequest, actor: Actor, backup: str) -> HttpResponse:
    """Preview a backup and, once a word is typed, restore it."""
    kept = next((one for one in shelf() if one.name == backup), None)
    if kept is None:
        raise Http404("There is no such backup.")
    if request.method != "POST":
        return _one(request, kept, RestoreForm(is_ours=kept.is_ours))
    form = RestoreForm(request.POST, is_ours=kept.is_ours)
    with or_show(partial(_one, request, kept, form), form):
        valid(form)
        elsewhere = [] if kept.is_ours else ["--from-elsewhere"]
        _run("restore", str(kept.file), "--yes", *elsewhere)
    logout(request)  # its session is gone with all others
    context = {"restored": Restored.objects.last(), "holds": held_in().as_text}
    return render(request, "site/backups/restored.html", context)


def _page(
    request: HttpRequest, form: BringForm | None = None, *, message: str = "", status: int = 200
) -> HttpResponse:
    now, on_it = timezone.now(), shelf()
    last = last_verified()
    context = {
        "form": form or BringForm(),
        "message": message,
        "last": last,
        "warnings": warnings(now, last, on_it),
        "shelf": on_it,
        "unknown": unknown(),
        "bring": bring_address(request.user),
        "folder": settings.BACKUP_DIR,
        "nightly": settings.NIGHTLY_BACKUP,
        "most": f"{settings.BACKUP_UPLOAD_BYTES // 1_000_000:,}",
        "restored": Restored.objects.last(),
    }
    return render(request, "site/backups/backups.html", context, status=status)


def warnings(now: datetime, last: datetime | None, on_it: list[Kept]) -> list[str]:
    """Say what is wrong with the backups, if anything is."""
    found = []
    if last is None:
        found.append("No backup of this site is verified. Make one now.")
    elif now - last > OLD:
        found.append(f"The last verified backup is {(now - last).days} days old. Make one now.")
    free = free_bytes(settings.BACKUP_DIR)
    if free < max(LEAST_FREE, 3 * max((one.size for one in on_it), default=0)):
        found.append(
            f"The disk of the backups is nearly full: {free // 1_000_000} MB are free. Make room, "
            "or name another folder by BACKUP_DIR."
        )
    return found


def _one(
    request: HttpRequest, kept: Kept, form: RestoreForm, *, status: int | None = None
) -> HttpResponse:
    now, then = held_in().figures, kept.held.figures if kept.held else {}
    changes = [(name, f"{now[name]:,}", f"{then[name]:,}") for name in then]
    context = {"kept": kept, "form": form, "changes": changes}
    return render(request, "site/backups/one.html", context, status=status or status_of(form))


def _file(backup: str) -> Path:
    """Return the backup of this name on the shelf; 404 when there is none."""
    known = {*(one.name for one in shelf()), *unknown()}
    if backup not in known:
        raise Http404("There is no such backup.")
    return settings.BACKUP_DIR / backup


def _run(*words: str) -> str:
    """Run a command of manage.py and return what it says; Refused, with its reason, if it fails."""
    well, said = _ended(*words)
    if not well:
        raise Refused(said)
    return said


def _ended(*words: str) -> tuple[bool, str]:
    """Run a command, and return whether it ended well and what it said; Refused where it takes too
    long to wait for."""
    child = keeper.command(*words)
    try:
        said, _ = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired as late:
        raise Refused(GOES_ON) from late
    if child.returncode:
        return False, said.strip().rpartition("\n")[2].removeprefix("CommandError: ")
    return True, said
