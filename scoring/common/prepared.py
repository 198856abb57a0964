"""Prepared queries for every tap: Django writes the SQL once, then only the values change.

Otherwise Django takes several times as long to write it as all the rest, including the database
(docs/speed.md). PostgreSQL also plans such a query once per connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import CharField, Field, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery
from django.utils.functional import cached_property


def prepared_cursor() -> CursorWrapper:
    """Return a cursor that sends PostgreSQL the query apart from its values, so that it recognises
    the query. `prepare_threshold` in the settings says after how many uses."""
    cursor = connection.cursor()
    if connection.vendor == "postgresql":
        from django.db.backends.postgresql.base import ServerBindingCursor

        cursor.cursor = ServerBindingCursor(connection.connection)
    return cursor


VALUE = object()
"""Where the value is among what a query gets."""


class Prepared:
    """A query with one value, and perhaps constants of other types. A call returns the list that
    the queryset `ask(value)` would: objects with their annotations and select_related ones, or the
    tuples of `values_list`. The results of `make` are cached by the columns of a tuple."""

    def __init__(self, ask: Callable[[object], QuerySet], *, make: Callable | None = None) -> None:
        self.ask = ask
        self.make = make

    def __call__(self, value: object) -> list:
        if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
            value = value.hex
        if "compiler" not in self.__dict__:
            self._write(value)
        with prepared_cursor() as cursor:
            cursor.execute(self.sql, [value if one is VALUE else one for one in self.values])
            rows = cursor.fetchall()
        if self.make:
            return list(map(self._made, rows))
        rows = self._converted(rows)
        return [self._object(row) for row in rows] if self.objects else list(map(tuple, rows))

    def _write(self, value: object) -> None:
        asked = self.ask(value)
        compiler = asked.query.get_compiler(connection=connection)
        self.sql, values = compiler.as_sql()
        if {one for one in values if type(one) is type(value)} != {value}:
            raise ValueError(f"A prepared query has one value of its type, not {values}.")
        self.values = [VALUE if type(one) is type(value) else one for one in values]
        self.objects = asked._fields is None
        self.converters = compiler.get_converters([column for column, *_ in compiler.select])
        self.compiler = compiler

    def _converted(self, rows: Iterable[tuple]) -> Iterable[Sequence]:
        return self.compiler.apply_converters(rows, self.converters) if self.converters else rows

    def made(self, rows: Iterable[tuple]) -> list:
        """Return what `make` makes of rows with the columns of this query, which another query
        brought as the database has them."""
        if "compiler" not in self.__dict__:
            self._write(0)
        return list(map(self._made, rows))

    @cached_property
    def _made(self) -> Callable:
        @lru_cache(maxsize=8192)
        def made(row: tuple) -> object:
            return self.make(*next(iter(self._converted([row]))))

        return made

    @cached_property
    def _columns(self) -> tuple:
        info, select = self.compiler.klass_info, self.compiler.select
        own = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        names = [column.target.attname for column, *_ in select[own]]
        related = get_related_populators(info, select, DEFAULT_DB_ALIAS)
        return info["model"], names, own, related, self.compiler.annotation_col_map.items()

    def _object(self, row: tuple) -> object:
        model, names, own, related, annotated = self._columns
        found = model.from_db(DEFAULT_DB_ALIAS, names, row[own])
        for populator in related:
            populator.populate(row, found)
        for name, place in annotated:
            setattr(found, name, row[place])
        return found


class KeyTaken(IntegrityError):
    """Another row has this key. The transaction can go on."""


class PreparedInsert:
    """Called with a new object of its model, this stores it as `save(force_insert=True)` would. Its
    key is given before; no signal is sent. Raise KeyTaken if another row has its key."""

    def __init__(self, model: type[Model]) -> None:
        self.model = model

    def __call__(self, new: Model) -> None:
        values = [self._as_stored(new, field) for field in self._fields]
        with prepared_cursor() as cursor:
            cursor.execute(self._sql, values)
            if not cursor.rowcount:
                raise KeyTaken
        new._state.adding, new._state.db = False, DEFAULT_DB_ALIAS

    @staticmethod
    def _as_stored(new: Model, field: Field) -> object:
        value = field.pre_save(new, True)
        if value is None or (type(value) is str and isinstance(field, CharField)):
            return value
        return field.get_db_prep_save(value, connections[DEFAULT_DB_ALIAS])

    @cached_property
    def _fields(self) -> list:
        return self.model._meta.concrete_fields

    @cached_property
    def _sql(self) -> str:
        query, key = InsertQuery(self.model), self.model._meta.pk.column
        query.insert_values(self._fields, [self.model()])
        ((sql, _),) = query.get_compiler(connection=connection).as_sql()
        return f"{sql} ON CONFLICT ({connection.ops.quote_name(key)}) DO NOTHING"
