"""A version 1.1 made up of this one, with a migration more."""

import shutil
from pathlib import Path

from clubsite.build import version
from tests.server import ROOT

MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("scoring", {latest!r})]
    operations = [
        {operations}
    ]
"""
UPGRADE = """
import django
django.setup()
from clubsite.preparing import migrate
from clubsite.progress import Progress
migrate(Progress())
"""
"""What a start does to the database."""
NUMBER = "1.1.0"


def made_up(folder: Path, *operations: str) -> Path:
    """Make the next version in a folder, with these operations of a migration, and return it."""
    for name in ("clubsite", "scoring"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("docs", "static", "staticfiles", "templates"):
        (folder / name).symlink_to(ROOT / name)
    project = (ROOT / "pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text(project.replace(f'"{version()}"', f'"{NUMBER}"', 1))
    migrations = folder / "scoring" / "migrations"
    latest = max(file.stem for file in migrations.glob("0*.py"))
    made = MIGRATION.format(latest=latest, operations=",\n        ".join(operations))
    (migrations / "0999_next_year.py").write_text(made)
    return folder
