"""What a version of Bowerbook says of the data that it has: scores, what was signed, sheets.

It asks only what every version since 0.1 knows, so that it can be run by any of them. The sites in
tests/backup/old/ were made so, with the sources of the last commit of each version:

    manage.py migrate; manage.py demo              # two evenings, where the demo club has a year
    manage.py shell -c "$(cat oracle.py); print(as_json(said()))" > 0.4.json
    manage.py backup --to …                        # by version 0.6, of that database as it was
"""

import json
from hashlib import sha256

from django.apps import apps
from django.test import Client


def said():
    """Return it as plain values; of a sheet its rules, its players and the hash of all of it."""
    model = apps.get_app_config("scoring").get_model
    found = {
        "sittings": [
            {
                **{"evening": one.table.session_id, "table": one.table.no, "sitting": one.no},
                **{"names": list(one.names), "totals": list(one.totals), "dealer": one.dealer},
                "hands": len(one.counted),
            }
            for one in model("Sitting").objects.order_by("table__session", "table__no", "no")
        ],
        "closings": [
            {
                **{"evening": one.session_id, "no": one.no, "signed": one.document},
                "payments": [
                    [due.payer.name, due.payee.name, due.amount, due.paid_at is not None]
                    for due in one.payments.order_by("pk")
                ],
            }
            for one in model("Closing").objects.order_by("session", "no")
        ],
        "sheets": {
            f"{table.session_id}-{table.no}-{sitting.no}": sheet(table, sitting)
            for table in model("Table").objects.order_by("pk")
            for sitting in table.sittings.order_by("no")
        },
    }
    known = "tournament" in apps.all_models["scoring"]
    held = model("Tournament").objects.order_by("session") if known else []
    return found | {"tournaments": [[one.session_id, one.results] for one in held]}


def sheet(table, sitting):
    """Return what the file of a sitting says, as its address has it."""
    link = table.links.get(right="write", revoked_at=None)
    address = f"/t/{link.token}/sheet-{sitting.no}.json"
    document = json.loads(Client().get(address, headers={"host": "localhost"}).getvalue())
    document["title"] = f"{as_it_was_called(table.session)}, {table}"
    whole = json.dumps(document, sort_keys=True)
    return [document["rules"], document["players"], sha256(whole.encode()).hexdigest()]


def as_it_was_called(session):
    """An evening without a title was called so up to 0.5: what it is called today is no fact."""
    return session.title or f"Session of {session.played_on:%-d %B %Y}"


def as_json(said):
    return json.dumps(said, ensure_ascii=False, sort_keys=True)
