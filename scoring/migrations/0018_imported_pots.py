from django.db import migrations


def leave_out(apps, schema_editor):
    """The accounts have no money of tournaments that were imported before."""
    reports = apps.get_model("scoring", "Report").objects.filter(by="taken in")
    entries = apps.get_model("scoring", "Entry").objects.filter(kind__in=["received", "held"])
    found = apps.get_model("scoring", "Tournament").objects.filter(
        pk__in=reports.values("round_table__round__tournament")
    )
    counted_here = entries.exclude(session=None).values("session")
    found.exclude(session__in=counted_here).update(in_accounts=False)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_pots_of_imports")]

    operations = [migrations.RunPython(leave_out, migrations.RunPython.noop)]
