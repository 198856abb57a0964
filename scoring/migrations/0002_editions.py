from django.db import migrations, models

import scoring.common.models.restored


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="restored",
            name="edition",
            field=models.CharField(
                default=scoring.common.models.restored.new_edition, editable=False, max_length=16
            ),
        ),
    ]
