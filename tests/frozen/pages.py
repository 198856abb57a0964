"""Every address of the site for every visitor: what it answers, and with how many queries."""

import gzip
import re
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from unittest import mock
from zlib import crc32

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from tests import test_rights as rights
from tests.api import Program
from tests.cast import undone
from tests.frozen import still
from tests.frozen.pictures import take
from tests.frozen.records import Part
from tests.frozen.world import World
from tests.hall import PEOPLE, browser_of

METHODS = ("GET", "POST")
MOST = {"GET": 10, "POST": 2}
"""Of all that an address can be about so many are kept of which there is something."""
FOR_OTHERS = 2
"""So many of them for each visitor who is not the club's owner."""
OWNER = "owner"
TEXT = ("text/", "application/json", "application/manifest", "image/svg", "application/x-ndjson")
TAG = re.compile(r"(?<!^)(?=<(?!/))")
VOLATILE = [
    (re.compile(pattern), instead)
    for pattern, instead in [
        (r'(name="csrfmiddlewaretoken" value=")[^"]+', r"\1-"),
        (r'(name="(?:hand_id|key|id)" value=")[0-9a-f-]{36}', r"\1-"),
        (r'(data-(?:key|phone)=")[^"]*', r"\1-"),
        (r"~[\w-]{43}\b", "~signed"),
        (r"\?\d+:\w+:[\w-]+", "?signed"),
        (r"DTSTAMP:\w+", "DTSTAMP"),
    ]
]
"""What is drawn or signed for each answer."""
STATEMENT = re.compile(r'\W*(\w+)(?:.*? (?:FROM|INTO|UPDATE) "(\w+)")?', re.DOTALL)


class Walk:
    """One walk through the addresses: what was answered, by who asked for what."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.pages: Part = {}
        self.queries: Part = {}
        self.seen: dict[str, bytes] = {}
        """What the owner, or whoever has a link, is shown first at each address."""
        self.cookies = {who: browser_of(who, world.hall).cookies for who in PEOPLE}
        secrets = sorted(world.names, key=len, reverse=True)
        self.secrets = re.compile("|".join(map(re.escape, secrets)))

    def address(self, name: str) -> None:
        """Ask for an address by GET and POST: the owner for all it can be about, others for some of
        it; under a secret link anybody."""
        paths = list(self.world.paths(name))
        if name in rights.BY_TOKEN:
            for who in self.world.secrets:
                self._found(who, name, paths)
        elif name not in rights.RIGHTS:
            self._found("anybody", name, paths)
        else:
            kept = self._found(OWNER, name, paths)
            for who in PEOPLE:
                for method, path in kept if who != OWNER else []:
                    self._keep(who, method, path, self._ask(who, method, path))

    def club_file(self) -> Part:
        """Return the file of the club, byte for byte."""
        [path] = self.world.paths("club-file")
        return {"the rich club": _body(self._ask(OWNER, "GET", path)[0])}

    def _found(self, who: str, name: str, paths: list[str]) -> list[tuple[str, str]]:
        """Keep what is found, or that nothing is; return the first of it."""
        some = []
        for method in METHODS:
            found = 0
            for path in paths:
                asked = self._ask(who, method, path)
                if asked[0].status_code not in (404, 405) or path == paths[0]:
                    self._keep(who, method, path, asked)
                    if asked[0].status_code == 200 and method == "GET" and _is_page(asked[0]):
                        self.seen.setdefault(name, asked[0].content)
                    found += 1
                    if found <= FOR_OTHERS and asked[0].status_code != 405:
                        some.append((method, path))
                if asked[0].status_code == 405 or found == MOST[method]:
                    break
        return some

    def _ask(self, who: str, method: str, path: str) -> tuple[HttpResponse, list[str]]:
        client, headers = self._browser(who)
        still.begin(f"{who} {method} {path}")
        cache.clear()
        connection.queries_log.clear()  # it holds 9,000
        with undone(), CaptureQueriesContext(connection) as queries:
            ask = client.get if method == "GET" else client.post
            answer = ask(path, headers=headers)
        return answer, [one["sql"] for one in queries.captured_queries]

    def _browser(self, who: str):
        if who in self.world.secrets:
            program = Program(self.world.secrets[who])
            return program.client, program.headers
        return rights.browser_with(self.cookies.get(who, {})), {}

    def _keep(self, who, method, path, asked) -> None:
        answer, queries = asked
        name = self._without_secrets(f"{who}: {method} {path}")
        self.queries[name] = "\n".join(" ".join(filter(None, _kind(sql))) for sql in queries)
        headers = {"Content-Type", "Location", "Content-Disposition", "Cache-Control"} & {
            *answer.headers
        }
        said = [f"{header}: {answer.headers[header]}" for header in sorted(headers)]
        text = "\n".join([f"status {answer.status_code}", *said, "", _body(answer)])
        self.pages[name] = self._without_secrets(text)

    def _without_secrets(self, text: str) -> str:
        text = self.secrets.sub(lambda found: self.world.names[found[0]], text)
        for pattern, instead in VOLATILE:
            text = pattern.sub(instead, text)
        text = text.replace(str(settings.BUILD_ID), "build")
        return text.replace(str(settings.DATA_DIR), "data")


def _is_page(answer: HttpResponse) -> bool:
    return answer.headers.get("Content-Type", "").startswith("text/html")


def _kind(sql: str) -> tuple[str, str]:
    return STATEMENT.match(sql).groups()


def _body(answer: HttpResponse) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kind = answer.headers.get("Content-Type", "")
    if kind.startswith(TEXT):
        text = body.decode("utf-8", "replace")
        return TAG.sub("\n", text) if kind.startswith("text/html") else text.replace(", ", ",\n")
    digest = f"sha256 {sha256(body).hexdigest()}"
    if body[:2] == b"\x1f\x8b":
        digest += "\n" + gzip.decompress(body).decode()
    return digest


def walk(share: int, of: int, some: int = 1, pictures: Path | None = None) -> dict[str, Part]:
    """Walk through a share of the addresses, or of one in `some` of them; return what they answered
    and the kinds of their queries, the club's file with the first share, and what pages look like
    where there is a folder for `pictures`."""
    no_process = SimpleNamespace(
        returncode=1, communicate=lambda timeout: ("CommandError: no.", "")
    )
    with transaction.atomic(), mock.patch("subprocess.Popen", return_value=no_process):
        walked = Walk(World())
        for name in sorted(rights.addresses()):
            place = crc32(name.encode())
            if place % some == 0 and place // some % of == share:
                walked.address(name)
        club = walked.club_file() if share == 0 else {}
        transaction.set_rollback(True)
    looks = take(walked.seen, pictures, pictures.with_name("pictures")) if pictures else {}
    return {"pages": walked.pages, "queries": walked.queries, "club": club, "pictures": looks}
