"""Inside .venv/: bring static files and database up to date, say where to look, become the
server."""

import argparse
import fcntl
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from clubsite.progress import Progress  # noqa: E402
from scoring.kept_secret import DamagedSecret  # noqa: E402

NEW_CLUB = """Bowerbook answers at {address}/   (Ctrl-C ends it)
To make your club, type in another terminal:
  .venv/bin/python manage.py newclub "Our club" --owner NAME"""


def collect_static(progress: Progress) -> None:
    """Copy the static files to where they are served from, unless they are the ones already
    there."""
    from django.conf import settings
    from django.core.management import call_command

    from scripts.environment import fingerprint

    found = [file for folder in settings.STATICFILES_DIRS for file in Path(folder).rglob("*")]
    stamp = Path(settings.STATIC_ROOT) / "collected.stamp"
    wanted = fingerprint(
        [*filter(Path.is_file, found), ROOT / "requirements.txt", ROOT / "clubsite" / "bundles.py"]
    )
    if stamp.exists() and stamp.read_text() == wanted:
        return
    progress.say("styles, scripts and letters")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    with open(stamp.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several servers may start at once
        if stamp.exists() and stamp.read_text() == wanted:
            return
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(wanted)


def migrate(progress: Progress) -> None:
    """Bring the database up to date, making the SQLite file and its folder when there is none, and
    count the evenings that an older version closed."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    if connection.vendor == "sqlite":
        connection.make_file()
    executor = MigrationExecutor(connection)
    if steps := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        progress.say(f"database: {len(steps)} steps to this version")
        call_command("migrate", interactive=False, verbosity=0)
    call_command("recount", missing=True)


def make_demo(progress: Progress) -> None:
    """Make the demo club, unless there is a club."""
    from scoring.management.commands import demo
    from scoring.models import Club

    if not Club.objects.filter(casual=False).exists():
        demo.load(say=lambda step: progress.say(f"demo club: {step}"))


def greet(address: str, *, empty: bool) -> None:
    """Say where to look: the demo club's pages, or how to make a club."""
    from django.core.management import call_command

    if empty:
        print(NEW_CLUB.format(address=address))
    else:
        call_command("demo", address=address)


def main() -> None:
    """Prepare the site and serve it at BIND."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", default="http://127.0.0.1:8000")
    parser.add_argument("--empty", action="store_true")
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    import django

    django.setup()
    with Progress() as progress:
        collect_static(progress)
        migrate(progress)
        if not chosen.empty:
            make_demo(progress)
    greet(chosen.address, empty=chosen.empty)
    sys.stdout.flush()  # what is still buffered would be lost with this process
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "clubsite.server"])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except DamagedSecret as why:
        sys.exit(f"{why}")
