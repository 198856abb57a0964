import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0023_paper"),
    ]

    operations = [
        migrations.CreateModel(
            name="CardClip",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("marks", models.JSONField(default=dict)),
                ("clipping", models.BinaryField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clips",
                        to="scoring.entrant",
                    ),
                ),
                (
                    "round_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clips",
                        to="scoring.roundtable",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("digest", "round_table", "entrant"), name="one_clip_a_file"
                    )
                ],
            },
        ),
    ]
