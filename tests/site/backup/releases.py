"""The backups of all releases, with the facts that every later version must read from them.

`python -m tests.site.backup.releases` adds those of this version (CONTRIBUTING.md, "Make a
release").
"""

from __future__ import annotations

import json
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tests import template

FOLDER = Path(__file__).parent / "releases"


def main() -> None:
    """Make a site with the demo club, and keep its backup under this version's name."""
    from clubsite.build import version

    with tempfile.TemporaryDirectory() as site:
        on_site(Path(site), "migrate", "-v0")
        on_site(Path(site), "demo", "--evenings=6")
        keep(Path(site), FOLDER / version())


def keep(site: Path, name: Path) -> None:
    """Write the backup of the site in this data folder to NAME.zip, its facts to NAME.json."""
    code = f"from tests.site.backup.releases import write; write({str(name)!r})"
    on_site(site, "shell", "-v0", "-c", code)


def on_site(site: Path, *words: str) -> None:
    """Run a command of manage.py on the site in this data folder."""
    database = f"sqlite:///{site / 'bowerbook.sqlite3'}"
    template.manage(*words, DATA_DIR=str(site), DATABASE_URL=database)


def write(name: str) -> None:
    """Write both files: called in a process of the site."""
    from django.utils import timezone

    from scoring.site.backup.making import make_backup

    file = Path(name)
    make_backup(folder=file.parent, now=timezone.now()).rename(f"{name}.zip")
    told = json.dumps(facts(), ensure_ascii=False, sort_keys=True)
    Path(f"{name}.json").write_text(told, encoding="utf-8")


def lay_out(backup: Path, site: Path) -> None:
    """Make the database of a site as the version that made this backup had it."""
    from django.db import connections, transaction

    from scoring.site.backup import scratch
    from scoring.site.backup.archive import Reading
    from scoring.site.backup.rows import read, store

    found = Reading(backup)
    members = {member.name: member for member in found.manifest.members}
    with scratch._database(site) as alias, scratch._in_place_of_the_site(alias):
        made = connections["default"]
        models = scratch._migrated_as(found.manifest.migrations)
        with made.constraint_checks_disabled(), transaction.atomic():
            for model in models:
                rows = read(model, found.lines(members[model._meta.db_table]))
                store(model, rows, into=made)
    (site / "scratch.sqlite3").rename(site / "bowerbook.sqlite3")


def facts() -> dict:
    """Return scores, signed closings, sheets, prizes, accounts, seasons and league tables."""
    from scoring.models import Closing, Club, League, Season, Sitting, Tournament
    from scoring.money.queries.accounts import balances, cash_of

    sittings = Sitting.objects.order_by("table__session", "table__no", "no")
    found = {
        "sittings": [
            [one.table.session_id, one.table.no, one.no, one.names, one.totals, one.dealer]
            for one in sittings
        ],
        "closings": [
            [one.session_id, one.no, one.document, [*map(_payment, one.payments.order_by("pk"))]]
            for one in Closing.objects.order_by("session", "no")
        ],
        "sheets": [_sheet(one) for one in sittings],
        "prizes": [[one.session_id, one.results] for one in Tournament.objects.order_by("session")],
        "accounts": [
            [club.name, cash_of(club), sorted(balances(club).items())]
            for club in Club.objects.order_by("pk")
        ],
        "seasons": [_season(one) for one in Season.objects.order_by("pk")],
        "leagues": [_league(one) for one in League.objects.order_by("pk")],
    }
    return json.loads(json.dumps(found))


def _payment(due) -> list:
    return [due.payer.name, due.payee.name, due.amount, due.paid_at is not None]


def _sheet(sitting) -> list:
    """Return the rules, the players and the hash of a sitting's sheet, as its address has it."""
    from django.test import Client

    link = sitting.table.links.get(right="write", revoked_at=None)
    answer = Client().get(f"/t/{link.token}/sheet-{sitting.no}.json", headers={"host": "localhost"})
    sheet = json.loads(answer.getvalue())
    whole = json.dumps(sheet, sort_keys=True)
    return [sheet["rules"], sheet["players"], sha256(whole.encode()).hexdigest()]


def _season(season) -> list:
    from scoring.club.queries.seasons import rows_of

    rows = [
        [row.name, row.evenings, row.hands, row.points, row.net_minor] for row in rows_of(season)
    ]
    return [season.pk, sorted(rows)]


def _league(league) -> list:
    from scoring.league.pure.table import tables
    from scoring.league.queries.season import load_season

    found = tables(load_season(league, pairs=True))
    return [
        [division.name, [[row.place, row.team, row.points] for row in division.rows]]
        for division in found
    ]


if __name__ == "__main__":
    sys.exit(main())
