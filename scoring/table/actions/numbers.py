"""The numbers of tables and sittings, by which phones send their hands."""

from __future__ import annotations

from django.db import connection
from django.db.models import Max, Model

from scoring.common.refused import Refused
from scoring.table.models import Sitting, Table

MOST_AHEAD = 100_000
"""How far above the numbers of this site a phone's number may be. A club's other laptop is much
less ahead."""
FAR_AHEAD = "The numbers of this table are too high for this site. Open a new table."


def count_past(number: int, *, of: type[Model] = Sitting) -> None:
    """Give later sittings, or tables, higher numbers than this one, which a phone knows from
    another laptop. Raise Refused if it is far above those of this site."""
    highest = of._base_manager.aggregate(most=Max("pk"))["most"] or 0
    if number > highest + MOST_AHEAD:
        raise Refused(FAR_AHEAD)
    name = of._meta.db_table
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


def renumber_table(table: Table, number: int | None) -> Table:
    """Return a table that was made again, under the number that its phones know. With it they send
    their hands also after its link was renewed. A table keeps its new number if another has the old
    one by now, or if the old one is higher, because no address can use up the site's numbers."""
    if number is None or number >= table.pk or Table.objects.filter(pk=number).exists():
        return table
    new, same = table.pk, Table.objects.get(pk=table.pk)
    Table.objects.filter(pk=new).update(no=same.no + 1000, key=None)
    same.pk = number
    same.save(force_insert=True)
    for one in Table._meta.related_objects:
        rows = one.related_model._base_manager.filter(**{one.field.name: new})
        rows.update(**{one.field.name: number})
    Table.objects.filter(pk=new).delete()
    return same
