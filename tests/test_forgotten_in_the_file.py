"""What was deleted cannot be read in the database's own files, names also while the site runs."""

import sqlite3
import threading
from pathlib import Path

import pytest
from django.conf import settings

from tests import proof
from tests import server as servers
from tests.test_concurrency import Phone, start_tables

NAMES = ("Xanthippe Quill", "Xantippa Quill")
"""Her name now, and before it was corrected."""
PLAYED = f"""
from scoring.models import Player
from tests.cast import *
club = a_club()
table = a_table(session=an_evening(club), names=["{NAMES[1]}", *FIVE[1:]], stake_minor=0)
for no in range({proof.size(3, thorough=100)}):
    log(table, note="{NAMES[1]} laughed")
close(table.session)
player = Player.objects.get(name="{NAMES[1]}")
player.name, player.notes = "{NAMES[0]}", "{NAMES[0]} likes the window"
player.save()
"""
FORGET = """
from scoring.club.actions.forget import forget_player
from scoring.models import Player
from tests.cast import PHONE
print(forget_player(player=Player.objects.get(name__startswith="Xan"), actor=PHONE))
"""


def read_in(folder):
    """Return which of her names are in which of the database's files."""
    files = [file for file in folder.iterdir() if file.name.startswith("bowerbook.sqlite3")]
    held = {file.name: file.read_bytes().lower() for file in files}
    return sorted(
        (name, file)
        for file, content in held.items()
        for name in NAMES
        if name.encode().lower() in content
    )


@pytest.mark.sqlite
@pytest.mark.slow
def test_an_erased_name_is_in_no_database_file_while_the_site_runs():
    with servers.start() as server:
        folder = Path(server.data_dir)
        ((pad, _),) = start_tables(server)
        server.manage("shell", "-v0", "-c", PLAYED)
        assert {name for name, _ in read_in(folder)} == set(NAMES)
        over = threading.Event()

        def look():
            phone, found = Phone(server, pad), []
            while not over.is_set():
                found.append(phone.get(pad)[0])
            statuses.append(set(found))

        statuses = []
        looking = [threading.Thread(target=look) for _ in range(2)]
        for thread in looking:
            thread.start()
        said = server.manage("shell", "-v0", "-c", FORGET)
        over.set()
        for thread in looking:
            thread.join()
        assert (said.strip(), read_in(folder), statuses) == ("Former member 1", [], [{200}] * 2)
        assert "Traceback" not in server.log


def test_a_deleted_picture_leaves_nothing_in_the_file(tmp_path):
    picture = b"clipping" * 1000
    with sqlite3.connect(tmp_path / "book.sqlite3") as book:
        book.executescript(settings.SQLITE["init_command"])
        book.execute("CREATE TABLE clips (clipping BLOB)")
        book.execute("INSERT INTO clips VALUES (?)", [picture])
        book.commit()
        book.execute("DELETE FROM clips")
    book.close()
    assert picture[:8] not in (tmp_path / "book.sqlite3").read_bytes().replace(
        b"clipping BLOB", b""
    )
