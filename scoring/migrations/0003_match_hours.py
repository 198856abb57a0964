from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_editions")]

    operations = [
        migrations.AddField(
            model_name="leaguematch",
            name="starts_at",
            field=models.TimeField(blank=True, null=True),
        ),
    ]
