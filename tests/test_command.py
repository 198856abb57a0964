"""The output of the `bowerbook` command, in a checkout and installed."""

import gc
import os
import re
import runpy
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import get_commands

from clubsite import command
from clubsite.build import version
from tests import server as servers
from tests.postgres import ON_POSTGRES

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def said(monkeypatch, capsys):
    def give(*words):
        monkeypatch.setattr(sys, "argv", ["bowerbook", *words])
        return command.main(), capsys.readouterr().out

    return give


def test_the_command_collects_garbage_rarely(said):
    gc.set_threshold(700, 10, 10)
    said("--version")
    assert gc.get_threshold() == (50_000, 50, 50)


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_without_a_word_the_command_lists_all_its_commands(said, words):
    status, overview = said(*words)
    named = re.findall(r"^  (\w+)  ", overview, re.M)
    ours = {name for name, app in get_commands().items() if app == "scoring"}
    assert (status, named[0], set(named)) == (0, "run", {"run", *ours} - {"migrate", "recount"})


def test_the_command_prints_its_version(said):
    assert said("--version") == (0, f"Bowerbook {version()}\n")


def test_a_port_in_use_ends_the_command_with_a_sentence(said):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(SystemExit) as end:
            said("run", "--port", str(port), "--empty")
    assert str(end.value).splitlines() == [
        f"Another program, or another ./run, is using port {port}.",
        f"Type: ./run --port {port + 1}",
    ]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DATABASE_POOL", "many", "DATABASE_POOL is a whole number such as 10, not many."),
        ("WEB_CONCURRENCY", "two", "WEB_CONCURRENCY is a whole number such as 2, not two."),
        ("PUT_AWAY_AFTER", "-3", "PUT_AWAY_AFTER is a whole number such as 90, not -3."),
        ("START_LIMITS", "60,lots", "START_LIMITS must be two whole numbers, such as 60,300."),
        (
            "TIME_ZONE",
            "Middle/Earth",
            "TIME_ZONE must be a zone such as Europe/Vienna, not Middle/Earth.",
        ),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR, not LOUD."),
        (
            "PUBLIC_URL",
            "https://example.org/euchre/",
            "PUBLIC_URL must not have a path. Bowerbook can’t run under /euchre/. It needs a host "
            "name of its own, such as https://scores.example.org.",
        ),
        (
            "DATABASE_URL",
            "oracle9i://kate:secret@host/book",
            "DATABASE_URL must be the address of a database, such as sqlite:////srv/book.sqlite3 "
            "or postgres://user:password@host/name.",
        ),
    ],
)
def test_an_invalid_variable_ends_the_site_with_a_sentence(name, value, sentence, monkeypatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as wrong:
        runpy.run_path(ROOT / "clubsite" / "settings.py")
    assert str(wrong.value) == sentence


@pytest.mark.parametrize(
    ("url", "user", "host", "port", "name", "attributes"),
    [
        ("postgres://u:p@h1/book", "u", "h1", "", "book", None),
        ("postgres://u:p@h1:6000/book", "u", "h1", "6000", "book", None),
        ("postgres://u:p@h1,h2/book", "u", "h1,h2", "5432,5432", "book", None),
        ("postgres://u:p,x@h1/book", "u", "h1", "", "book", None),
        ("postgres://u,v:1@h1/book", "u,v", "h1", "", "book", None),
        (
            "postgresql://u:p%40,@h1:5433,h2:5434/book?target_session_attrs=read-write",
            *("u", "h1,h2", "5433,5434", "book", "read-write"),
        ),
        (
            "postgres://[::1]:5433,10.0.0.5,%2Frun%2Fpg/book",
            *("", "::1,10.0.0.5,/run/pg", "5433,5432,5432", "book", None),
        ),
    ],
)
def test_an_address_of_postgresql_may_name_several_hosts(
    url, user, host, port, name, attributes, monkeypatch
):
    monkeypatch.setenv("DATABASE_URL", url)
    found = runpy.run_path(ROOT / "clubsite" / "settings.py")["DATABASES"]["default"]
    asked = (found["USER"], found["HOST"], str(found["PORT"]), found["NAME"])
    assert asked == (user, host, port, name)
    assert found["OPTIONS"].get("target_session_attrs") == attributes


@pytest.mark.parametrize("hosts", ["h1,", ",h2", "h1:many,h2", "h1:5432:1,h2"])
def test_an_address_with_a_bad_host_among_several_is_refused(hosts, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"postgres://u:secret@{hosts}/book")
    with pytest.raises(ImproperlyConfigured) as wrong:
        runpy.run_path(ROOT / "clubsite" / "settings.py")
    assert ("secret" in str(wrong.value), "DATABASE_URL" in str(wrong.value)) == (False, True)


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("run", "--empty", "--port", "{port}"), "PostgreSQL does not answer: "),
        (("club", "list"), "The database is out of reach: "),
    ],
)
def test_a_database_out_of_reach_ends_a_command_with_a_sentence(words, begins, tmp_path):
    away = {"DATABASE_URL": "postgres://u:secret@127.0.0.1:1,127.0.0.1:2/book"}
    given = {**os.environ, "DATA_DIR": str(tmp_path), **away}
    words = [word.format(port=servers.free_port()) for word in words]
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=given, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.splitlines()[-1].startswith(begins)) == (1, True)
    assert ("Traceback" in done.stderr, "secret" in done.stderr) == (False, False)


@ON_POSTGRES
@pytest.mark.postgres
def test_the_first_host_that_answers_and_can_be_written_is_used(tmp_path):
    user, _, rest = os.environ["DATABASE_URL"].partition("://")[2].rpartition("@")
    host, _, name = rest.partition("/")
    url = f"postgres://{user}@127.0.0.1:1,{host}/{name}?target_session_attrs=read-write"
    given = {**os.environ, "DATA_DIR": str(tmp_path), "DATABASE_URL": url}
    asked = (
        "from django.db import connection as c; print(c.cursor().execute('SELECT 1').fetchone())"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", asked],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.returncode) == ("(1,)\n", 0), done.stderr


def test_a_command_ends_with_the_sentence_about_an_invalid_variable():
    given = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings", "TIME_ZONE": "Mars/Dune"}
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"], cwd=ROOT, env=given, capture_output=True, text=True
    )
    sentence = "TIME_ZONE must be a zone such as Europe/Vienna, not Mars/Dune.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
