from django.db import migrations, models


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
    ]
