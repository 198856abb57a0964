"""Seasons in which places bring points, and results that were brought from elsewhere."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0028_parts_of_tournaments")]

    operations = [
        migrations.AlterField(
            model_name="season",
            name="counts",
            field=models.CharField(
                choices=[
                    ("all", "all tables"),
                    ("points", "tables where each plays for himself, without games"),
                    ("games", "tables where games are played"),
                    ("tournaments", "tournaments"),
                ],
                default="all",
                max_length=11,
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="place_points",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="season",
            name="others_take",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="season",
            name="places_by",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="season",
            name="level",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "share the points of their places"),
                    ("each", "take the points of their place each"),
                ],
                default="",
                max_length=4,
            ),
        ),
        migrations.CreateModel(
            name="EarlierList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("tournaments", models.BooleanField(default=False)),
                ("brought_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=80)),
                ("key", models.UUIDField(blank=True, null=True, unique=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="earlier_lists",
                        to="scoring.club",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="carried_in",
                        to="scoring.season",
                    ),
                ),
            ],
            options={"ordering": ["-brought_at", "-pk"]},
        ),
        migrations.CreateModel(
            name="EarlierResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("played_on", models.DateField(blank=True, null=True)),
                ("title", models.CharField(blank=True, max_length=60)),
                ("points", models.IntegerField(blank=True, null=True)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("evenings", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "earlier",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="scoring.earlierlist",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="earlier_results",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "ordering": ["played_on", "pk"],
                "indexes": [
                    models.Index(fields=["player", "played_on"], name="earlier_of_a_player")
                ],
            },
        ),
    ]
