"""Tidy a site at night: archive unused tables, and delete data that need not be kept longer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import models, transaction
from django.utils import timezone

from scoring.common.on_disk import secure
from scoring.common.rewriting import rewrite_book
from scoring.common.throttle import forget_old_visitors
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club, Player
from scoring.public.actions.notifications import forget_notifications
from scoring.site.actions.retention import delete_what_is_past_its_time
from scoring.site.club_file.kinds import KINDS
from scoring.site.club_file.writing import save
from scoring.table.models import ClubSession, Table
from scoring.tournament.actions.card_clips import forget_old_clips

AT_ONCE = 500
LATELY = timedelta(days=30)
A_NAME_AGO = timedelta(days=2)
"""How long after erasing a player's data the night rewrites the database's files once more."""


@dataclass(kw_only=True)
class Tidied:
    """The work that was done: the files of archived clubs, and whether the database was rewritten,
    or None if that was not needed."""

    put_away: list[Path] = field(default_factory=list)
    rewritten: bool | None = None


def tidy(*, now: datetime, nightly: bool = False) -> Tidied:
    """Do all work that is due. It can be called at any time, and interrupted.

    In the first night after a month, a `nightly` run archives nothing and deletes no names. The
    clock may have jumped, so that everyone seems to have been away for long.
    """
    done = Tidied()
    trusted = _looked_lately(now) or not nightly
    unused = unused_clubs(now=now) if settings.PUT_AWAY_AFTER and trusted else []
    for club in unused:
        if file := put_away(club=club, now=now):
            done.put_away.append(file)
    if trusted:
        delete_what_is_past_its_time(now)
        forget_old_clips(now)
    forget_old_visitors()
    forget_notifications(now=now)
    SessionStore.clear_expired()
    if somebody_was_forgotten_lately():
        done.rewritten = rewrite_book()
    return done


def _looked_lately(now: datetime) -> bool:
    """Return whether it was tidied in the month before, and note down that it is now."""
    stamp = _folder() / "looked"
    try:
        last = datetime.fromisoformat(stamp.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        last = now - 2 * LATELY
    stamp.write_text(now.isoformat(), "utf-8")
    return timedelta() <= now - last < LATELY


def _folder() -> Path:
    """Return the folder of archived clubs, which only the site itself may read."""
    folder = settings.DATA_DIR / "put-away"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def unused_clubs(*, now: datetime) -> list[int]:
    """Return the keys of visitors' clubs without officers, at whose tables nothing was written for
    the time that they are kept."""
    since, unused = now - timedelta(days=settings.PUT_AWAY_AFTER), []
    found = list(_without_an_evening(since).order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(found), AT_ONCE):
        part = found[first : first + AT_ONCE]
        used = _used(part, since)
        unused += [pk for pk in part if pk not in used]
    return unused


def _without_an_evening(since: datetime) -> models.QuerySet[Club]:
    """Return the visitors' clubs, with no evening since then."""
    recent = ClubSession.objects.filter(played_on__gte=since.date()).values("club")
    return Club.objects.filter(casual=True, officers=None).exclude(pk__in=recent)


def _used(clubs: Collection[int], since: datetime) -> set[int]:
    """Return the clubs with a row of any kind since then."""
    used = set()
    for kind in KINDS:
        for one in kind.model._meta.concrete_fields:
            if isinstance(one, models.DateTimeField):
                rows = kind.model._base_manager.filter(
                    **{f"{kind.of_club}__in": clubs, f"{one.name}__gte": since}
                )
                used.update(rows.values_list(kind.of_club, flat=True).order_by().distinct())
    return used


@transaction.atomic
def put_away(*, club: int, now: datetime) -> Path | None:
    """Save a visitor's club (its key) as a file in DATA_DIR, then delete it. Return the file.

    `manage.py club load` restores it, with its codes. It is None if the club was used meanwhile, or
    if another machine of the site has archived it.
    """
    try:
        club = lock_club(club)
    except Club.DoesNotExist:
        return None
    Table.objects.filter(session__club=club).lock_all()
    since = now - timedelta(days=settings.PUT_AWAY_AFTER)
    unused = _without_an_evening(since).filter(pk=club.pk).exists()
    if not unused or _used([club.pk], since):
        return None
    folder = _folder()
    last = club.sessions.latest("played_on", "pk").played_on
    file = _new(folder, f"{last:%Y-%m-%d}-table-{club.pk}")
    save(club, file=file)
    for place in (file, folder):
        secure(place)
    for kind in reversed(KINDS):
        kind.rows(club).delete()
    return file


def _new(folder: Path, name: str) -> Path:
    """Return a file that doesn't exist yet, as another database may reuse a number."""
    names = [name, *(f"{name}-{no}" for no in range(2, 1000))]
    return next(file for file in (folder / f"{one}.jsonl.gz" for one in names) if not file.exists())


def somebody_was_forgotten_lately() -> bool:
    """Return whether the night should rewrite the database, once more if the day could not."""
    return Player.objects.filter(forgotten_at__gt=timezone.now() - A_NAME_AGO).exists()
