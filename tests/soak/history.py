"""The server's book as it stands in its database, read in a process of its own."""

from __future__ import annotations

import json
import sys

from tests.server import Server
from tests.soak.tally import History, Row
from tests.soak.truth import facts

READ = "from tests.soak.history import write; write()"


def write() -> None:
    """Print every table by its address: its hands with their changes, and its points."""
    from scoring.models import Link

    links = Link.objects.filter(right="write").select_related("table__session", "table__house")
    json.dump({f"/t/{link.token}/": _book(link.table) for link in links}, sys.stdout)


def _book(table) -> dict:
    hands = table.sitting.hands.prefetch_related("corrections")
    rows = [
        (str(one.pk), one.state, facts(one.hand), [change.kind for change in one.corrections.all()])
        for one in hands
    ]
    return {"rows": rows, "totals": table.sitting.totals}


def read(server: Server, sheets: dict[str, dict]) -> dict[str, History]:
    """Return the tables' histories by their addresses; `sheets` are what they export."""
    books = json.loads(server.manage("shell", "--no-imports", "-c", READ))
    scored = _scored(server, list(sheets.values()))
    return {
        path: History(
            rows=tuple(
                Row(id=id, state=state, facts=told, changes=tuple(c)) for id, state, told, c in rows
            ),
            totals=tuple(books[path]["totals"]),
            scored=points,
        )
        for path, points in zip(sheets, scored, strict=True)
        for rows in [books[path]["rows"]]
    }


def _scored(server: Server, sheets: list[dict]) -> list[tuple[int, ...]]:
    """Return what `manage.py score` makes of sheets."""
    file = server.data_dir / "sheets.jsonl"
    file.write_text("".join(f"{json.dumps(sheet)}\n" for sheet in sheets))
    said = server.manage("score", "--json", "--lines", str(file)).splitlines()
    return [
        tuple(json.loads(line)["totals"][name] for name in sheet["players"])
        for line, sheet in zip(said, sheets, strict=True)
    ]
