"""What stands in the club's book has a day of its own, and what was paid at once says what it
paid."""

from uuid import uuid5

from django.db import migrations
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import TruncDate


def give_days(apps, schema_editor):
    """A line happened when it was written, what an evening wrote on the evening's day, and what
    was taken back on the day of both."""
    entries, sessions = (apps.get_model("scoring", name) for name in ("Entry", "ClubSession"))
    entries.objects.update(dated=TruncDate("at"))
    later = entries.objects.filter(kind__in=["fee", "settlement"], dated__gt=F("session__played_on"))
    day = sessions.objects.filter(pk=OuterRef("session")).values("played_on")
    later.update(dated=Subquery(day))
    first = entries.objects.filter(pk=OuterRef("reverses")).values("dated")
    entries.objects.exclude(reverses=None).update(dated=Subquery(first))


def find_what_was_paid_at_once(apps, schema_editor):
    entries = apps.get_model("scoring", "Entry").objects
    cash = entries.filter(reverses=None, kind__in=["fee", "pot", "prize"]).exclude(cash_minor=0)
    charges = entries.filter(reverses=None, cash_minor=0, kind__in=["fee", "pot", "prize"])
    by_hand = {uuid5(key, "in cash"): pk for pk, key in charges.values_list("pk", "key")}
    fees = {}
    for row in charges.filter(kind="fee").order_by("pk").values_list(
        "session", "debited", "amount_minor", "dated", "pk", "reversed_by"
    ):
        *alike, pk, gone = row
        fees.setdefault(tuple(alike), []).append((gone is not None, pk))
    for row in cash.values_list("pk", "key", "session", "credited", "amount_minor", "dated"):
        pk, key, *alike = row
        found = by_hand.get(key) or min(fees.get(tuple(alike), [(0, None)]))[1]
        if found:
            entries.filter(pk=pk).update(settles=found)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0024_days_of_the_book")]

    operations = [
        migrations.RunPython(give_days, migrations.RunPython.noop),
        migrations.RunPython(find_what_was_paid_at_once, migrations.RunPython.noop),
    ]
