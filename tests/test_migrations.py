"""The migrations make the tables that today's models need."""

import pytest
from django.apps import apps
from django.core.management import call_command


@pytest.mark.django_db
@pytest.mark.database
def test_no_model_lacks_a_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_no_column_has_an_index_of_its_own_beside_one_that_begins_with_it():
    """SQLite may take the smaller one, and sort all rows of a club to read the latest."""
    found = []
    for model in apps.get_app_config("scoring").get_models():
        begin = {index.fields[0] for index in model._meta.indexes if len(index.fields) > 1}
        keys = [one for one in model._meta.concrete_fields if one.remote_field and one.db_index]
        found += [f"{model.__name__}.{key.name}" for key in keys if key.name in begin]
    assert found == []
