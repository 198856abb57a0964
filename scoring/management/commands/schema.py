"""`manage.py schema`: the JSON Schema of a file format, or the OpenAPI document of the API
(docs/api.md)."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from scoring.management.formats import documents
from scoring.management.streams import in_words, written_out
from scoring.public.views.openapi import as_text


class Command(BaseCommand):
    help = "Print the JSON Schema of a file format, or the OpenAPI document of the API."

    def add_arguments(self, parser) -> None:
        parser.add_argument("name", nargs="?", help="one document; without it their names")
        parser.add_argument(
            "--into", type=Path, metavar="FOLDER", help="write all of them into this folder"
        )

    def handle(self, *, name: str | None, into: Path | None, **options) -> None:
        found = {known: as_text(document) for known, document in documents().items()}
        if into:
            try:
                into.mkdir(parents=True, exist_ok=True)
                for known, text in found.items():
                    (into / f"{known}.json").write_bytes(text.encode())
            except OSError as cause:
                raise CommandError(f"{in_words(cause)}.") from cause
            return
        if name and name not in found:
            raise CommandError(f"There is no document {name}. There are {', '.join(found)}.")
        with written_out():
            self.stdout.write(found[name].rstrip() if name else "\n".join(found))
