"""Chromium, the real server, and pages on a phone and on the wall.

Nothing here may use Django's ORM: Playwright's event loop runs in this thread. Use
`server.manage(…)`.
"""

import json
import os
import re
import shutil
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, expect, sync_playwright
from xdist.scheduler import LoadScopeScheduling

from tests import proof
from tests import server as servers
from tests.browser.looks import HARD, LETTERS, Eye, slow_down
from tests.template import ROOT

AXE = ROOT / "tests" / "vendor" / "axe-4.14.1.min.js"
NO_CHROMIUM = (
    "Chromium was not found: browser tests need it (apt install chromium, or the variable CHROMIUM)"
)


def chromium() -> str | None:
    """Return the path of the Chromium to drive, None when there is none.

    The one without a window comes first: it costs a fifth less.
    """
    names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    names = filter(None, [os.environ.get("CHROMIUM"), *names])
    return next(filter(None, map(shutil.which, names)), None)


PATIENCE = 90_000
"""Milliseconds until something that a page does not show is given up, however busy the machine
is. How soon it comes is measured in tests.bench."""
expect.set_options(timeout=PATIENCE)
LIMIT = re.search(r"LIMIT = (\d+);", (ROOT / "static/queue/database.js").read_text("utf-8"))[1]
PATIENT = f"""{{
  const really = window.setTimeout;
  const later = (work, ms, ...given) => really(work, ms === {LIMIT} ? 1e7 : ms, ...given);
  window.setTimeout = Object.assign(later, {{ really }});
}}"""
"""On a busy machine Chromium’s storage may take longer than a pad waits for it. The pad would then
say that it is too slow."""

IN_A_ROW = {"test_cellar", "test_shown"}
"""Modules whose tests stay with one worker: they share a server."""

SCHEMES = ("light", "dark")
LOOKS = [*product((360, 1280), SCHEMES)]


def looks(no):
    """See a journey on a phone and on a desktop, in light and in dark; in one of the four, unless
    everything is asked for. The `no` lets journeys take turns."""
    return pytest.mark.parametrize(("width", "scheme"), proof.share(no, LOOKS))


def schemes(no):
    """See a journey in light and in dark; in one of the two, unless everything is asked for."""
    return pytest.mark.parametrize("scheme", proof.share(no, SCHEMES))


class InARow(LoadScopeScheduling):
    """Deals one test after the other, and those of some modules together."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        return file if Path(file).stem in IN_A_ROW else nodeid


def pytest_xdist_make_scheduler(config, log):
    """Let one worker have what is made once. (xdist's own loadgroup finds no groups since pytest
    9.)"""
    return InARow(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Let what takes long begin first."""
    if all(Path(__file__).parent in item.path.parents for item in items):
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def launch(kind: BrowserType, *, letters: int = 16, **variables: str) -> Browser:
    """Start a Chromium with these variables in addition to its own, whose user reads letters of
    this size in pixels. Settings for letters replace Playwright's own, which give it a mouse."""
    larger = [f"--blink-settings=defaultFontSize={letters}"] if letters != 16 else []
    return kind.launch(
        executable_path=chromium(),
        chromium_sandbox=os.geteuid() != 0,
        args=[f"--host-resolver-rules=MAP {servers.HALL} 127.0.0.1", *larger],
        env={**os.environ, **variables},
    )


# Scope "package", not "session": the event loop would forbid the ORM to the tests that come after.
@pytest.fixture(scope="package")
def browser():
    path = chromium()
    if not path:
        # CI must not pass by skipping.
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


EVENINGS = """
import json
from scoring.models import ClubSession
found = ClubSession.objects.order_by("pk")
print(json.dumps({
    one.title or ("last time" if one.closed else "tonight"): f"/sessions/{one.pk}/" for one in found
}))
"""


@pytest.fixture(scope="package")
def demo_server(browser):
    """A server with the demo club, and the addresses of its evenings: "tonight", "last time" and
    those that have a title."""
    with servers.start(demo=True) as server:
        yield server, json.loads(server.manage("shell", "-v0", "-c", EVENINGS))


