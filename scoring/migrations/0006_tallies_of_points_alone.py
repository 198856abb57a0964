from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0005_the_progressive_evening'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='tally',
            name='one_tally_each',
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('session', 'player', 'rules_key', 'games'), name='one_tally_each'),
        ),
    ]
