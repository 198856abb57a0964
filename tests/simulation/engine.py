"""QuickJS with the site's own scripts, for all phones of a night."""

from __future__ import annotations

import json

import quickjs

from clubsite.bundles import modules_of
from tests.simulation import branches
from tests.simulation.sources import replaced

HERE = __file__.rpartition("/")[0]
PAD = "table/pad/main.js"
NIGHT = "league/night.js"
HANDOVER = "table/pad/handover.js"
SHOWN = """
const queue = table_pad_phone_js.queue;
const words = (place) => document.querySelector(place)?.textContent.trim() ?? "";
function entries() {
  const states = ["kept", "sent", "refused", "aside"];
  const all = states.flatMap((state) => [...queue.in(state), ...queue.elsewhere(state)]);
  return all.map((one) => {
    const { key, do: verb, id, state, gone, path, reason } = one;
    const stored = queue.keeps() && queue.isStored(one);
    return { key, do: verb, id, state, gone, path, reason, stored };
  });
}
function idOf(verb) {
  const form = document.querySelector(`form[data-does=${verb}]`);
  return form.hidden ? "" : (form.dataset.id ?? "");
}
function shown() {
  const stands = table_pad_figures_js.stands();
  const points = [...document.querySelectorAll(".tile .points, .side-points")];
  return {
    entries: entries(),
    keeps: queue.keeps(),
    looked: queue.looked,
    again: JSON.parse(words("#now")).again,
    badge: [document.querySelector("#state").dataset.state, words("#state span")],
    points: points.map((one) => one.textContent.trim()),
    dealer: document.querySelector(".dealer")?.parentElement?.dataset.key ?? "",
    save: words(".save"),
    last: words("#last"),
    undo: idOf("take-back"),
    restore: idOf("put-back"),
    no: stands.no,
    latest: stands.latest,
    sitting: table_pad_page_js.atTheTable("sitting"),
    seen: table_pad_page_js.atTheTable("seen"),
    closed: "closed" in document.querySelector("#pad").dataset,
    waiting: document
      .querySelectorAll(".waiting form")
      .map((form) => form.getAttribute("action").split("/").at(-2)),
  };
}
return { shown, act: (what) => queue[what]() };
"""
SHOWN_NIGHT = """
const { queue } = league_night_js;
function shown() {
  const states = ["kept", "sent", "refused", "aside"];
  const all = states.flatMap((state) => [...queue.in(state), ...queue.elsewhere(state)]);
  const entries = all.map(({ key, do: verb, no, fields, state, gone, path, reason }) => ({
    ...{ key, do: verb, no, fields, state, gone, path, reason },
    stored: queue.keeps(),
  }));
  const boxes = document.querySelectorAll("#night input[type=number]");
  const seen = ({ name }) => document.querySelector(`[name="seen-${name}"]`).value;
  const words = (place) => [...document.querySelectorAll(place)].map((one) => one.textContent);
  return {
    entries,
    points: Object.fromEntries([...boxes].map((box) => [box.name, [box.value, seen(box)]])),
    says: document.querySelector("#night").dataset.says,
    notes: words(".kept-here"),
    waits: words(".waits"),
  };
}
return { shown };
"""
NAMES = (
    "window document location localStorage fetch EventSource FormData AbortController Event "
    "CustomEvent URLSearchParams Date Math navigator indexedDB history performance crypto "
    "setTimeout setInterval clearTimeout clearInterval addEventListener removeEventListener htmx "
    "bringing btoa atob matchMedia MutationObserver"
)


class Engine:
    """The context of all phones. It is made once in a process, since reading the scripts takes
    longer than a night's worth of taps."""

    def __init__(self, changes: tuple = ()) -> None:
        self.changes = changes
        self._context = quickjs.Context()
        with open(f"{HERE}/browser.js", encoding="utf-8") as file:
            self._context.eval(file.read())
        self._context.eval(
            "globalThis.call = (name, given) => JSON.stringify(host.safe(name, JSON.parse(given)));"
        )
        self._call = self._context.get("call")
        self._step = self._context.eval("host.step")
        self.now = self._context.eval("host.now")
        self._builds: dict[str, int] = {}

    def build(self, program: str) -> int:
        """Return the number of a program, "pad" or "night"."""
        if program not in self._builds:
            with replaced(self.changes or branches.marks()):
                body = _pad() if program == "pad" else _night()
            made = (
                f"host.build((given) => {{\n'use strict';\nconst {{ {', '.join(NAMES.split())} }} "
                f"= given;\n{body}\n}})"
            )
            self._builds[program] = self._context.eval(made)
        return self._builds[program]

    def ask(self, name: str, *given: object, page: str = "") -> object:
        """Return what a function of the browser returns, after all its promises are settled. A page
        (page.py) is the last that it is given."""
        said = self._call(name, f"{json.dumps(given)[:-1]}, {page}]" if page else json.dumps(given))
        self._settle()
        return json.loads(said)

    def _settle(self) -> None:
        while self._context.execute_pending_job():
            pass

    def step(self, before: int) -> bool:
        """Let timers act that are due before then, until one has something to say. Return whether
        one has."""
        while (acted := self._step(before)) > 0:
            self._settle()
        return acted < 0

    def settle(self, before: int) -> None:
        """Let timers act as far, whatever they have to say."""
        while self.step(before):
            self.ask("said")

    def why(self) -> list[str]:
        """Return which scripts failed, and how, since the last look."""
        return self.ask("said")["fatal"]

    def tidy(self) -> None:
        """Forget the last night."""
        self.ask("forget")


def _pad() -> str:
    modules = {**modules_of(HANDOVER), **modules_of(PAD)}
    late = modules.pop(HANDOVER)
    body = "\n".join(module.statement for module in modules.values())
    late_body = f"given.handover = () => {{\n{late.statement}\nreturn {late.variable};\n}};"
    return f"{_late_first(body.replace('await import(', 'await bringing('), late_body)}\n{SHOWN}"


def _night() -> str:
    """The script exports nothing: its queue is handed out."""
    *before, night = [module.statement for module in modules_of(NIGHT).values()]
    start, _, end = night.rpartition("return {  };")
    return "\n".join([*before, f"{start}return {{ queue }};{end}", SHOWN_NIGHT])


def _late_first(body: str, late: str) -> str:
    """The handover is brought late, but its program stands ready before the pad's begins."""
    at = body.index("const table_pad_main_js")
    return f"{body[:at]}{late}\n{body[at:]}"
