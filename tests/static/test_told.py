"""What a browser can do about notices, and what its worker does with a push and a tap."""

import json

import pytest
import quickjs

from clubsite.bundles import STATIC
from tests.javascript import Module

SAFE = {"secure": True, "push": True, "apple": False, "standalone": False, "on": False}


@pytest.mark.parametrize(
    ("state", "what"),
    [
        ("off", {"permission": "default"}),
        ("off", {"permission": "granted"}),
        ("on", {"permission": "granted", "on": True}),
        ("off", {"permission": "default", "on": True}),
        ("blocked", {"permission": "denied", "on": True}),
        ("insecure", {"permission": "granted", "on": True, "secure": False}),
        ("insecure", {"push": False, "apple": True, "secure": False}),
        ("unsupported", {"push": False}),
        ("home-screen", {"push": False, "apple": True}),
        ("unsupported", {"push": False, "apple": True, "standalone": True}),
    ],
)
def test_the_page_shows_the_one_notification_state_that_applies(state, what):
    assert Module("club/told/state.js").stateOf(SAFE | what) == state


def test_an_ipad_is_recognised_by_its_touch_screen():
    module = Module("club/told/state.js")
    mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
    asked = [("iPhone", 5), (mac, 5), (mac, 0), ("Android", 5)]
    found = [module.isApple({"agent": agent, "touches": touches}) for agent, touches in asked]
    assert found == [True, True, False, False]


def test_reasons_why_a_browser_gave_no_push_address_are_told_apart():
    module = Module("club/told/state.js")
    names = ("NotAllowedError", "AbortError", "NetworkError", "TypeError")
    assert [module.stateAfter({"name": one}) for one in names] == [
        *("blocked", "away", "away", "failed")
    ]


WORLD = """
  var SITE = { icon: "/icon.png", moved: "/told/moved" };
  var does = {}, shown = [], did = [], pages = [];
  var location = { origin: "https://club.example" };
  var addEventListener = (name, act) => { does[name] = act; };
  var skipWaiting = () => {};
  var fresh = { toJSON: () => ({ endpoint: "new", keys: { p256dh: "k", auth: "a" } }) };
  var registration = {
    getNotifications: async ({ tag }) => shown.filter((one) => one.tag === tag),
    showNotification: async (title, how) => {
      shown = shown.filter((one) => one.tag !== how.tag).concat([{ title, ...how }]);
      did.push(["show", title, how.renotify]);
    },
    pushManager: { subscribe: async () => fresh },
  };
  var clients = {
    claim: async () => {},
    matchAll: async () =>
      pages.map((url) => ({ url, focus: async () => did.push(["focus", url]) })),
    openWindow: async (url) => did.push(["open", url]),
  };
  var URL = class {
    constructor(text, base) {
      const scheme = text.startsWith("//") ? "https:" : "";
      const whole = text.includes("//") ? scheme + text : base + text;
      this.href = whole;
      this.origin = whole.split("/", 3).join("/");
      this.pathname = whole.slice(this.origin.length).split("?")[0] || "/";
    }
  };
  var URLSearchParams = class { constructor(values) { this.values = values; } };
  var fetch = async (url, { body }) => did.push(["fetch", url, body.values]);
  var goes = (name, event) => does[name]({ waitUntil: () => {}, ...event });
"""


class Worker:
    def __init__(self):
        self.engine = quickjs.Context()
        self.engine.eval(WORLD + (STATIC / "club/told/worker.js").read_text(encoding="utf-8"))

    def gets(self, name, script="{}"):
        self.engine.eval(f"did = []; goes('{name}', {script})")
        while self.engine.execute_pending_job():
            pass
        return json.loads(self.engine.eval("JSON.stringify(did)"))

    def is_sent(self, **said):
        return self.gets("push", f"{{ data: {{ json: () => ({json.dumps(said)}) }} }}")

    def is_tapped(self, path):
        closes = "close: () => did.push(['close'])"
        data = json.dumps({"path": path})
        return self.gets("notificationclick", f"{{ notification: {{ {closes}, data: {data} }} }}")


def test_a_notification_rings_once_and_a_newer_one_replaces_it_and_rings_again():
    worker = Worker()
    said = {"id": 1, "tag": "seat-1-3", "title": "Table 3", "body": "", "path": "/e/x/3/"}
    assert worker.is_sent(**said) == [["show", "Table 3", True]]
    assert worker.is_sent(**said) == [["show", "Table 3", False]]
    assert worker.is_sent(**said | {"id": 2, "title": "Table 4"}) == [["show", "Table 4", True]]
    assert json.loads(worker.engine.eval("JSON.stringify(shown.map((one) => one.title))")) == [
        "Table 4"
    ]


def test_an_unreadable_push_still_shows_a_notification():
    broken = "{ data: { json() { throw new Error(); } } }"
    assert Worker().gets("push", broken) == [["show", "News", True]]


def test_a_tap_focuses_the_page_if_it_is_open_or_opens_it():
    worker = Worker()
    page = "https://club.example/e/x/3/"
    assert worker.is_tapped("/e/x/3/") == [["close"], ["open", page]]
    worker.engine.eval(f"pages = ['https://club.example/other', '{page}?now']")
    assert worker.is_tapped("/e/x/3/") == [["close"], ["focus", f"{page}?now"]]


def test_a_tap_opens_no_other_site():
    home = [["close"], ["open", "https://club.example"]]
    assert Worker().is_tapped("//evil.example/x") == home
    assert Worker().is_tapped("https://evil.example/") == home


def test_a_browser_with_a_new_push_address_sends_the_site_its_old_one():
    worker = Worker()
    moved = [
        "fetch",
        "/told/moved",
        {"before": "old", "endpoint": "new", "p256dh": "k", "auth": "a"},
    ]
    old = "oldSubscription: { endpoint: 'old', options: {} }"
    assert worker.gets("pushsubscriptionchange", f"{{ {old} }}") == [moved]
    assert worker.gets("pushsubscriptionchange", "{ newSubscription: fresh }") == []
