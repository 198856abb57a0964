"""The club's book: each line has a day of its own, what was paid at once is one line to read, and
what was entered for many can be taken back together."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("scoring", "0023_terms")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="year_begins",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterModelOptions(
            name="entry", options={"ordering": ["dated", "at", "pk"]}
        ),
        migrations.RemoveConstraint(model_name="entry", name="the_club_alone_receives_or_spends"),
        migrations.AddField(
            model_name="entry",
            name="dated",
            field=models.DateField(default=django.utils.timezone.localdate),
        ),
        migrations.AddField(
            model_name="entry",
            name="settles",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="settled_by",
                to="scoring.entry",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="together",
            field=models.UUIDField(blank=True, db_index=True, null=True),
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("settlement", "Settlement"),
                    ("payment", "Payment"),
                    ("fee", "Fee"),
                    ("pot", "Pot"),
                    ("prize", "Prize"),
                    ("paid in", "Paid In"),
                    ("paid out", "Paid Out"),
                    ("received", "Received"),
                    ("spent", "Spent"),
                    ("adjustment", "Adjustment"),
                    ("charge", "Charge"),
                    ("opening", "Opening"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["club", "dated"], name="entries_by_day"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=Q(debited__isnull=False)
                | Q(credited__isnull=False)
                | Q(kind__in=["received", "spent", "opening"]),
                name="the_club_alone_receives_or_spends",
            ),
        ),
    ]
