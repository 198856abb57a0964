"""`python -m tests.frozen`: see tests/frozen/__init__.py."""

import argparse
import logging
import os
import shutil
import sys
import tempfile
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import tests.frozen
from tests.frozen import records, still

PARTS = ("routes", "commands", "sheets", "club", "pages", "queries", "pictures")
SHARES = 2


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.frozen",
        description=tests.frozen.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("write", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
    parser.add_argument("--some", type=int, default=1, metavar="N", help="one thing in N")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bowerbook-frozen-") as data:
        _begin(Path(data))
        pictures = asked.folder / ("pictures" if asked.what == "write" else "pictures-now")
        found = record({*asked.only}, asked.some, pictures)
    if asked.what == "write":
        for name, part in found.items():
            records.write(asked.folder, name, part)
            print(f"{name}: {len(part)}")
        return 0
    return compare(asked.folder, found)


def compare(folder: Path, found: dict[str, records.Part]) -> int:
    """Say what differs; return whether anything does."""
    differs = 0
    for name, part in found.items():
        before = records.read(folder, name)
        if before is None:
            print(f"{name}: not in {folder}")
            continue
        told = list(records.differences(name, before, part))
        print("\n".join([*told, f"{name}: {len(part)} compared, {len(told)} differences"]))
        differs |= bool(told)
    return int(differs)


def _begin(data: Path) -> None:
    """Let this process be a site with an empty database, for which time stands still."""
    os.environ |= {
        "DATA_DIR": str(data),
        "DATABASE_URL": f"sqlite:///{data / 'empty.sqlite3'}",
        "SECRET_KEY": "frozen",
        "DJANGO_SETTINGS_MODULE": "clubsite.settings",
    }
    still.hold()
    import django
    from django.core.management import call_command
    from django.test.utils import override_settings, setup_test_environment

    django.setup()
    from tests import made_once
    from tests.conftest import QUICK

    made_once.each_time = True
    setup_test_environment()
    logging.disable()  # refusals are written down as answers
    warnings.filterwarnings("ignore", "No directory at")
    override_settings(**QUICK).enable()
    call_command("migrate", verbosity=0)


def record(parts: set[str], some: int, pictures: Path) -> dict[str, records.Part]:
    """Return what the parts are on this tree, or one thing in `some` of them; put the `pictures`
    into this folder."""
    from django.db import connections

    from tests.frozen import things

    connections.close_all()
    walks = parts & {"pages", "queries", "club", "pictures"}
    looked_at = pictures if "pictures" in parts else None
    if looked_at:
        looked_at.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(SHARES, mp_context=get_context("fork")) as pool:
        walked = [pool.submit(_walk, no, some, looked_at) for no in range(SHARES) if walks]
        makers = {"sheets": things.sheets, "commands": things.commands}
        made = {name: pool.submit(make, some) for name, make in makers.items() if name in parts}
        found = {name: job.result() for name, job in made.items()}
        for job in walked:
            for name, part in job.result().items():
                found.setdefault(name, {}).update(part)
    if "routes" in parts:
        found["routes"] = things.routes()
    return {name: part for name, part in found.items() if name in parts}


def _walk(no: int, some: int, pictures: Path | None) -> dict[str, records.Part]:
    """Walk through a share of the addresses, in a database of its own."""
    from django.db import connection

    from tests.frozen.pages import walk

    empty = Path(connection.settings_dict["NAME"])
    connection.settings_dict["NAME"] = str(shutil.copy(empty, empty.with_name(f"{no}.sqlite3")))
    return walk(no, SHARES, some, pictures)


if __name__ == "__main__":
    sys.exit(main())
