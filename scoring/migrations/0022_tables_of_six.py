from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0021_facts_told'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='placing',
            name='known_seats',
        ),
        migrations.RemoveConstraint(
            model_name='report',
            name='sides_report',
        ),
        migrations.RemoveConstraint(
            model_name='report',
            name='the_director_enters_a_forfeit',
        ),
        migrations.AlterField(
            model_name='report',
            name='side',
            field=models.CharField(blank=True, max_length=3),
        ),
        migrations.AlterField(
            model_name='report',
            name='tie',
            field=models.CharField(blank=True, max_length=3),
        ),
        migrations.AlterField(
            model_name='report',
            name='forfeit',
            field=models.CharField(blank=True, max_length=3),
        ),
        migrations.AddConstraint(
            model_name='placing',
            constraint=models.CheckConstraint(condition=models.Q(('seat__in', ('N', 'E', 'S', 'W', 'A', 'B', 'C'))), name='known_seats'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['', 'NS', 'EW', 'NSE', 'ABC'])), name='sides_report'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('forfeit', ''), models.Q(('forfeit__in', ['NS', 'EW', 'NSE', 'ABC']), ('source', 'director')), _connector='OR'), name='the_director_enters_a_forfeit'),
        ),
    ]
