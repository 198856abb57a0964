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
    assert gc.get_threshold() == (20_000, 50, 50)


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


def test_a_command_ends_with_the_sentence_about_an_invalid_variable():
    given = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings", "TIME_ZONE": "Mars/Dune"}
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"], cwd=ROOT, env=given, capture_output=True, text=True
    )
    sentence = "TIME_ZONE must be a zone such as Europe/Vienna, not Mars/Dune.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
