"""PostgreSQL tells whoever listens that a league's version was raised, as of tables (0015)."""

from django.db import migrations


def tell(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE TRIGGER tell_news AFTER INSERT OR UPDATE OF version ON scoring_league "
            "FOR EACH ROW EXECUTE FUNCTION tell_news('league')"
        )


def tell_no_more(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER tell_news ON scoring_league")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0039_mark_of_a_later_hand")]
    operations = [migrations.RunPython(tell, tell_no_more, elidable=False)]
