"""`manage.py score`: sheets in (records in Euchre Game Notation too), scores out
(docs/sheet-format.md). It needs no database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from django.core.management.base import BaseCommand

from scoring.common.bounded import opened, read_lines, read_whole
from scoring.euchre import game_notation, score_out, sheet
from scoring.management.streams import written_out


class Command(BaseCommand):
    help = "Score sheets (euchre-sheet/1). Prints a table, or euchre-score/1 with --json."
    requires_system_checks = []

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "sheets", nargs="*", metavar="SHEET", help="a file (- or none: standard input)"
        )
        parser.add_argument(
            "--json", action="store_true", help="write one euchre-score/1 document per line"
        )
        parser.add_argument("--lines", action="store_true", help="read one sheet per line")

    def handle(self, *, sheets: list[str], lines: bool, **options) -> None:
        with written_out():
            done = [
                self.score(name, data, options["json"])
                for name, data in _read(sheets or ["-"], lines)
            ]
        if not all(done):
            sys.exit(1)

    def score(self, name: str, data: bytes | OSError, as_json: bool) -> bool:
        """Write the score of one sheet, or what is wrong with it; return whether it was scored."""
        try:
            scored = score_out.score(_sheet(data))
        except sheet.BadSheet as error:
            self.stderr.write(f"{name}: {error}")
            if as_json:
                self.write(_line(score_out.refusal(error)))
            return False
        self.write(_line(score_out.document(scored)) if as_json else score_out.table(scored))
        return True

    def write(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _read(names: list[str], lines: bool) -> Iterator[tuple[str, bytes | OSError]]:
    """Yield the sheets, each with the name that messages give it; an OSError for what cannot be
    read."""
    for name in names:
        try:
            with opened(name) as file:
                if not lines:
                    yield name, read_whole(file)
                    continue
                where = "line" if name == "-" else f"{name}: line"
                for no, line in enumerate(read_lines(file), start=1):
                    yield f"{where} {no}", line
        except OSError as cause:
            yield name, cause


def _sheet(data: bytes | OSError) -> sheet.Sheet:
    if isinstance(data, OSError):
        raise sheet.BadSheet(f"cannot be read: {data.strerror}")
    return game_notation.loads(data)


def _line(document: dict) -> str:
    return json.dumps(document, ensure_ascii=False)
