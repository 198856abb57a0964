"""Since when a table asks its other side to agree."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0019_banker")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="asks_since",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
