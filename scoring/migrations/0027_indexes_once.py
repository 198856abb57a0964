import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0026_slips_in_pictures"),
    ]

    operations = [
        migrations.AlterField(
            model_name="earlierresult",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="earlier_results",
                to="scoring.player",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="scoring.club",
            ),
        ),
        migrations.AlterField(
            model_name="leaguematch",
            name="league",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="scoring.league",
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to="scoring.club",
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="ratings",
                to="scoring.player",
            ),
        ),
        migrations.AlterField(
            model_name="tally",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tallies",
                to="scoring.club",
            ),
        ),
        migrations.AlterField(
            model_name="tally",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tallies",
                to="scoring.player",
            ),
        ),
    ]
