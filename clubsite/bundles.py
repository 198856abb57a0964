"""Bundles: small files that are joined into one for a page when static files are collected.

A first visit over a hall's Wi-Fi pays for every request
(docs/decisions/0021-a-pad-out-of-reach.md). Scripts are modules. Only the forms of `import` and
`export` that they use are supported here, and any other is an error
(docs/decisions/0024-the-pad-s-modules.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from rcssmin import cssmin

PAGES = (
    "club/told.js",
    "evening/share.js",
    "table/rules.js",
    "table/laws.js",
    "table/correct.js",
    "table/device.js",
    "table/lost.js",
    "table/pad/handover.js",
    "table/pad/own.js",
    "evening/door.js",
    "evening/sign-ups.js",
    "evening/seats.js",
    "evening/plan.js",
    "evening/session.js",
    "evening/wall.js",
    "league/typed-card.js",
    "money/find.js",
    "people/passkeys.js",
    "tournament/entrants.js",
    "tournament/ticks.js",
    "tournament/draw.js",
    "tournament/director.js",
    "tournament/desk.js",
    "tournament/pictures.js",
    "tournament/totals.js",
    "tournament/to-organiser.js",
    "tournament/bell.js",
)
"""Modules that pages load. Each is a bundle of the same name."""
HTMX = ("vendor/htmx-4.0.1.min.js", "vendor/hx-ptag-4.0.1.min.js")
BUNDLES = {
    "page.css": (
        "letters.css",
        "site.css",
        "frame.css",
        "club/club.css",
        "evening/evening.css",
        "league/league.css",
        "money/money.css",
        "table/score.css",
        "large.css",
        "print.css",
    ),
    "pad.css": ("letters.css", "site.css", "table/pad.css"),
    "pad.js": (*HTMX, "table/pad/main.js"),
    "night.js": (*HTMX, "league/night.js"),
    "looking.js": (HTMX[0], "early.js"),
    "polling.js": (*HTMX, "early.js", "live.js", "evening/menu.js", "tournament/clock.js"),
    "card.js": ("tournament/bell.js", "club/told.js"),
    **{page.rpartition("/")[2]: (page,) for page in PAGES},
}
"""Which files a bundle is made of, in their order; a module stands for all that it imports."""
FOR_READERS = re.compile(
    r"^[ \t]*/\*(?!!)(?:(?!\*/)[\s\S])*\*/[ \t]*\n|[ \t]+/\*[^*\n]*\*/$|^[ \t]+", re.MULTILINE
)
"""Text that no browser needs: indentation, and comments on lines of their own or at the end of one.
Licences (/*!) are kept."""
IMPORT = re.compile(
    r'^import (?:(?:\{([^}]*)\}|\* as ([\w$]+)) from )?"(\.[^"]+)";[ \t]*\n', re.MULTILINE
)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) ([\w$]+))", re.MULTILINE)
NOT_KNOWN = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
STATIC = Path(__file__).resolve().parent.parent / "static"


class Module(NamedTuple):
    """A module as a statement that sets its variable to what it exports."""

    variable: str
    exports: list[str]
    statement: str


def joined(name: str) -> str:
    """Return the text of a bundle."""
    if name.endswith(".css"):
        return cssmin("\n".join(map(_lean, BUNDLES[name])), keep_bang_comments=True)
    return "\n;\n".join(
        _text(part) if part.startswith("vendor/") else _module_text(part) for part in BUNDLES[name]
    )


def as_expression(file: str) -> str:
    """Return a module and all that it imports as one expression, which is what it exports."""
    modules = modules_of(file)
    body = "\n".join(module.statement for module in modules.values())
    return f'(() => {{\n"use strict";\n{body}\nreturn {modules[file].variable};\n}})()'


def modules_of(file: str) -> dict[str, Module]:
    """Return a module and all that it imports by their files, each after those that it imports."""
    modules: dict[str, Module] = {}
    _add(file, modules, ())
    return modules


def _module_text(file: str) -> str:
    """Return a module and all that it imports as one script, or as one module if it exports
    something."""
    exports = EXPORT.findall(_lean(file))
    start = f"export const {{ {', '.join(exports)} }} = " if exports else ""
    return f"{start}{as_expression(file)};\n"


def _add(file: str, modules: dict[str, Module], importers: tuple[str, ...]) -> None:
    """Add a module to `modules`, after those that it imports. Raise ValueError for a circular
    import, and for other forms of import or export."""
    if file in importers:
        raise ValueError(f"Modules import each other: {' -> '.join([*importers, file])}")
    if file in modules:
        return
    text, bindings = _lean(file), []
    for names, whole, target in IMPORT.findall(text):
        other = normpath(join(dirname(file), target))
        _add(other, modules, (*importers, file))
        wanted = [name.strip() for name in names.split(",") if name.strip()]
        missing = {name.split(" as ")[0] for name in wanted} - set(modules[other].exports)
        if missing:
            raise ValueError(f"{file} imports what {other} does not export: {sorted(missing)}")
        taken = whole or f"{{ {', '.join(wanted).replace(' as ', ': ')} }}"
        if names or whole:
            bindings.append(f"const {taken} = {modules[other].variable};\n")
    exports = EXPORT.findall(text)
    body = EXPORT.sub("", IMPORT.sub("", text))
    if odd := NOT_KNOWN.search(body):
        raise ValueError(f"{file} has an import or export that is not known here: {odd[0]}")
    variable = re.sub(r"\W", "_", file)
    inside = f"{''.join(bindings)}{body}return {{ {', '.join(exports)} }};"
    modules[file] = Module(variable, exports, f"const {variable} = (() => {{\n{inside}\n}})();")


def _lean(file: str) -> str:
    """Return a file of ours without what is for readers alone."""
    text = _text(file)
    if any(line.count("`") % 2 for line in text.splitlines()):
        raise ValueError(f"{file} has a text of several lines, whose spaces would be lost")
    return FOR_READERS.sub("", text)


def _text(file: str) -> str:
    return (STATIC / file).read_text(encoding="utf-8")


class BundleFinder(BaseFinder):
    """Finds the bundles for collectstatic, made from their current parts."""

    def check(self, **kwargs) -> list:
        return []

    def find(self, path: str, find_all: bool = False) -> list | None:
        """Nothing of it lies on disk before it is collected."""
        return []

    def list(self, ignore_patterns: Iterable[str]) -> Iterator[tuple[str, InMemoryStorage]]:
        """Yield each bundle with a storage that has it."""
        storage = InMemoryStorage()
        for name in BUNDLES:
            storage.save(name, ContentFile(joined(name)))
            yield name, storage
