"""Logs and Sentry reports are enough to fix an error. They contain no usable links and no names."""

import json
import logging
import re
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from threading import Thread
from unittest.mock import Mock

import brotli
import pytest
from django.db import OperationalError, connection
from django.test import Client, override_settings

from clubsite import logs, sentry
from scoring.table.views import score
from tests.cast import a_phone, a_table, address, link
from tests.html import shown
from tests.routes import ROUTES

TOKEN = "2BRN-rmXw_ko4Eqs"
TIMES = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} ", re.MULTILINE)


@pytest.fixture
def written(monkeypatch):
    """Return what has been written to the log so far, without the times."""
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.Formatter())
    handler.addFilter(logs.OneAMinute())
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])

    def read():
        return TIMES.sub("", out.getvalue())

    return read


@pytest.fixture
def broken(monkeypatch):
    """A table whose score page fails, with its secret and a name in what is said of that."""

    def fail(table, *_):
        raise ValueError(f"Bartholomew at {token}\nDETAIL:  Failing row contains (Bartholomew).")

    table = a_table()
    token = link(table).token
    monkeypatch.setattr(score, "stand_ins", fail)
    return table, token


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"GET /t/{TOKEN}/hands/log", "GET /t/2BRN…/hands/log"),
        (f"/e/{TOKEN}/12/ and /w/{TOKEN}/", "/e/2BRN…/12/ and /w/2BRN…/"),
        (f"/host/{TOKEN} /door/{TOKEN}/", "/host/2BRN… /door/2BRN…/"),
        (f"/invitations/{TOKEN}/ /calendar/{TOKEN}.ics", "/invitations/2BRN…/ /calendar/2BRN….ics"),
        ("/clubs/1/invitations/12/ /rules/call-ace/", "/clubs/1/invitations/12/ /rules/call-ace/"),
        ("it fails\nDETAIL:  Key (name)=(Ann).\nSTATEMENT: x", "it fails\nDETAIL: …\nSTATEMENT: x"),
    ],
)
def test_secrets_of_links_are_shortened_and_rows_left_out(text, masked):
    assert logs.masked(text) == masked


def test_every_address_with_a_secret_is_known():
    routes = [str(url.pattern) for url in ROUTES if "<slug:token>" in str(url.pattern)]
    shown = {route: logs.masked("/" + route.replace("<slug:token>", TOKEN)) for route in routes}
    assert len(routes) > 5
    assert [route for route, address in shown.items() if "/2BRN…" not in address] == []


@pytest.mark.django_db
@override_settings(LOG_REQUESTS=True)
def test_a_request_is_logged_as_one_line_without_its_secret_and_its_query(written):
    client = Client()
    client.get(f"/t/{TOKEN}/score?name=Bartholomew")
    client.get("/rules/call-ace/%0Aforged/")
    client.get("/healthz")
    lines = [line for line in written().splitlines() if line.startswith("INFO")]
    assert [re.sub(r"\d+ ms$", "N ms", line) for line in lines] == [
        "INFO GET /t/2BRN…/score 404 N ms",
        "INFO GET /rules/call-ace/%0Aforged/ 404 N ms",
    ]


@pytest.mark.django_db
@override_settings(LOG_REQUESTS=True, LOG_ADDRESSES=True, BEHIND_PROXY=True)
def test_the_address_of_a_request_is_logged_if_that_is_asked_for(written):
    Client().get("/rules/", headers={"x-forwarded-for": "10.0.0.1, 192.0.2.7"})
    assert written().startswith("INFO 192.0.2.7 GET /rules/ 200 ")


@pytest.mark.django_db
def test_requests_are_logged_only_if_that_is_asked_for(written):
    Client().get("/rules/")
    assert written() == ""


