from django.db import migrations


def hold(apps, schema_editor):
    """What was counted in the pots of open tournaments is held for players from now on."""
    entries = apps.get_model("scoring", "Entry").objects
    open_ones = apps.get_model("scoring", "Tournament").objects.filter(finished_at=None)
    for tournament in open_ones:
        for pot in tournament.settings.get("pots", ()):
            lines = entries.filter(
                session=tournament.session_id, kind="received", note=pot["name"], reverses=None
            )
            for line in lines.filter(reversed_by=None):
                line.pot, line.held_minor = pot["name"], line.amount_minor
                line.save(update_fields=["pot", "held_minor"])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_pots_carried_over")]

    operations = [migrations.RunPython(hold, migrations.RunPython.noop)]
