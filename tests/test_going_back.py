"""An upgrade makes a backup first. The version before refuses the upgraded database, and goes back
to that backup. Phones then send again what it does not have (docs/guide/host.md)."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from clubsite.build import version
from tests import postgres
from tests import server as servers
from tests.next_version import UPGRADE, made_up
from tests.soak.opening import sit_down
from tests.soak.truth import any_deal

ROOT = servers.ROOT
DOCTOR = "from scoring.site.doctor.stored import migrations; print(*migrations())"
NEWER = (
    f"A newer version of Bowerbook than this one, {version()}, has upgraded the score book. "
    "Install the newer version again, and nothing is lost. Or go back without what was entered "
    "since the upgrade: restore the backup that the upgrade made, .venv/bin/python manage.py "
    "restore {} --yes"
)


@pytest.fixture
def next_version(tmp_path):
    """The folder of a version 1.1, with a migration more than ours."""
    return made_up(
        tmp_path / "next",
        'migrations.AddField("club", "motto", models.CharField(max_length=40, default=""))',
        'migrations.CreateModel("Trophy", [("id", models.BigAutoField(primary_key=True))])',
    )


def run(server, *words, root=ROOT):
    """Run Python on the site of the server; return its status, output and errors."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=root,
        env={**server.environment, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def log(phone, number, random):
    """Enter hands and send them; return what the phone keeps of them."""
    for no in range(number):
        phone.hand(no, any_deal(random))
    kept = list(phone.queue)
    phone.flush()
    assert (phone.queue, phone.record.refused) == ([], [])
    return kept


def edition(phone):
    """Return the edition by which a phone knows whether to send its hands again."""
    answer = phone.net.get(phone.path)
    return re.search(rb"\r\nbowerbook-edition: (\S+)", answer.head, re.IGNORECASE)[1]


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.thorough
def test_an_upgrade_is_undone_by_the_backup_it_made_and_phones_send_their_hands_again(
    database_url, next_version
):
    random = Random(11)
    with servers.start(database_url) as server:
        (phone,) = sit_down(server.port, lambda answer: None, random, 1)
        phone.net.good = True
        kept = log(phone, 3, random)
        first = edition(phone)
        phone.net.end()
        server.end()

        status, said, errors = run(server, "-c", UPGRADE, root=next_version)
        backup = Path(re.search(r"^Backup from before the upgrade: (.*)$", said, re.M)[1])
        assert (status, errors, backup.parent) == (0, "", server.data_dir / "backups")
        server.restart(root=next_version, words=servers.SERVE)
        kept += log(phone, 4, random)
        assert edition(phone) == first
        phone.net.end()
        go_back = ("restore", str(backup), "--yes")
        with pytest.raises(RuntimeError, match="Stop the site|Create an empty database"):
            server.manage(*go_back)
        server.end()

        newer = NEWER.format(backup)
        assert run(server, *servers.RUN) == (1, "", newer + "\n")
        assert newer in run(server, *servers.SERVE)[2]
        assert server.manage("shell", "-v0", "-c", DOCTOR) == newer + "\n"

        if server.database_url.startswith("sqlite"):
            said = server.manage(*go_back)
            file = Path(server.database_url.removeprefix("sqlite:///"))
            (aside,) = file.parent.glob("*-newer-*")
            assert f"The newer version’s score book is kept as {aside}." in said.splitlines()
            back_on_the_old_version(server, phone, kept, first)
            return
        with postgres.new_database(database_url) as empty:
            server.database_url = empty
            assert run(server, "manage.py", *go_back)[0] == 0
            back_on_the_old_version(server, phone, kept, first)
            server.kill()


def back_on_the_old_version(server, phone, kept, first):
    """Check what the site has, and that it gets the rest from the phone."""
    server.restart(words=servers.SERVE)
    assert phone.counted() == [one.id for one in kept[:3]]
    assert edition(phone) != first
    # As static/queue/queue.js does when it hears of another edition.
    for one in kept:
        one.form["seen"] = "0"
    phone.queue = list(kept)
    phone.flush()
    assert phone.counted() == [one.id for one in kept]
    assert (phone.record.refused, "Traceback" in server.log) == ([], False)
    assert phone.net.get("/readyz").status == 200
    phone.net.end()
