"""A score book is made by ./run and by `migrate`, and by nothing else."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from tests import proof

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = proof.every(
    3,
    (
        ("club", "list"),
        ("newclub", "Ours", "--owner", "kate"),
        ("recount",),
        ("changepassword", "kate"),
        ("axes_reset",),
        ("migrate", "--plan"),
        ("shell", "-v0", "-c", "from scoring.models import Club; Club.objects.count()"),
    ),
)


def manage(folder, *words):
    """Type a command where the site's data are looked for in this folder."""
    environment = {**os.environ, "DATA_DIR": str(folder)}
    for name in ("DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, input="a good password"
    )


def test_a_command_without_its_site_creates_nothing_and_says_where_it_looked(
    tmp_path,
):
    folder = tmp_path / "var"
    found = {words: manage(folder, *words) for words in COMMANDS}
    assert {
        words: (done.returncode, done.stdout) for words, done in found.items()
    } == dict.fromkeys(COMMANDS, (1, ""))
    said = {done.stderr for done in found.values()}
    assert said == {
        f"There is no score book at {folder}/bowerbook.sqlite3. To create one, type ./run or "
        "manage.py migrate. If the site keeps its data elsewhere, load its variables first:  "
        "set -a; . /etc/bowerbook.env; set +a\n"
    }
    assert list(tmp_path.iterdir()) == []


def test_migrate_creates_the_database_and_its_key_for_every_command(tmp_path):
    folder = tmp_path / "new folder" / "100%?#"
    assert manage(folder, "migrate", "-v0").returncode == 0
    assert {file.name: oct(file.stat().st_mode)[-3:] for file in folder.iterdir()} == {
        "bowerbook.sqlite3": "600",
        "secret_key": "600",
    }
    assert manage(folder, "newclub", "Ours", "--owner", "kate").returncode == 0
    rows = sqlite3.connect(folder / "bowerbook.sqlite3").execute("SELECT name FROM scoring_club")
    assert rows.fetchall() == [("Ours",)]


def test_a_command_that_needs_no_database_works_without_one(tmp_path):
    done = manage(tmp_path / "var", "movement", "rotation", "--players", "8")
    assert (done.returncode, done.stderr, list(tmp_path.iterdir())) == (0, "", [])
