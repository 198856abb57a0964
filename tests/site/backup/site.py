"""What the drill asks of a site, in a process of that site: every sheet, every club's file, and
every row."""

from __future__ import annotations

import json
import sys
from hashlib import sha256

ASK = "from tests.site.backup.site import tell; tell()"


def tell() -> None:
    """Print the hands of every sheet by its address, and what tells all else apart."""
    from django.test import Client

    from scoring.models import Club, Link
    from scoring.site.club_file.writing import lines

    sheets = {}
    links = Link.objects.filter(right="write", revoked_at=None).select_related("table")
    for link in links.order_by("pk"):
        for sitting in link.table.sittings.order_by("no"):
            address = f"/t/{link.token}/sheet-{sitting.no}.json"
            answer = Client().get(address, headers={"host": "127.0.0.1"})
            sheets[address] = json.loads(answer.getvalue())
    clubs = {
        str(club): sha256(b"".join(lines(club))).hexdigest() for club in Club.objects.order_by("pk")
    }
    json.dump({"sheets": sheets, "clubs": clubs}, sys.stdout)


def state() -> str:
    """Return what tells every row of the site from any other."""
    from scoring.site.backup.rows import lines, models_in

    found = sha256()
    for model in models_in():
        found.update(model.__name__.encode())
        for line in lines(model):
            found.update(line)
    return found.hexdigest()
