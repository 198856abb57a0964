"""Which migrations let the version before go on beside them, so that machines are updated one after
another (docs/decisions/0076-one-machine-after-another.md)."""

from collections.abc import Iterator

from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    AlterModelManagers,
    AlterModelOptions,
    CreateModel,
    RemoveConstraint,
    RemoveIndex,
    SeparateDatabaseAndState,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field, ManyToManyField
from django.db.models.fields import NOT_PROVIDED

UNNOTICED = (AddIndex, AlterModelManagers, AlterModelOptions, RemoveConstraint, RemoveIndex)
"""The version before writes and reads as it did."""
LOOSER = {"null": lambda was, now: now, "max_length": lambda was, now: now is None or now > was}
"""By a field's setting, whether its change lets it have more."""


def unsafe(migration: Migration, state: ProjectState) -> Iterator[str]:
    """Yield each operation of a migration that the version before can't work beside. The state is
    that before the migration, and is changed to that after it."""
    new = set()
    for operation in migration.operations:
        yield from _unsafe(operation, state, migration.app_label, new)
        operation.state_forwards(migration.app_label, state)


def of_a_later_version(
    known: set[tuple[str, str]], loader: MigrationLoader | None = None
) -> dict[str, list[str]]:
    """Return, for each migration of ours that is not among the known ones, what is unsafe in it."""
    loader = loader or MigrationLoader(None)
    found = {}
    for key in loader.graph.forwards_plan(loader.graph.leaf_nodes("scoring")[0]):
        if key[0] == "scoring" and key not in known:
            state = loader.project_state(key, at_end=False)
            found[key[1]] = [*unsafe(loader.graph.nodes[key], state)]
    return found


def _unsafe(operation: Operation, state: ProjectState, app: str, new: set[str]) -> Iterator[str]:
    if isinstance(operation, SeparateDatabaseAndState):
        for one in operation.database_operations:
            yield from _unsafe(one, state, app, new)
    elif isinstance(operation, CreateModel):
        new.add(operation.name_lower)
    elif getattr(operation, "model_name", "").lower() in new or isinstance(operation, UNNOTICED):
        return
    elif isinstance(operation, AddField):
        if not _may_be_left_out(operation.field):
            yield f"{operation.describe()}: give it db_default, or let it be null"
        if operation.field.unique and not operation.field.null:
            yield f"{operation.describe()}: two rows of the version before are alike"
    elif isinstance(operation, AlterField):
        fields = state.models[app, operation.model_name_lower].fields
        for name in _narrower(fields[operation.name], operation.field):
            yield f"{operation.describe()}: {name}"
    elif isinstance(operation, AddConstraint):
        yield f"{operation.describe()}: the version before doesn’t know it"
    else:
        yield operation.describe()


def _may_be_left_out(field: Field) -> bool:
    """Whether a row can be inserted without this field."""
    return isinstance(field, ManyToManyField) or field.null or field.db_default is not NOT_PROVIDED


def _narrower(was: Field, now: Field) -> Iterator[str]:
    """Yield the settings of a field by which its column takes less than before, or another kind."""
    (_, kind, _, old), (_, kind_now, _, new) = was.deconstruct(), now.deconstruct()
    if kind != kind_now:
        yield kind_now
    for name in sorted(old.keys() | new.keys()):
        if name in ("default", "db_default", *now.non_db_attrs) or old.get(name) == new.get(name):
            continue
        looser = LOOSER.get(name)
        if not (looser and looser(old.get(name), new.get(name))):
            yield name
