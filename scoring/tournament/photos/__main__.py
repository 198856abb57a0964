"""`python -m scoring.tournament.photos FILE`: read one file within bounds, and print what
`scoring.tournament.photos.apart` understands."""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from dataclasses import asdict
from pathlib import Path

from scoring.common.machine import bound_itself, give_way
from scoring.tournament.photos.apart import MEMORY, MOST_PRINTED, SECONDS
from scoring.tournament.photos.reading import Seen, SeenCard, read_file


def main(path: str) -> None:
    """Print the cards of a file as JSON."""
    give_way(5)
    bound_itself(memory=MEMORY, seconds=SECONDS, written=MOST_PRINTED)
    print(json.dumps(_document(read_file(Path(path), clipped=True))))


def _document(seen: Seen) -> dict:
    return {
        "wrong": seen.wrong,
        "players": sorted(seen.players),
        "cards": [_card(card) for card in seen.cards],
    }


def _card(card: SeenCard) -> dict:
    rows = zip(card.rows, card.clippings, strict=True)
    return {
        "kind": card.code.kind,
        "number": card.code.number,
        "mark": card.code.mark,
        "slip": card.code.slip,
        "first": card.code.first,
        "placed": bool(card.rows),
        "rows": [
            [asdict(row), b64encode(clipping).decode()]
            for row, clipping in rows
            if row is not None and clipping
        ],
    }


if __name__ == "__main__":
    main(sys.argv[1])
