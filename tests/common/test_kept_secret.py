"""The site’s key: made once, kept through a power cut, and said to be damaged at the start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.common.kept_secret import DamagedSecret, kept_in

ROOT = Path(__file__).resolve().parents[2]
DAMAGED = {
    "empty": b"",
    "blank": b"\n \n",
    "cut off": b"abcdefgh",
    "zeros, as a power cut leaves them": bytes(67),
    "no text": b"\xff" * 67,
    "two lines": b"a" * 40 + b"\n" + b"b" * 40,
}


def test_a_secret_is_made_once_and_only_its_owner_reads_it(tmp_path):
    file = tmp_path / "data" / "secret_key"
    secret = kept_in(file)
    assert (kept_in(file), len(secret), file.read_text()) == (secret, 67, secret)
    assert (file.stat().st_mode & 0o777, os.listdir(file.parent)) == (0o600, ["secret_key"])


def test_a_new_secret_and_its_name_are_on_the_disk_before_it_is_used(tmp_path, monkeypatch):
    kept = []
    monkeypatch.setattr(
        os, "fsync", lambda no: kept.append(os.path.realpath(f"/proc/self/fd/{no}"))
    )
    file = tmp_path / "secret_key"
    kept_in(file)
    assert kept == [f"{file}.{os.getpid()}", str(tmp_path)]


def test_a_damaged_secret_is_refused_in_a_sentence_and_kept(tmp_path):
    file, found = tmp_path / "secret_key", {}
    for name, content in DAMAGED.items():
        file.write_bytes(content)
        with pytest.raises(DamagedSecret) as why:
            kept_in(file)
        assert str(file) in str(why.value)
        assert "Put the file back from a backup" in str(why.value)
        found[name] = file.read_bytes()
    assert found == DAMAGED


def start(folder, *command):
    """Start something with its data in this folder: its status, and the last line it complains
    with."""
    environment = {**os.environ, "DATA_DIR": str(folder), "BIND": "127.0.0.1:9"}
    for name in ("DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    return done.returncode, done.stderr.strip()


@pytest.mark.parametrize(
    "command", [("-m", "clubsite", "run", "--empty"), ("manage.py", "migrate", "-v0")]
)
def test_a_site_with_a_damaged_key_does_not_start_and_names_the_file_and_the_remedy(
    tmp_path, command
):
    (tmp_path / "secret_key").write_bytes(b"")
    status, said = start(tmp_path, *command)
    assert (status, said.splitlines()) == (
        1,
        [
            f"The secret in {tmp_path}/secret_key cannot be used: it is empty. Put the file back "
            "from a backup; or remove it, and a new one is made: where it was the site’s key, "
            "everybody signs in again."
        ],
    )
    assert os.listdir(tmp_path) == ["secret_key"]