@pytest.fixture(scope="package")
def server(demo_server):
    """The server all browser tests share: each makes its own table on it."""
    return demo_server[0]


@pytest.fixture(scope="package")
def evenings(demo_server):
    """The addresses of the demo club's evenings: tests open more of them, and its page shows the
    latest."""
    return demo_server[1]


@pytest.fixture(scope="package")
def club(server):
    """The demo club's organiser signs in: (user name, password)."""
    said = server.manage("demo")
    return "demo", said.split("password ")[1].split()[0]


@pytest.fixture
def own_server(browser):
    """A server of one's own, to kill and restart."""
    with servers.start() as server:
        yield server


class Console:
    """The errors that pages wrote to their consoles."""

    def __init__(self):
        self.errors = []
        self.expected = []

    def watch(self, context):
        context.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        context.on("weberror", lambda thrown: self.errors.append(str(thrown.error)))

    def expect(self, *texts):
        """Let errors that contain one of these texts pass, such as "status of 409"."""
        self.expected.extend(texts)

    def unexpected(self):
        return [error for error in self.errors if not any(text in error for text in self.expected)]


@pytest.fixture
def console(server):
    console = Console()
    before = len(server.log)
    yield console
    assert console.unexpected() == [], server.log[before:]


@pytest.fixture
def open_page(browser, server, console):
    """A function that opens a page in a context of its own, with any option of Playwright's
    new_context."""
    with opener(browser, server, console) as open_page:
        yield open_page


@contextmanager
def opener(browser, server, console):
    contexts = []

    def open_page(width=360, height=640, **options):
        # A service worker would come between a page and what a test does to its requests.
        usual = {"base_url": server.url, "service_workers": "block"}
        options = {**usual, "viewport": {"width": width, "height": height}, **options}
        contexts.append(browser.new_context(**options))
        contexts[-1].set_default_timeout(PATIENCE)
        contexts[-1].add_init_script(PATIENT)
        console.watch(contexts[-1])
        return contexts[-1].new_page()

    yield open_page
    for context in contexts:
        context.close()


def hears_no_news(page):
    """Give this page, not loaded yet, no stream of news, as behind a proxy that buffers streams: it
    polls every second or two."""
    page.context.route("**/news/**", lambda route: route.fulfill(status=503))


PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.fixture
def phone(open_page):
    return open_page(**PHONE)


@pytest.fixture
def hard_phone(request, browser, server, console):
    """A phone of one of the four looks, which `in_hard_looks` names."""
    look = request.param
    with ExitStack() as stack:
        if look in LETTERS:
            larger = launch(browser.browser_type, letters=LETTERS[look])
            browser = stack.enter_context(larger)
        page = stack.enter_context(opener(browser, server, console))(**PHONE, **HARD[look])
        if look == "slow":
            slow_down(page)
        yield page


@pytest.fixture
def eye(hard_phone):
    """Looks at the pages of the hard phone; the test fails if anything on them is wrong."""
    eye = Eye(hard_phone)
    yield eye
    assert eye.wrong == {}


@pytest.fixture
def without_javascript(open_page):
    return open_page(**PHONE, java_script_enabled=False)


@pytest.fixture
def wall(open_page):
    return open_page(1280, 720)


@pytest.fixture
def axe():
    """A function that returns what axe finds wrong on a page, as sentences.

    Half of its time goes into contrasts. All pages have the colours of a few sheets, so that it
    looks at those of every third page of a test, unless everything is asked for.
    """
    source, pages = AXE.read_text(), []

    def axe(page):
        page.wait_for_load_state("domcontentloaded")  # what was clicked may be on its way
        contrasts = len(pages) in proof.every(3, range(len(pages) + 1))
        pages.append(page.url)
        how = {
            "resultTypes": ["violations"],
            "rules": {"color-contrast": {"enabled": contrasts}},
        }
        page.evaluate(f"{source}; null")  # not add_script_tag, which the CSP forbids
        run = "async how => (await axe.run(document, how)).violations"
        return [
            f"{problem['id']} ({problem['impact']}): {problem['help']}: {node['html']}"
            for problem in page.evaluate(run, how)
            for node in problem["nodes"]
        ]

    return axe
