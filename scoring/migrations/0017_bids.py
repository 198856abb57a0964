"""What was bid for the trump, where it is bid for; more tricks than five, and no trump."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0016_first_deals'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='handrecord',
            name='five_tricks_in_a_hand',
        ),
        migrations.RemoveConstraint(
            model_name='handrecord',
            name='a_void_deal_was_not_played',
        ),
        migrations.RemoveConstraint(
            model_name='handrecord',
            name='known_suits',
        ),
        migrations.AddField(
            model_name='handrecord',
            name='bid',
            field=models.CharField(blank=True, max_length=5),
        ),
        migrations.AlterField(
            model_name='handrecord',
            name='trump',
            field=models.CharField(blank=True, max_length=4),
        ),
        migrations.AddConstraint(
            model_name='handrecord',
            constraint=models.CheckConstraint(condition=models.Q(('tricks__isnull', True), ('tricks__lte', 5), models.Q(models.Q(('bid', ''), _negated=True), ('tricks__lte', 13)), _connector='OR'), name='five_tricks_in_a_hand'),
        ),
        migrations.AddConstraint(
            model_name='handrecord',
            constraint=models.CheckConstraint(condition=models.Q(('bid__in', ['', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', 'alone'])), name='known_bids'),
        ),
        migrations.AddConstraint(
            model_name='handrecord',
            constraint=models.CheckConstraint(condition=models.Q(('bid', ''), models.Q(('defender_alone', None), ('partner', None), ('special', ''), ('call', ''), ('made', ''), ('turned', '')), _connector='OR'), name='no_card_is_turned_for_a_bid'),
        ),
        migrations.AddConstraint(
            model_name='handrecord',
            constraint=models.CheckConstraint(condition=models.Q(('bid', ''), models.Q(('alone', models.F('maker')), ('alone__isnull', False), ('bid', 'alone')), models.Q(models.Q(('bid', 'alone'), _negated=True), ('alone__isnull', True)), _connector='OR'), name='whoever_bids_alone_is_alone'),
        ),
        migrations.AddConstraint(
            model_name='handrecord',
            constraint=models.CheckConstraint(condition=models.Q(('void', ''), models.Q(('alone', None), ('defender_alone', None), ('partner', None), ('special', ''), ('tricks', None), ('bid', ''), ('call', ''), ('made', ''), ('trump', '')), _connector='OR'), name='a_void_deal_was_not_played'),
        ),
        migrations.AddConstraint(
            model_name='handrecord',
            constraint=models.CheckConstraint(condition=models.Q(('call__in', ['', 'C', 'D', 'H', 'S']), ('trump__in', ['', 'C', 'D', 'H', 'S', 'high', 'low']), ('turned__in', ['', 'C', 'D', 'H', 'S', 'joker'])), name='known_suits'),
        ),
    ]
