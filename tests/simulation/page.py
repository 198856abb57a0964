"""The part of a pad's page that its scripts ask for, as a tree for browser.js."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

TOKEN = re.compile(r"<!--.*?-->|<(/?)([a-z][\w-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>|([^<]+)", re.S)
ATTRIBUTE = re.compile(r"([\w:-]+)(?:=(?:\"([^\"]*)\"|'([^']*)'))?")
CAMEL = re.compile(r"-(\w)")
STATES, OWN = {"hidden", "open", "disabled"}, {"type", "name", "method", "form"}
"""Attributes that are fields of an element too, as in browser.js."""
EMPTY = {"input", "use", "br", "hr", "img", "meta", "link", "path", "rect"}
NOT_ASKED_FOR = re.compile(
    r'<svg class="disc.*?</svg>|<input type="hidden" name="csrfmiddlewaretoken"[^>]*>'
    r'|<template.*?</template>|<nav.*?</nav>|<details class="menu.*?</details>'
    r'|<details class="sheet" id="(?:facts|laws-here|happened|call)".*?</details>',
    re.S,
)


def tree(html: str) -> str:
    """Return `main` and `#poll` of a page as JSON, with the fields that browser.js has, or the form
    of a captain's night alone; "" where it has none."""
    start = html.find("<main")
    if start < 0:
        return _form(html)
    end = html.find("</main>", start) + len("</main>")
    poll = re.search(r'<div[^>]*id="poll".*?</div>', html[end:], re.S)
    undo = re.search(r'<form\s+class="undo".*?</form>', html, re.S)
    void = re.search(r'<form[^>]*id="void"[^>]*>', html, re.S)
    main = NOT_ASKED_FOR.sub("", html[start:end])
    kept = main.removesuffix("</main>") + "".join(
        part and part[0] + more for part, more in ((undo, ""), (void, "</form>")) if part
    )
    return f"[{''.join(_grown(kept + '</main>' + (poll[0] if poll else '')))}]"


def _form(html: str) -> str:
    start, end = html.find('<form id="night"'), html.rfind("</form>") + len("</form>")
    return "" if start < 0 else f"[{''.join(_grown(NOT_ASKED_FOR.sub('', html[start:end])))}]"


def _grown(html: str) -> Iterator[str]:
    comma, open_ones = "", []
    for token in TOKEN.finditer(html):
        ends, tag, said, text = token.groups()
        if text is not None:
            if text.strip():
                yield comma + _text(text)
                comma = ","
        elif ends:
            while tag in open_ones:  # what was left out may leave its end
                yield "]}"
                comma = ","
                if open_ones.pop() == tag:
                    break
        elif tag:
            yield comma + _begun(tag, said)
            comma = ""
            if tag in EMPTY or said.endswith("/"):
                yield "]}"
                comma = ","
            else:
                open_ones.append(tag)


@lru_cache(maxsize=8192)
def _text(text: str) -> str:
    return json.dumps({"textContent": unescape(text)})


@lru_cache(maxsize=8192)
def _begun(tag: str, said: str) -> str:
    attributes = {
        name: unescape(value or other or "") for name, value, other in ATTRIBUTE.findall(said)
    }
    made = {"tag": tag, "attributes": attributes, "dataset": {}}
    if tag == "input":
        made["value"] = ""
    for name, words in attributes.items():
        if name.startswith("data-"):
            made["dataset"][CAMEL.sub(lambda found: found[1].upper(), name[5:])] = words
        elif name == "class":
            made["split"] = words.split()
        elif name == "value":
            made |= {"value": words, "defaultValue": words}
        elif name == "checked":
            made |= {"checked": True, "defaultChecked": True}
        elif name in STATES:
            made[name] = True
        elif name in OWN:
            made[name] = words
    return f'{json.dumps(made)[:-1]}, "childNodes": ['
