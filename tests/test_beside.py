"""Machines are updated one after another: the version before goes on beside an upgraded database,
unless the changelog says to stop all machines."""

import os
import re
import subprocess
import sys

import pytest
from django.db import migrations, models
from django.db.migrations.state import ModelState, ProjectState

from scoring.site.backup.archive import read_manifest
from tests import server as servers
from tests.bench.line import Line
from tests.bench.phone import Phone
from tests.beside import of_a_later_version, unsafe
from tests.next_version import NUMBER, UPGRADE, made_up
from tests.server import ROOT
from tests.site.backup.releases import FOLDER

STOP = set()
"""Migrations since the last release for which all machines must be stopped."""
STOPS = "Stop all machines"
"""What the changelog says then, under the version."""


def released():
    """Return the migrations that a release had, if there was one."""
    known = set()
    for file in FOLDER.glob("*.zip"):
        known |= {tuple(one.split(".", 1)) for one in read_manifest(file).migrations}
    return known


def test_migrations_since_a_release_let_it_go_on_or_the_changelog_says_to_stop_it():
    known = released()
    found = of_a_later_version(known) if known else {}
    assert {name: why for name, why in found.items() if why and name not in STOP} == {}
    top = re.search(r"^## .*?(?=^## |\Z)", (ROOT / "CHANGELOG.md").read_text(), re.M | re.S)[0]
    assert (STOPS in top) == bool(STOP)


def test_the_rule_looks_at_every_migration_after_the_first():
    found = of_a_later_version({("scoring", "0001_initial")})
    assert {"0005_former_terms", "0020_lone_bids"} <= found.keys()
    assert found["0005_former_terms"] == []
    assert found["0020_lone_bids"] != []


TEXT = models.CharField(max_length=40)
CHECK = models.CheckConstraint(condition=models.Q(motto=""), name="no_motto")
INDEX = models.Index(fields=["motto"], name="by_motto")
SAFE = {
    "a model": [migrations.CreateModel("Trophy", [("id", models.BigAutoField(primary_key=True))])],
    "a constraint of a new model": [
        migrations.CreateModel("Trophy", [("motto", TEXT)]),
        migrations.AddConstraint("trophy", CHECK),
    ],
    "a field that the database fills in": [
        migrations.AddField("club", "town", models.CharField(max_length=40, db_default=""))
    ],
    "a field that may be null": [
        migrations.AddField("club", "since", models.IntegerField(null=True))
    ],
    "an index": [migrations.AddIndex("club", INDEX)],
    "more letters": [migrations.AlterField("club", "motto", models.CharField(max_length=80))],
    "no number": [migrations.AlterField("club", "size", models.IntegerField(null=True))],
    "other words": [
        migrations.AlterField("club", "motto", models.CharField(max_length=40, help_text="A line"))
    ],
    "no check": [migrations.RemoveConstraint("club", CHECK.name)],
}
UNSAFE = {
    "a field that only the new version fills in": [
        migrations.AddField("club", "town", models.CharField(max_length=40, default=""))
    ],
    "a field that differs in every row": [
        migrations.AddField(
            "club", "code", models.CharField(max_length=9, unique=True, db_default="")
        )
    ],
    "no field": [migrations.RemoveField("club", "motto")],
    "no model": [migrations.DeleteModel("Club")],
    "another name": [migrations.RenameField("club", "motto", "line")],
    "fewer letters": [migrations.AlterField("club", "motto", models.CharField(max_length=20))],
    "another kind": [migrations.AlterField("club", "motto", models.TextField())],
    "a check": [migrations.AddConstraint("club", CHECK)],
    "a step of ours": [migrations.RunPython(migrations.RunPython.noop)],
    "SQL": [migrations.SeparateDatabaseAndState([migrations.RunSQL("SELECT 1")])],
}


def verdicts(cases):
    """Return for each of these migrations whether something in it is unsafe."""
    found = {}
    for name, operations in cases.items():
        state = ProjectState()
        fields = [("id", models.BigAutoField(primary_key=True)), ("motto", TEXT)]
        fields += [("size", models.IntegerField())]
        options = {"constraints": [CHECK], "indexes": []}
        state.add_model(ModelState("scoring", "Club", fields, options))
        migration = migrations.Migration("made_up", "scoring")
        migration.operations = operations
        found[name] = bool([*unsafe(migration, state)])
    return found


def test_what_only_adds_is_safe_and_what_takes_or_demands_is_not():
    assert verdicts(SAFE) == dict.fromkeys(SAFE, False)
    assert verdicts(UNSAFE) == dict.fromkeys(UNSAFE, True)


@pytest.fixture
def next_version(tmp_path):
    """The folder of a version 1.1, whose migration is safe by the rule."""
    return made_up(
        tmp_path / "next",
        'migrations.AddField("club", "town", models.CharField(max_length=40, db_default=""))',
        'migrations.AddField("table", "town", models.CharField(max_length=40, db_default=""))',
        'migrations.AddField("handrecord", "town", models.CharField(max_length=9, null=True))',
        'migrations.CreateModel("Trophy", [("id", models.BigAutoField(primary_key=True))])',
    )


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.thorough
def test_a_machine_of_the_version_before_serves_on_while_another_is_updated(
    database_url, next_version
):
    key = {"SECRET_KEY": "one key, which every machine knows and nobody else"}
    with servers.start(database_url, **key) as old, servers.start(database_url, **key) as other:
        phone = Phone(old)
        answers = [phone.log() for _ in range(8)]  # PostgreSQL prepares what is asked often
        other.end()
        done = subprocess.run(
            [sys.executable, "-c", UPGRADE],
            cwd=next_version,
            env={**os.environ, **other.environment, "PYTHONPATH": str(next_version)},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        answers += [phone.log() for _ in range(8)]
        other.restart(root=next_version, words=servers.SERVE)
        for machine in (other, old) * 4:
            phone.line = Line(machine.port)
            answers.append(phone.log())
            phone.look()
        Phone(old).log()  # a new table
        Phone(other).log()
        assert [one.status for one in answers] == [200] * 24
        said = [Line(one.port).get("/healthz").body.decode() for one in (old, other)]
        assert [NUMBER in one for one in said] == [False, True], said
        assert "Traceback" not in old.log + other.log
