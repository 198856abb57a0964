"""The numbers of sittings, by which phones send their hands."""

from __future__ import annotations

from django.db import connection
from django.db.models import Max

from scoring.common.refused import Refused
from scoring.table.models import Sitting

MOST_AHEAD = 100_000
"""How far above the numbers of this site a phone's number may be. A club's other laptop is much
less ahead."""
FAR_AHEAD = "The numbers of this table are too high for this site. Open a new table."


def count_past(number: int) -> None:
    """Give later sittings higher numbers than this one, which a phone knows from another laptop.
    Raise Refused if it is far above those of this site."""
    highest = Sitting.objects.aggregate(most=Max("pk"))["most"] or 0
    if number > highest + MOST_AHEAD:
        raise Refused(FAR_AHEAD)
    name = Sitting._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [name])
            (counter,) = cursor.fetchone()
            past = f"SELECT setval(%s, GREATEST(%s, last_value)) FROM {counter}"
            cursor.execute(past, [counter, number])
            return
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
        seq = max(number, *(seq for (seq,) in cursor.fetchall()), 0)
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
        cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [name, seq])
