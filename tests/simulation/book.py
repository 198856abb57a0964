"""The site's book as SQLite has it, read without any code of the site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    import sqlite3

FACTS = (
    *("maker", "bid", "forced", "tricks", "partner", "alone", "defender_alone", "special", "void"),
    *("call", "turned", "made", "trump", "dealer"),
)


class Book:
    """The database file, open from one look to the next."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._open: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close it, before another file takes its place."""
        if self._open:
            self._open.close()
        self._open = None

    def read(self, table: int) -> dict:
        """Return the sittings of a table with their players and hands, and what was done to
        these."""
        import sqlite3  # the site's: two libraries would break each other's locks

        self._open = self._open or sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)
        sittings = self._open.execute(
            "SELECT s.id, s.first_dealer, coalesce(nullif(s.rules_key, ''), t.rules_key) "
            "FROM scoring_sitting s JOIN scoring_table t ON t.id = s.table_id "
            "WHERE t.id=? ORDER BY s.no",
            [table],
        ).fetchall()
        return {"sittings": [_sitting(self._open, *row) for row in sittings]}

    def card(self, match: int) -> dict:
        """Return the points on the card of a match, by their fields, and how often each meeting was
        told."""
        import sqlite3  # the site's: two libraries would break each other's locks

        self._open = self._open or sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)
        rows = self._open.execute(
            "SELECT no, games, (SELECT count(*) FROM scoring_meetingreport r "
            "WHERE r.meeting_id = m.id) FROM scoring_meeting m WHERE match_id=? ORDER BY no",
            [match],
        ).fetchall()
        points = {
            f"{side}{no}-{at}": str(one)
            for no, games, _ in rows
            for at, game in enumerate(json.loads(games))
            for side, one in zip(("home", "away"), game, strict=True)
        }
        return {"points": points, "times": {str(no): times for no, _, times in rows}}


def _sitting(book: sqlite3.Connection, pk: int, dealer: int, rules: str) -> dict:
    facts = ", ".join(f'"{name}"' for name in FACTS)
    rows = book.execute(
        f"SELECT id, state, place, irregularities, same_as_id, {facts} FROM scoring_handrecord "
        "WHERE sitting_id=? ORDER BY place IS NULL, place, logged_at, id",
        [pk],
    ).fetchall()
    changes = book.execute(
        "SELECT record_id, kind FROM scoring_correction WHERE record_id IN "
        "(SELECT id FROM scoring_handrecord WHERE sitting_id=?) ORDER BY id",
        [pk],
    ).fetchall()
    kinds: dict[str, list[str]] = {}
    for record, kind in changes:
        kinds.setdefault(_id(record), []).append(kind)
    seats = book.execute("SELECT count(*) FROM scoring_seat WHERE sitting_id=?", [pk]).fetchall()[
        0
    ][0]
    return {
        "sitting": pk,
        "dealer": dealer,
        "rules": rules,
        "seats": seats,
        "hands": [
            {
                "id": _id(id),
                "state": state,
                "place": place,
                "same_as": same_as and _id(same_as),
                "facts": _told(offences, told),
                "changes": kinds.get(_id(id), []),
            }
            for id, state, place, offences, same_as, *told in rows
        ],
    }


def _id(stored: str) -> str:
    return str(UUID(stored))


def _told(offences: str, told: list) -> dict:
    facts = {name: said for name, said in zip(FACTS, told, strict=True) if said not in (None, "")}
    return facts | ({"irregularities": json.loads(offences)} if json.loads(offences) else {})
