"""The operation of a migration that makes many tables."""

from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation


class CreateModels(Operation):
    """Make many tables, as one CreateModel each would.

    After each CreateModel Django makes the classes of every model around it again. Here all of
    them are made once, which saves about half of the time of a new site's first start.
    """

    reversible = False

    def __init__(self, operations: list[CreateModel]) -> None:
        self.operations = operations

    def state_forwards(self, app_label, state):
        state.__dict__.pop("apps", None)  # made when they are asked for
        for one in self.operations:
            one.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for one in self.operations:
            one.database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self):
        return f"Create {len(self.operations)} models"
