"""What messengers, search engines and feed readers get of a public page: Open Graph, JSON-LD
(SportsEvent) and Atom. It is made of the page's own value, so it says nothing that the page
doesn't, and names no one whom the page doesn't name."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date, datetime, time

from django.http import HttpRequest
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.safestring import SafeString, mark_safe

from scoring.common.dates import full_day
from scoring.common.open_pages import Shared, shared
from scoring.common.qr_codes import whole_address
from scoring.common.workbook import UNFIT_FOR_XML
from scoring.euchre.wording import listed, sentence

MOST_NAMED = 4
"""How many winners a preview names."""
IN_A_SCRIPT = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
"""No text ends the script that it is in."""


def shared_of(request: HttpRequest, page: dict) -> Shared:
    """Return the preview of a page, by its value (scoring/public/queries/public_pages.py)."""
    return shared(
        request,
        page["address"],
        title=" · ".join(filter(None, [_called(page), page["club"]["name"]])),
        says=_says(page),
        event=_as_script(_event(request, page)) if "evening" in page else "",
    )


def _called(page: dict) -> str:
    if "evening" in page:
        return page["evening"]["kind"]
    if page["page"] == "season":
        return page["season"]["name"]
    return "Results" if page["page"] == "results" else ""


def _says(page: dict) -> str:
    """Return one line: the day and who won, who leads a season, or where the club plays."""
    if page["page"] == "season":
        people = page["lead"]["people"] if page["lead"] else []
        names = _names(people)
        return f"{listed(names)} {'lead' if len(names) > 1 else 'leads'}." if names else ""
    if "evening" not in page:
        return page["club"]["place"]
    on = full_day(page["evening"]["date"])
    if page["page"] == "live":
        return f"{on}. Round {page['round']} of {page['rounds']}."
    won = _won(page)
    return f"{on}. {_winners(won)}".rstrip()


def _winners(names: list[str]) -> str:
    return sentence(f"Won by {listed(names)}") if names else ""


def _won(page: dict) -> list[str]:
    """Return the names of those in the first place, or nobody if their figure isn't above zero, or
    one of them isn't named."""
    if not page["standings"]:
        return []
    table = page["standings"][0]
    by = table["columns"][0]["key"]
    first = [row for row in table["rows"] if row["place"] == 1]
    ahead = all(isinstance(row["figures"][by], int) and row["figures"][by] > 0 for row in first)
    return _names([person for row in first for person in row["people"]]) if ahead else []


def _names(people: Iterable[dict]) -> list[str]:
    """Return their names if all of them are named, and they are few."""
    people = [*people]
    if len(people) > MOST_NAMED or any(one["disc"] is None for one in people):
        return []
    return [one["name"] for one in people]


def _event(request: HttpRequest, page: dict) -> dict:
    """Return the SportsEvent of a club night (schema.org), with the players who are named."""
    club, evening = page["club"], page["evening"]
    rows = [row for table in page["standings"] for row in table["rows"]]
    named = dict.fromkeys(
        one["name"] for row in rows for one in row["people"] if one["disc"] is not None
    )
    organiser = {
        "@type": "SportsOrganization",
        "name": club["name"],
        "url": whole_address(request, club["address"]),
    }
    found = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": f"{evening['kind']}, {club['name']}",
        "sport": "Euchre",
        "startDate": _start(evening["date"], evening["starts_at"]),
        "url": whole_address(request, page["address"]),
        "organizer": organiser,
    }
    if club["place"]:
        found["location"] = {"@type": "Place", "name": club["place"], "address": club["place"]}
    if named:
        found["competitor"] = [{"@type": "Person", "name": name} for name in named]
    return found


def _start(on: date, at: time | None) -> str:
    return timezone.make_aware(datetime.combine(on, at)).isoformat() if at else on.isoformat()


def _as_script(value: dict) -> SafeString:
    text = json.dumps(value, ensure_ascii=False).translate(IN_A_SCRIPT)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')


def _for_xml(text: str) -> str:
    """Return a text without characters that end a feed for its reader, such as U+FFFF."""
    return UNFIT_FOR_XML.sub("\ufffd", text)


def feed_of(request: HttpRequest, page: dict, *, address: str) -> str:
    """Return the Atom feed of a club's latest results, by the value of the page Results."""
    club = page["club"]
    link = whole_address(request, page["address"])
    name = _for_xml(club["name"])
    feed = Atom1Feed(
        title=f"Results · {name}",
        link=link,
        description=None,
        language="en",
        author_name=name,
        feed_url=whole_address(request, address),
        feed_guid=link,
    )
    for evening in page["evenings"]:
        own = whole_address(request, evening["address"])
        at = evening["starts_at"] or time(12)
        began = timezone.make_aware(datetime.combine(evening["date"], at))
        won = _names(evening["winners"])
        feed.add_item(
            title=_for_xml(f"{evening['kind']}, {full_day(evening['date'])}"),
            link=own,
            unique_id=own,
            pubdate=began,
            updateddate=began,
            description=_for_xml(_winners(won)),
        )
    return feed.writeString("utf-8")
