"""The part of a pad's page that its scripts ask for, as a tree for browser.js."""

from __future__ import annotations

import re
from html import unescape

TOKEN = re.compile(r"<!--.*?-->|<(/?)([a-z][\w-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>|([^<]+)", re.S)
ATTRIBUTE = re.compile(r"([\w:-]+)(?:=(?:\"([^\"]*)\"|'([^']*)'))?")
EMPTY = {"input", "use", "br", "hr", "img", "meta", "link", "path", "rect"}
NOT_ASKED_FOR = re.compile(
    r'<svg class="disc.*?</svg>|<input type="hidden" name="csrfmiddlewaretoken"[^>]*>'
    r'|<template.*?</template>|<nav.*?</nav>|<details class="menu.*?</details>'
    r'|<details class="sheet" id="(?:facts|laws-here|happened|call)".*?</details>',
    re.S,
)
Tree = list | str


def tree(html: str) -> list[Tree]:
    """Return `main` and `#poll` of a page, each as [tag, attributes, children]."""
    start = html.find("<main")
    end = html.find("</main>", start) + len("</main>")
    if start < 0:
        return []
    poll = re.search(r'<div[^>]*id="poll".*?</div>', html[end:], re.S)
    undo = re.search(r'<form\s+class="undo".*?</form>', html, re.S)
    void = re.search(r'<form[^>]*id="void"[^>]*>', html, re.S)
    main = NOT_ASKED_FOR.sub("", html[start:end])
    kept = main.removesuffix("</main>") + "".join(
        part and part[0] + more for part, more in ((undo, ""), (void, "</form>")) if part
    )
    return _grown(kept + "</main>") + (_grown(poll[0]) if poll else [])


def _grown(html: str) -> list[Tree]:
    roots: list[Tree] = []
    open_ones: list[tuple[str, list[Tree]]] = [("", roots)]
    for token in TOKEN.finditer(html):
        ends, tag, said, text = token.groups()
        if text is not None:
            if text.strip():
                open_ones[-1][1].append(unescape(text))
        elif ends:
            if tag in [name for name, _ in open_ones]:  # what was left out may leave its end
                while open_ones.pop()[0] != tag:
                    pass
        elif tag:
            element = [tag, _attributes(said), []]
            open_ones[-1][1].append(element)
            if tag not in EMPTY and not said.endswith("/"):
                open_ones.append((tag, element[2]))
    return roots


def _attributes(said: str) -> dict[str, str]:
    return {name: unescape(value or other or "") for name, value, other in ATTRIBUTE.findall(said)}
