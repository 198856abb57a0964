"""Who pays from the pool at a Call-Ace table (Foster 1905, p. 18)."""

from django.db import migrations, models
from django.db.models.deletion import SET_NULL


class Migration(migrations.Migration):
    dependencies = [("scoring", "0018_rulings")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="banker",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=SET_NULL,
                related_name="+",
                to="scoring.player",
            ),
        ),
    ]