@pytest.mark.django_db
def test_an_error_has_the_same_number_on_the_page_and_in_the_log(broken, written):
    table, token = broken
    answer = a_phone().get(address(table, "score"))
    (title,) = shown(answer, "<h1>(.*?)</h1>")
    number = re.fullmatch(r"Our mistake, number (\w{4}-\w\w)", title)[1]
    first, second, *_, last, rows = written().splitlines()
    assert (answer.status_code, first, second, last, rows) == (
        500,
        f"ERROR Internal Server Error: /t/{token[:4]}…/score (number {number})",
        "Traceback (most recent call last):",
        f"ValueError: Bartholomew at {token[:4]}…",
        "DETAIL: …",
    )


@pytest.mark.django_db
def test_trouble_with_the_database_is_one_line_a_minute(written, monkeypatch):
    pad, minute = address(a_table()), iter([0.0] * 31 + [59.9, 60.0, 61.0, 120.0])
    # The log's clock alone: a pool of connections reads the real one at any time.
    monkeypatch.setattr(logs, "time", Mock(monotonic=lambda: next(minute)))

    def refuse(*_):
        raise OperationalError("unable to open database file\nDETAIL: Bartholomew")

    with connection.execute_wrapper(refuse):
        for _ in range(34):
            assert a_phone().get(pad).status_code == 503
    logging.getLogger("psycopg.pool").warning("error connecting in 'pool-1'")
    shown = (
        f"ERROR Service Unavailable: {logs.masked(pad)} (The database is out of reach: unable to "
        "open database file"
    )
    assert written().splitlines() == [
        f"{shown})",
        f"{shown}; 31 more since the last such line)",
        "WARNING error connecting in 'pool-1' (The database is out of reach; 1 more since the last "
        "such line)",
    ]


@pytest.mark.django_db
def test_faults_of_visitors_are_one_log_line_each(written):
    Client().get("/", headers={"Host": "elsewhere.example"})
    a_phone().get("/site/backups/")
    assert [line.split(":")[0] for line in written().splitlines()] == [
        "ERROR Invalid HTTP_HOST header",
        "WARNING Forbidden (Permission denied)",
    ]


class Inbox(BaseHTTPRequestHandler):
    """Receives reports to Sentry, and keeps their events."""

    events = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        items = brotli.decompress(body).decode().splitlines()[1:]
        self.server.events += [
            json.loads(content)
            for head, content in zip(items[::2], items[1::2], strict=True)
            if json.loads(head)["type"] == "event"
        ]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


@pytest.fixture
def inbox():
    """A Sentry server for tests, with its address and the events it got."""
    server = HTTPServer(("127.0.0.1", 0), Inbox)
    server.events = []
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://key@127.0.0.1:{server.server_port}/1", server.events
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.django_db
def test_sentry_gets_the_place_of_an_error_and_nothing_that_was_typed(broken, inbox):
    import sentry_sdk

    (table, token), (dsn, events) = broken, inbox
    sentry.begin(dsn, release="0.6.0")
    try:
        answer = a_phone().get(address(table, "score") + "?name=Bartholomew")
        sentry_sdk.flush()
    finally:
        sentry_sdk.init()
    (event,) = events
    (failure,) = event["exception"]["values"]
    assert (event["transaction"], event["release"], failure["type"], failure["value"]) == (
        "t/<slug:token>/score",
        "bowerbook@0.6.0",
        "ValueError",
        "",
    )
    assert event["tags"]["number"] in answer.content.decode()
    assert failure["stacktrace"]["frames"][-1]["function"] == "fail"
    # The lines of the program around it are sent: those of the test name somebody.
    del failure["stacktrace"]
    assert [word for word in (token, "Bartholomew") if word in json.dumps(event)] == []


def test_without_the_package_of_sentry_the_log_says_what_to_type(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    sentry.begin("https://key@sentry.example/1", release="0.6.0")
    assert capsys.readouterr().err == (
        "SENTRY_DSN is set, but the package sentry-sdk is missing. Errors are only logged. "
        f"Type: {sys.executable} -m pip install sentry-sdk\n"
    )


def test_an_invalid_sentry_address_is_logged_and_the_site_continues(capsys):
    sentry.begin("nonsense", release="0.6.0")
    assert capsys.readouterr().err.startswith("SENTRY_DSN is not a valid Sentry address (")
