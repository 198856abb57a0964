"""Whether who checks in at the door of a tournament's evening is entered by that."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0025_days_of_lines")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="enters_arrivals",
            field=models.BooleanField(blank=True, null=True),
        ),
    ]
