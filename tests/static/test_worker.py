"""What the service worker keeps when a new version of the program takes over."""

import json

import quickjs

from clubsite.bundles import STATIC

PHONE = """
const all = new Map();
const cacheOf = (name) => ({
  keys: async () => Object.keys(all.get(name)).map((path) => ({ url: `https://us${path}` })),
  put: async (path, page) => void (all.get(name)[path] = page),
  delete: async (path) => delete all.get(name)[path],
  addAll: async () => {},
});
globalThis.caches = {
  keys: async () => [...all.keys()],
  delete: async (name) => all.delete(name),
  open: async (name) => (all.has(name) || all.set(name, {}), cacheOf(name)),
  match: async (path, { cacheName }) => all.get(cacheName)?.[path],
};
globalThis.URL = class {
  constructor(text) {
    Object.assign(this, { origin: "https://us", pathname: text.replace("https://us", "") });
  }
};
const heard = {};
globalThis.addEventListener = (event, act) => void (heard[event] = act);
globalThis.skipWaiting = () => {};
globalThis.clients = { claim: async () => {} };
globalThis.location = { origin: "https://us" };
globalThis.registration = { scope: "/t/" };
const known = new Set();
globalThis.fetch = async (path) => ({
  ok: known.has(path),
  status: known.has(path) ? 200 : 404,
  headers: { get: () => (known.has(path) ? "pad" : "error") },
});
"""


class Browser:
    """A phone with the caches of older builds, and a site that knows some tables."""

    def __init__(self, *known, **caches) -> None:
        self._engine = quickjs.Context()
        self._engine.eval(PHONE)
        for path in known:
            self._engine.eval(f"known.add({path!r})")
        for build, paths in caches.items():
            pages = {path: {"of": build} for path in paths}
            self._engine.eval(f"all.set('pad {build}', {json.dumps(pages)})")

    def upgrade(self, build) -> dict[str, list[str]]:
        """Return the pages of each cache after this build has taken over."""
        kept = {"/t/": {"name": "pad", "pattern": "^/t/[a-z]+/$", "files": []}}
        site = json.dumps({"build": build, "kept": kept})
        worker = (STATIC / "queue/worker.js").read_text()
        self._engine.eval(f"(() => {{ const SITE = {site};\n{worker} }})()")
        for event in ("install", "activate"):
            self._engine.eval(f"heard.{event}({{ waitUntil() {{}} }})")
            while self._engine.execute_pending_job():
                pass
        found = self._engine.eval(
            "JSON.stringify([...all].map(([name, pages]) => [name.slice(4), Object.keys(pages)]))"
        )
        return dict(json.loads(found))


def test_the_page_of_a_lost_table_survives_every_new_version_with_its_build():
    browser = Browser("/t/here/", one=["/t/lost/", "/t/here/"])
    assert browser.upgrade("two") == {"one": ["/t/lost/", "/t/here/"], "two": ["/t/here/"]}
    for build in ("three", "four"):
        found = browser.upgrade(build)
        assert found == {"one": ["/t/lost/", "/t/here/"], build: ["/t/here/"]}


def test_caches_of_which_every_page_was_brought_are_deleted():
    browser = Browser("/t/here/", one=["/t/here/"], two=["/t/here/"])
    assert browser.upgrade("three") == {"three": ["/t/here/"]}
