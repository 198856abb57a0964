"""The site, called in this process: the real middleware, views and actions on a real SQLite file.
It can be killed in the middle of a write, as if the laptop lost its power."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from tests.simulation.book import Book
from tests.simulation.clock import EVENING, Clock

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
TABLES = (("american", 4), ("call-ace", 5), ("keller", 4), ("call-ace", 4), ("american", 4))
"""The rules and the number of players of the tables that stand ready."""


TEAMS, SIX = ("Mounties", "Trolls"), ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
LEAGUES = Path(__file__).parents[2] / "scoring" / "league" / "pure" / "shelf"


class Killed(BaseException):
    """The server's process ended here."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str
    cookies: dict[str, str]


class Server:
    """The site of all nights of this process; each night has a copy of the same book."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.folder = Path(tempfile.mkdtemp(prefix="bowerbook-simulation-", dir=_memory()))
        self.file = self.folder / "night.sqlite3"
        self.dies = ""
        """ "before" or "after": where the next commit ends the process."""
        self.is_full = False
        """Whether its disk is full."""
        self._begin()
        self.book = Book(self.file)
        self.tables = self._empty_book()

    # -- the process -------------------------------------------------------------------------------
    def _begin(self) -> None:
        os.environ |= {
            "DATA_DIR": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.file}",
            "SECRET_KEY": "simulation",
            "DJANGO_SETTINGS_MODULE": "clubsite.settings",
            "NIGHTLY_BACKUP": "no",
        }
        self.clock.begin("start")
        self.clock.hold()
        import logging
        import warnings

        import django
        from django.conf import settings

        warnings.filterwarnings("ignore", "No directory at")
        settings.STORAGES["staticfiles"]["BACKEND"] = (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
        settings.ALLOWED_HOSTS = ["hall"]
        settings.LOADERS[0] = "tests.simulation.pages.Loader"
        django.setup()
        logging.disable()
        from django.core.handlers.wsgi import WSGIHandler

        self.handler = WSGIHandler()
        self._let_commits_die()
        self._forget_by_the_clock()

    def _forget_by_the_clock(self) -> None:
        """Keep shared screens for as long as the night's clock says."""
        from scoring.table.views import drawn

        server = self

        class Timer:
            def __init__(self, seconds: float, forget: Callable[[], None]) -> None:
                self.seconds, self.forget = seconds, forget

            def start(self) -> None:
                server.clock.after(int(self.seconds * 1000), self.forget)

        drawn.Timer = Timer

    def _let_commits_die(self) -> None:
        from django.db import OperationalError

        from clubsite.sqlite.base import DatabaseWrapper

        commit = DatabaseWrapper._commit

        def dying(wrapper):
            if self.is_full:
                wrapper.connection.rollback()
                raise OperationalError("database or disk is full")
            if self.dies == "before":
                wrapper.connection.rollback()
                raise Killed
            done = commit(wrapper)
            if self.dies == "after":
                raise Killed
            return done

        DatabaseWrapper._commit = dying

    def _empty_book(self) -> list[dict]:
        """Make the book of which each night gets a copy, and return its tables."""
        from django.core.management import call_command

        from scoring.models import Club, ClubSession, Link
        from scoring.table.actions.tables import open_table

        call_command("migrate", verbosity=0)
        club = Club.objects.create(name="The Right Bower Club", currency="GBP")
        self.match = self._match(club)
        session = ClubSession.objects.create(club=club)
        self.without_tables = self.copy("without-tables")
        made = []
        for no, (rules, seats) in enumerate(TABLES):
            names = [f"{name} {no}" for name in NAMES[:seats]]
            table = open_table(
                session=session, names=names, rules_key=rules, stake_minor=25, first_dealer=0
            )
            token = Link.objects.get(table=table, right=Link.Right.WRITE).token
            made.append({"pk": table.pk, "path": f"/t/{token}/", "rules": rules, "seats": seats})
        self.session = session.pk
        self.empty = self.copy("empty")
        return made

    def _match(self, club) -> dict:
        """Make a league of two teams, and return its match of tonight."""
        from scoring.common.permissions import Actor
        from scoring.league.actions.cards import name_pairs
        from scoring.models import Division, League, LeagueMatch, Player, Team, TeamLink

        settings = json.loads((LEAGUES / "st-austell.json").read_text())
        dates = [EVENING.date().isoformat()]
        league = League.objects.create(
            club=club, name="St Austell", settings=settings, season="2026-27", dates=dates
        )
        division = Division.objects.create(league=league, no=1)
        home, away = (
            Team.objects.create(league=league, division=division, name=name) for name in TEAMS
        )
        match = LeagueMatch.objects.create(
            league=league, division=division, home=home, away=away, date=EVENING.date()
        )
        for team, side in ((home, "home"), (away, "away")):
            six = [Player.objects.create(club=club, name=f"{name} {team}") for name in SIX]
            for player in six:
                team.squad.create(player=player, since=EVENING.date(), by="olga")
            pairs = list(zip(six[::2], six[1::2], strict=True))
            name_pairs(match=match, side=side, pairs=pairs, actor=Actor())
        links = [TeamLink.objects.create(team=team).token for team in (home, away)]
        paths = [f"/team/{token}/matches/{match.pk}/" for token in links]
        return {"pk": match.pk, "league": league.pk, "paths": paths}

    def copy(self, name: str) -> Path:
        """Return a copy of the book as it is now, as a backup has it."""
        import sqlite3  # the site's: two libraries would break each other's locks

        to = self.folder / f"{name}.sqlite3"
        to.unlink(missing_ok=True)
        book = sqlite3.connect(self.file)
        book.execute("VACUUM INTO ?", [str(to)])
        book.close()
        return to

    def begin_night(self) -> None:
        """Put a fresh copy of the book in place, and start."""
        from django.conf import settings

        self._replace(self.empty)
        settings.BUILD_ID = settings.BUILD_ID.rstrip("+")  # a night may begin a new program
        self.restart()

    def _replace(self, by: Path) -> None:
        from django.db import connection

        connection.close()
        self.book.close()
        for end in ("-wal", "-shm"):
            Path(f"{self.file}{end}").unlink(missing_ok=True)
        shutil.copyfile(by, self.file)

    def restore(self, copy: Path) -> None:
        """Put a copy in the place of the book, with a new edition and higher numbers, as the
        command does."""
        from django.utils import timezone

        from scoring.common.models import Restored
        from scoring.site.backup import restoring

        self._replace(copy)
        restoring._raise_counters()
        Restored.objects.create(at=timezone.now(), made_at=timezone.now(), file=copy.name)

    def restart(self) -> None:
        """Start again: what a process remembers is gone."""
        from django.core.cache import cache
        from django.db import connections

        from scoring.common import edition
        from scoring.table.views import drawn

        self.dies, self.is_full = "", False
        self.book.close()
        connections["default"].close()
        del connections["default"]
        cache.clear()
        drawn.forget()
        edition.look()

    def end(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- requests ----------------------------------------------------------------------------------
    def ask(
        self,
        method: str,
        url: str,
        *,
        body: bytes = b"",
        length: int | None = None,
        headers: Mapping[str, str] | None = None,
        cookies: Mapping[str, str] | None = None,
    ) -> Answer:
        """Return what the site answers. Raise Killed where its process ended meanwhile."""
        from django.core.handlers.wsgi import WSGIRequest

        path, _, query = url.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SCRIPT_NAME": "",
            "SERVER_NAME": "hall",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "192.168.1.7",
            "HTTP_HOST": "hall",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in (cookies or {}).items()),
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body) if length is None else length),
            "wsgi.input": BytesIO(body),
            "wsgi.errors": BytesIO(),
            "wsgi.url_scheme": "http",
            **{
                f"HTTP_{name.upper().replace('-', '_')}": said
                for name, said in (headers or {}).items()
            },
        }
        response = self.handler.get_response(WSGIRequest(environ))
        set_now = {name: morsel.value for name, morsel in response.cookies.items()}
        text = response.content.decode() if not response.streaming else ""
        return Answer(
            status=response.status_code,
            headers=dict(response.items()),
            text=text,
            cookies=set_now,
        )

    def word(self, kind: str, pk: int) -> str:
        """Return what the stream of news says of a table or a league now."""
        from scoring.common import news, polling

        topic = news.Topic(kind, pk)
        found = news.latest([topic]).get(topic)
        return json.dumps(polling.in_words(found)) if found else ""


def _memory() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
