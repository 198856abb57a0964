"""`manage.py tally read`: read photographs or scans of a tournament's tally cards
(docs/tally-cards.md). It changes nothing."""

from __future__ import annotations

import json as to_json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from django.core.management.base import BaseCommand, CommandError

from scoring.euchre.wording import counted
from scoring.management.streams import Parser, in_words, written_out
from scoring.tournament.models import RoundTable, Tournament
from scoring.tournament.photos.library import missing
from scoring.tournament.queries.card_clips import card_mark, card_tokens
from scoring.tournament.queries.now import load_tournament

if TYPE_CHECKING:
    from scoring.tournament.photos.cards import Pile


class Command(BaseCommand):
    help = "Read pictures of a tournament’s tally cards. Prints what its tables agree on."

    def add_arguments(self, parser) -> None:
        what = parser.add_subparsers(dest="what", required=True, parser_class=Parser)
        read = what.add_parser("read", help="pictures, PDFs of a scanner, or folders of them")
        read.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
        read.add_argument(
            "--tournament", type=int, required=True, help="the number in its club night’s address"
        )
        read.add_argument("--json", action="store_true", help="write euchre-cards/1")

    def handle(self, *, pictures: list[Path], tournament: int, json: bool, **options) -> None:
        if lacking := missing():
            raise CommandError(lacking)
        # Imported here, because the libraries may be missing.
        from scoring.tournament.photos.cards import sorted_out
        from scoring.tournament.photos.reading import read_file

        found = Tournament.objects.filter(session=tournament).first()
        if found is None:
            raise CommandError(f"Club night {tournament} has no tournament.")
        numbers = dict(found.entrants.values_list("pk", "no"))
        try:
            files = [*_files(pictures)]
        except OSError as cause:
            raise CommandError(f"{in_words(cause)}.") from cause
        if not files:
            raise CommandError("There are no pictures in this folder.")
        seen = [read_file(path) for path in files]
        rows = RoundTable.objects.filter(round__tournament=found, round__published_at__isnull=False)
        places = rows.values_list("pk", "round__no", "no")
        tables = {key: (round, no) for key, round, no in places}
        about = {"key": found.pk, "mark": card_mark(found), "tables": tables}
        about["tokens"] = card_tokens(found)
        pile = sorted_out(load_tournament(found), seen, numbers, **about)
        said = pile.document(tournament)
        text = to_json.dumps(said, ensure_ascii=False) if json else "\n".join(_lines(pile))
        with written_out():
            self.stdout.write(text)
        if any(one.wrong for one in seen):
            sys.exit(1)


def _files(paths: list[Path]) -> Iterator[Path]:
    """Yield the files, and those in folders by name. Hidden files in a folder are no pictures."""
    for path in paths:
        if path.is_dir():
            there = (one for one in path.iterdir() if not one.name.startswith("."))
            yield from sorted(one for one in there if one.is_file())
        else:
            yield path


def _lines(pile: Pile) -> Iterator[str]:
    """Yield what was read in lines for people."""
    for seen in pile.files:
        if seen.cards or not seen.wrong:
            yield f"{seen.file}: {counted(len(seen.cards), 'card')}"
        if seen.wrong:
            yield seen.wrong
    for card, why in pile.unread:
        yield f"{card.picture}: {why}"
    for file, no in pile.hidden:
        yield f"{file}: the small code of card {no} is hidden. Photograph the card again."
    found = [("", *one) for one in pile.tables] + [("slip of ", *one) for one in pile.slips]
    for what, round, table in found:
        where = f"Round {round}, {what}table {table.table}"
        if table.agreed:
            points = [f"{side} {number}" for side, number in table.points.items()]
            level = "tied" if len({*table.points.values()}) == 1 else ""
            tie = [f"won by {table.tie}" if table.tie else level]
            lones = [
                f"{counted(times, 'lone hand')} by {no}"
                for no, times in table.lones.items()
                if times
            ]
            yield f"{where}: {', '.join(filter(None, [*points, *tie, *lones]))}"
        for asked in table.asked:
            paper = "row" if what else "card"
            yield f"{where}: look at {paper} {asked.owner}, {asked.why}"
