from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0025_own_tricks"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="cardclip",
            name="one_clip_a_file",
        ),
        migrations.AddField(
            model_name="cardclip",
            name="slip",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="cardclip",
            constraint=models.UniqueConstraint(
                fields=("digest", "round_table", "entrant", "slip"), name="one_clip_a_file"
            ),
        ),
    ]
