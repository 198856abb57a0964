"""What a migration that makes many tables does it with."""

from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation


class CreateModels(Operation):
    """Make tables of which none is changed again meanwhile: what CreateModel does for each.

    After each CreateModel Django makes the classes of every model around it anew; here all of
    them are made once, which is most of the time of a new site's first start.
    """

    reversible = True

    def __init__(self, operations: list[CreateModel]) -> None:
        self.operations = operations

    def state_forwards(self, app_label, state):
        state.__dict__.pop("apps", None)  # made when they are asked for
        for one in self.operations:
            one.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for one in self.operations:
            one.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for one in reversed(self.operations):
            one.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self):
        return f"Create {len(self.operations)} models"
