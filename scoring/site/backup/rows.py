"""The tables of a backup, and their rows as lines, the same for SQLite and PostgreSQL.

The tables and columns depend on the migrations of the database. So the models are those of that
time (`models_at`), and a site can also be backed up before an upgrade.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import date, datetime, time
from itertools import islice
from uuid import UUID

from django.apps import apps as today
from django.apps.registry import Apps
from django.core.exceptions import ValidationError
from django.db import DatabaseError, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from scoring.site.backup import BadBackup
from scoring.site.club_file.values import writer_of

APPS = ("auth", "scoring")
"""Whose migrations decide what is in a backup."""
USERS = "auth.user"
NOT_IN_IT = {"scoring.restored", "scoring.visitor", "scoring.cardclip"}
"""The records of restores, which stay after a restore, the recent visitors, and pictures of cards,
which are deleted by a restore."""
AT_ONCE = 2000
CACHE = 64_000
"""Kilobytes that SQLite may keep of its indexes while rows come in, in no order that suits them."""
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
READERS = {
    models.DateTimeField: datetime.fromisoformat,
    models.DateField: date.fromisoformat,
    models.TimeField: time.fromisoformat,
    models.UUIDField: UUID,
    models.JSONField: lambda value: value,
}
"""Fields whose values JSON does not have; both databases want them prepared, too."""
PLAIN = ((models.BooleanField, bool), (models.IntegerField, int), (models.CharField, str))
"""Fields whose values are stored unchanged, with their types."""


def applied_in(loader: MigrationLoader) -> list[str]:
    """Return the migrations of the loader's database, as a manifest names them."""
    ours = (key for key in loader.applied_migrations if key[0] in APPS)
    return sorted(f"{app}.{name}" for app, name in ours)


def leaves(loader: MigrationLoader, migrations: Iterable[str]) -> list[tuple[str, str]]:
    """Return those of these migrations that no other of them builds on."""
    among = {tuple(one.split(".", 1)) for one in migrations} & set(loader.graph.nodes)
    children = {key: {child.key for child in loader.graph.node_map[key].children} for key in among}
    return sorted(key for key in among if not children[key] & among)


def is_today(migrations: Iterable[str]) -> bool:
    """Return whether these are all migrations there are, so that the models are today's."""
    done = {tuple(one.split(".", 1)) for one in migrations}
    return {key for key in MigrationLoader(None).graph.nodes if key[0] in APPS} <= done


def models_at(loader: MigrationLoader, migrations: Iterable[str]) -> list[type[models.Model]]:
    """Return the models whose rows a backup holds, in their state after these migrations."""
    if is_today(migrations):
        return models_in()
    return models_in(loader.project_state(leaves(loader, migrations)).apps)


def models_in(apps: Apps = today) -> list[type[models.Model]]:
    """Return the models whose rows a backup holds, in the order of their tables' names."""
    found = [model for model in apps.get_models(include_auto_created=True) if _is_in_it(model)]
    return sorted(found, key=lambda model: model._meta.db_table)


def _is_in_it(model: type[models.Model]) -> bool:
    """Return whether a model is in a backup. Accounts and all our models are, but not those that
    Django fills automatically, or those about visits."""
    label = model._meta.label_lower
    return label == USERS or (label.startswith("scoring.") and label not in NOT_IN_IT)


def lines(model: type[models.Model], *, using: str = "default") -> Iterator[bytes]:
    """Yield the rows of a table as lines, in the order of their keys."""
    fields = model._meta.local_concrete_fields
    names, writers = [one.attname for one in fields], [_writer(one) for one in fields]
    with closing(values(model, using=using)) as rows:
        for row in rows:
            said = {
                name: value if write is None or value is None else write(value)
                for name, write, value in zip(names, writers, row, strict=True)
            }
            yield ENCODER.encode(said).encode() + b"\n"


def values(model: type[models.Model], *, using: str) -> Iterator[tuple]:
    """Yield the rows of a table, the values of its columns each, in the order of their keys."""
    names = [one.attname for one in model._meta.local_concrete_fields]
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)
    with closing(rows.iterator(chunk_size=AT_ONCE)) as found:
        yield from found


def read(model: type[models.Model], lines: Iterable[bytes]) -> Iterator[list]:
    """Yield what the lines say, the values of the table's columns each; raise BadBackup."""
    fields = model._meta.local_concrete_fields
    readers = [(one.attname, _reader(one)) for one in fields]
    names = {name for name, _ in readers}
    for number, line in enumerate(lines, start=1):
        try:
            said = json.loads(line)
            if said.keys() != names:
                raise ValueError("other columns")
            yield [said[name] if said[name] is None else made(said[name]) for name, made in readers]
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as wrong:
            table = model._meta.db_table
            raise BadBackup(f"has a row that makes no sense: {table}, line {number}.") from wrong


def store(
    model: type[models.Model], rows: Iterable[list | tuple], *, into: BaseDatabaseWrapper
) -> int:
    """Store rows with these values as they are; return how many. Raises DatabaseError, ValueError
    and others for what this database cannot hold."""
    fields, quoted = model._meta.local_concrete_fields, into.ops.quote_name
    columns = ", ".join(quoted(one.column) for one in fields)
    places = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES ({places})"
    prepare = [
        (no, one.get_db_prep_save) for no, one in enumerate(fields) if type(_meant(one)) in READERS
    ]
    rows, number = iter(rows), 0
    with into.cursor() as cursor:
        while some := list(map(list, islice(rows, AT_ONCE))):
            for row in some:
                for no, prepared in prepare:
                    row[no] = prepared(row[no], into)
            cursor.executemany(sql, some)
            number += len(some)
    return number


REFUSED = (DatabaseError, ValidationError, ValueError, TypeError, OverflowError)
"""What `store` raises for rows that a database cannot hold."""


def _meant(field: models.Field) -> models.Field:
    """Return the field whose values a reference has; any other field itself."""
    return _meant(field.target_field) if field.is_relation else field


def _writer(field: models.Field) -> Callable | None:
    return writer_of(_meant(field))


def _reader(field: models.Field) -> Callable:
    """Return the function that makes a value of the field from JSON, or raises."""
    meant = _meant(field)
    if type(meant) in READERS:
        return READERS[type(meant)]
    wanted = next(kind for of, kind in PLAIN if isinstance(meant, of))

    def read(value: object) -> object:
        if type(value) is not wanted:
            raise TypeError("of another type")
        return value

    return read
