from django.db import migrations, models


def letter_for_dollars(apps, schema_editor):
    """Clubs with US or Canadian dollars print on Letter, as new ones do."""
    clubs = apps.get_model("scoring", "Club").objects
    clubs.filter(currency__in=["USD", "CAD"]).update(paper="Letter")


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0022_tables_of_six'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='paper',
            field=models.CharField(
                choices=[('A4', 'A4'), ('Letter', 'US Letter')], default='A4', max_length=6
            ),
        ),
        migrations.RunPython(letter_for_dollars, migrations.RunPython.noop),
    ]
