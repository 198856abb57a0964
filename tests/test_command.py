"""The one command, in a checkout and installed: what it says by itself."""

import re
import socket
import sys

import pytest
from django.core.management import get_commands

from clubsite import command
from clubsite.build import version


@pytest.fixture
def said(monkeypatch, capsys):
    def give(*words):
        monkeypatch.setattr(sys, "argv", ["bowerbook", *words])
        return command.main(), capsys.readouterr().out

    return give


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_without_a_word_it_names_everything_that_it_can_do(said, words):
    status, overview = said(*words)
    named = re.findall(r"^  (\w+)  ", overview, re.M)
    ours = {name for name, app in get_commands().items() if app == "scoring"}
    assert (status, named[0], set(named)) == (0, "run", {"run", *ours} - {"migrate", "recount"})


def test_it_says_its_version(said):
    assert said("--version") == (0, f"Bowerbook {version()}\n")


def test_what_cannot_be_started_is_said_in_a_sentence(said):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(SystemExit) as end:
            said("run", "--port", str(port), "--empty")
    assert str(end.value).splitlines() == [
        f"Port {port} is taken: another program, or another ./run, listens there.",
        f"Type: ./run --port {port + 1}",
    ]
