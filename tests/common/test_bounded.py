"""Files are read in a bounded room, however long their lines are."""

import subprocess
import sys
from io import BytesIO

import pytest

from scoring.common.bounded import LARGEST_FILE, LONGEST_LINE, read_lines, read_whole
from tests.template import ROOT

LIMITED = """
import resource, sys
from django.core.management import execute_from_command_line
resource.setrlimit(resource.RLIMIT_AS, (500 * 2**20,) * 2)
execute_from_command_line(["manage.py", *sys.argv[1:]])
"""


def test_a_line_of_the_most_bytes_is_read_and_a_longer_one_refused():
    line = b"x" * (LONGEST_LINE - 1) + b"\n"
    assert list(read_lines(BytesIO(line * 2))) == [line, line]
    with pytest.raises(OSError, match="longer than 4 MB"):
        list(read_lines(BytesIO(b"x" + line)))


def test_a_file_of_the_most_bytes_is_read_and_a_larger_one_refused():
    assert len(read_whole(BytesIO(b"x" * LARGEST_FILE))) == LARGEST_FILE
    with pytest.raises(OSError, match="larger than 16 MB"):
        read_whole(BytesIO(b"x" * (LARGEST_FILE + 1)))


COMMANDS = ["score", "score --lines", "league table", "movement next", "movement standings"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_refuses_600_mb_before_they_cost_memory(command, tmp_path):
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(600_000_000)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *command.split(), str(huge)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={
            "DJANGO_SETTINGS_MODULE": "clubsite.settings",
            "SECRET_KEY": "x",
            "DATA_DIR": str(tmp_path),
        },
        check=False,
    )
    assert done.returncode == 1
    assert "MB" in done.stderr
    assert "Traceback" not in done.stderr
