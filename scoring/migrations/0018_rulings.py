from django.db import migrations, models
from django.db.models import Q


def by_the_rulings_of_their_day(apps, schema_editor):
    """What was signed, or announced, stays; what is still played is scored anew."""
    tables = apps.get_model("scoring", "Table").objects
    signed = Q(session__closed_at__isnull=False) | Q(session__tournament__finished_at__isnull=False)
    before = tables.filter(signed).values_list("pk", flat=True)
    tables.filter(pk__in=list(before)).update(rulings="before")
    tables.filter(rulings="", sittings__isnull=False).update(rulings="anew")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_bids")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="rulings",
            field=models.CharField(
                blank=True,
                choices=[("before", "before 0.6"), ("anew", "scored anew")],
                max_length=6,
            ),
        ),
        migrations.RunPython(by_the_rulings_of_their_day, migrations.RunPython.noop),
    ]
