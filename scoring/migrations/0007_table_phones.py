
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0006_penalties'),
    ]

    operations = [
        migrations.CreateModel(
            name='TablePhone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('signs', models.CharField(max_length=2)),
                ('name', models.CharField(blank=True, max_length=40)),
                ('named_at', models.DateTimeField(blank=True, null=True)),
                ('seen_at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='scoring.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'signs'), name='one_row_a_phone')],
            },
        ),
    ]
