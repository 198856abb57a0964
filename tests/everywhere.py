"""Every page of a club that a GET reaches, for tests of what no page may show, or be broken by."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from urllib.parse import urljoin, urlsplit

from django.contrib.auth import get_user_model
from django.urls import Resolver404, resolve
from pypdf import PdfReader

from scoring.models import Club, League, Link, Pass, PersonalLink, SignUpList, TeamLink
from tests.api import a_token
from tests.cast import a_phone

HREF = re.compile(r"""(?:href|src)=["']([^"'#]+)""")
LINKS = {
    Link: ("table__session__club", "/t/{}/"),
    PersonalLink: ("player__club", "/me/{}/"),
    TeamLink: ("team__league__club", "/team/{}/"),
    SignUpList: ("session__club", "/come/{}/"),
}
PASSES = {
    "wall": "/w/{}/",
    "door": "/door/{}/",
    "players": "/e/{}/",
    "calendar": "/calendar/{}.ics",
}
API = "people evenings seasons leagues accounts book club.jsonl.gz".split()
LEAGUE = ("", "table.json", "league.json", "report/", "fixtures.ics", "money/", "cup/")
SKIPPED = {"help", "help-page", "rules", "rules-of-set", "rules-sheet", "rules-laws"}
SKIPPED |= {"see-game", "see-night", "see-tournament", "see-league"}
"""Addresses that show nothing of a club."""


def starts(club: Club) -> Iterator[str]:
    """Yield the addresses that lead to all others."""
    yield from ("/", f"/clubs/{club.pk}/", f"/open/{club.pk}/", f"/open/{club.pk}.json")
    yield from (f"/clubs/{club.pk}/{rest}" for rest in ("diary", "settings", "people/"))
    for model, (of, address) in LINKS.items():
        for token in model.objects.filter(**{of: club.pk}).values_list("token", flat=True):
            yield address.format(token)
    for token, right in Pass.objects.filter(club=club).values_list("token", "right"):
        yield PASSES[right].format(token)
    for league in League.objects.filter(club=club).values_list("pk", flat=True):
        yield from (f"/leagues/{league}/{one}" for one in LEAGUE)
    yield from (f"/api/{rest}" for rest in API)


class Reader:
    """Reads the pages of a club as its owner, and as a program with a token."""

    def __init__(self, club: Club) -> None:
        self.club, self.owner, self.program = club, a_phone(), a_phone()
        owners = get_user_model().objects.filter(offices__club=club, offices__role="owner")
        self.owner.force_login(owners.first())
        self.bearer = {"Authorization": f"Bearer {a_token(club, name='Reader').secret}"}
        for client in (self.owner, self.program):
            client.raise_request_exception = False

    def pages(self, *, each: int = 2, papers: bool = True) -> Iterator[tuple[str, object]]:
        """Yield the address and the answer of each page, at most so many of each kind."""
        known, visited, waiting = set(), Counter(), list(starts(self.club))
        for address in waiting:
            name = name_of(address)
            if name is None or address in known or visited[name] >= each:
                continue
            if not papers and urlsplit(address).path.endswith((".pdf", ".png", ".zip")):
                continue
            known.add(address)
            visited[name] += 1
            answer = self.get(address)
            yield address, answer
            if answer.status_code in (301, 302):
                waiting.append(urljoin(address, answer["Location"]))
            elif "html" in answer.get("Content-Type", ""):
                found = HREF.findall(answer.content.decode())
                waiting += [urljoin(address, unescape(one)) for one in found]

    def get(self, address: str):
        if address.startswith("/api/"):
            return self.program.get(address, headers=self.bearer)
        return self.owner.get(address)


def name_of(address: str) -> str | None:
    """Return the name of an address of the site; None if it is another's, or shows no club."""
    parts = urlsplit(address)
    try:
        name = resolve(parts.path).url_name
    except Resolver404:
        return None
    return None if parts.netloc or name in SKIPPED else name


def shown(answer) -> str:
    """Return all that an answer says, in words."""
    data = b"".join(answer) if answer.streaming else answer.content
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if data[:4] == b"%PDF":
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
    return data.decode("utf-8", "replace")
