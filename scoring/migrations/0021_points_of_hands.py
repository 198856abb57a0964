from django.db import migrations, models

SEATS = ("dealer", "eldest", "others")
"""Of a play: hands, and the points of them."""


def from_how_they_played(apps, schema_editor):
    """A tournament's are counted again when the site starts (recount --missing)."""
    tallies = apps.get_model("scoring", "Tally").objects
    changed = []
    for tally in tallies.only("play", "points").iterator(chunk_size=2000):
        play = tally.play
        seats = [play[name][1] for name in SEATS if name in play]
        tally.points_of_hands = sum(seats) if play else tally.points
        changed.append(tally)
    tallies.bulk_update(changed, ["points_of_hands"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0020_asks_since")]

    operations = [
        migrations.AddField(
            model_name="tally",
            name="points_of_hands",
            field=models.IntegerField(default=0),
        ),
        migrations.RunPython(from_how_they_played, migrations.RunPython.noop),
    ]
