from django.db import migrations


def name_tries(apps, schema_editor):
    """Pots that were filled for lone hands meant those that were tried. "lone" now means made."""
    for name in ("Tournament", "SavedFormat"):
        for one in apps.get_model("scoring", name).objects.all():
            filled = [pot for pot in one.settings.get("pots", ()) if pot.get("for_each") == "lone"]
            for pot in filled:
                pot["for_each"] = "tried"
            if filled:
                one.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0013_tickets_and_reasons")]

    operations = [migrations.RunPython(name_tries, migrations.RunPython.noop)]
