"""The migrations make the tables that today's models need."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
@pytest.mark.database
def test_no_model_lacks_a_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
