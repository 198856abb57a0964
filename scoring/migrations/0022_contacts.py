"""How somebody is reached, if they said so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0021_points_of_hands")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="phone",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="player",
            name="email",
            field=models.CharField(blank=True, max_length=120),
        ),
    ]
