"""A table calls whoever runs the evening; its clock is held meanwhile."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0026_enters_arrivals'),
    ]

    operations = [
        migrations.CreateModel(
            name='HelpCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=[('laws', 'Laws'), ('score', 'Score'), ('cards', 'Cards'), ('held', 'Held')], max_length=5)),
                ('called_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('called_by', models.CharField(max_length=80)),
                ('heard_at', models.DateTimeField(blank=True, null=True)),
                ('heard_by', models.CharField(blank=True, max_length=80)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('ended_by', models.CharField(blank=True, max_length=80)),
                ('taken_back', models.BooleanField(default=False)),
                ('held_from', models.PositiveIntegerField(blank=True, null=True)),
                ('held_to', models.PositiveIntegerField(blank=True, null=True)),
                ('round_table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='help_calls', to='scoring.roundtable')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='help_calls', to='scoring.clubsession')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='help_calls', to='scoring.table')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('table',), name='a_table_calls_once'), models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('round_table',), name='a_clock_is_held_once'), models.CheckConstraint(condition=models.Q(('table__isnull', False), ('round_table__isnull', False), _connector='OR'), name='help_calls_come_from_a_table'), models.CheckConstraint(condition=models.Q(('about__in', ['laws', 'score', 'cards', 'held'])), name='known_reasons_to_call'), models.CheckConstraint(condition=models.Q(('held_to', None), ('held_to__gte', models.F('held_from')), _connector='OR'), name='held_before_it_goes_on')],
            },
        ),
    ]
