"""Prepare a site before it starts: collect static files, migrate the database, make the demo club,
and print the address. Django must be set up."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path
from shlex import quote

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from clubsite.build import fingerprint, version
from clubsite.places import ROOT, TYPED
from clubsite.progress import Progress
from clubsite.running import Refusal
from scoring.common.machine import locked

ANSWERS = "Bowerbook is running at {address}/   (Ctrl-C stops it)"
NEW_CLUB = f"""To create your club, type in another terminal:
  {{where}}{TYPED} newclub "Our club" --owner NAME"""
OF_THE_BOOK = ("DATA_DIR", "DATABASE_URL")
"""The variables that say which book a command means."""
COLLECTORS = ("Django", "whitenoise")
"""The packages that decide what becomes of a file."""


def prepare(address: str, *, empty: bool) -> None:
    """Bring everything up to date, saying what takes a while, then where to look."""
    settings.SECRET_KEY  # noqa: B018 - read, or made: where it is damaged nothing is begun
    with Progress() as progress:
        collect_static(progress)
        migrate(progress)
        if not empty:
            make_demo(progress)
    if empty:
        print("\n".join([ANSWERS.format(address=address), *how_to_begin()]), flush=True)
    else:
        call_command("demo", address=address)


def how_to_begin() -> list[str]:
    """Return how a club is made, for this very book; nothing where there is one."""
    from scoring.models import Club

    if Club.objects.filter(casual=False).exists():
        return []
    given = {name: os.environ.get(name, "").strip() for name in OF_THE_BOOK}
    where = "".join(f"{name}={quote(value)} " for name, value in given.items() if value)
    return [NEW_CLUB.format(where=where)]


def collect_static(progress: Progress) -> None:
    """Copy the static files to where they are served from, unless they are the ones already
    there."""
    found = [file for folder in settings.STATICFILES_DIRS for file in Path(folder).rglob("*")]
    stamp = Path(settings.STATIC_ROOT) / "collected.stamp"
    wanted = fingerprint(
        [*filter(Path.is_file, found), ROOT / "clubsite" / "bundles.py"],
        *(metadata.version(package) for package in COLLECTORS),
        version(),
    )
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    progress.say("styles, scripts and letters")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    with locked(stamp.with_suffix(".lock")):  # several servers may start at once
        if stamp.exists() and stamp.read_text("utf-8") == wanted:
            return
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(wanted, "utf-8")


def migrate(progress: Progress) -> None:
    """Migrate the database. Create the SQLite file and its folder if missing. Raise Refused for a
    newer version's, and Refusal if the database does not answer."""
    from scoring.euchre.wording import counted
    from scoring.site.backup.upgrading import refuse_newer
    from scoring.site.condition import steps_missing
    from scoring.site.doctor.stored import no_answer

    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    if connection.vendor == "sqlite":
        connection.make_file()
    if why := next(iter(no_answer()), ""):
        raise Refusal(why)
    refuse_newer()
    if steps := steps_missing():
        progress.say(f"database: {counted(steps, 'step')} to this version")
        call_command("migrate", interactive=False, verbosity=0, stdout=progress)


def make_demo(progress: Progress) -> None:
    """Make the demo club, unless there is a club."""
    from scoring.management.commands import demo
    from scoring.models import Club

    if not Club.objects.filter(casual=False).exists():
        demo.load(say=lambda step: progress.say(f"demo club: {step}"))
