from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0005_former_terms'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='handrecord',
            name='a_maker_or_a_void_deal',
        ),
        migrations.AddConstraint(
            model_name='handrecord',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('void', ''), ('maker__isnull', False)), models.Q(('void__in', ('passed-out', 'misdeal', 'new-deal', 'imperfect-pack', 'penalty')), ('maker__isnull', True)), _connector='OR'), name='a_maker_or_a_void_deal'),
        ),
    ]
