"""PostgreSQL tells whoever listens that a version was raised, when the write is committed."""

from django.db import migrations

TOPICS = {
    "scoring_table": "table",
    "scoring_clubsession": "session",
    "scoring_tournament": "tournament",
}
FUNCTION = """
CREATE FUNCTION tell_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('news', TG_ARGV[0] || ' ' || NEW.id);
    RETURN NULL;
END
$$
"""


def tell(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute(FUNCTION)
    for table, topic in TOPICS.items():
        schema_editor.execute(
            f"CREATE TRIGGER tell_news AFTER INSERT OR UPDATE OF version ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION tell_news('{topic}')"
        )


def tell_no_more(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION tell_news() CASCADE")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0014_in_the_order_they_came")]
    operations = [migrations.RunPython(tell, tell_no_more, elidable=False)]
