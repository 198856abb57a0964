"""The forms of a page as a browser sends them, filled in with the least that they need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

TYPED = {
    "number": "1",
    "date": "2026-11-20",
    "time": "19:30",
    "email": "zoe@example.org",
    "url": "https://example.org/",
}
"""What is typed into an empty field, by its type. Others get a name."""
NAME = "Zoe Wolkenstein-Trostburg"
PRESSED = ("submit", "image")


@dataclass(kw_only=True)
class Form:
    """A form that a page has, with what a browser would send of it."""

    action: str
    values: dict[str, str | list[str]] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)
    """The attributes of each button that sends it."""

    def sent(self) -> Iterator[tuple[str, dict]]:
        """Yield the address and the values for each button, or once if it has none."""
        for button in self.buttons or [{}]:
            more = {button["name"]: button.get("value", "")} if button.get("name") else {}
            yield button.get("formaction", self.action), self.values | more

    def take(self, name: str, value: str) -> None:
        """Add a value to those of this name."""
        before = self.values.get(name)
        if before is None:
            self.values[name] = value
        else:
            self.values[name] = [*(before if isinstance(before, list) else [before]), value]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.fields: list[tuple[Form | str, str, dict[str, str]]] = []
        self._open: Form | None = None
        self._select: dict[str, str] | None = None
        self._text: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list) -> None:
        said = {name: value or "" for name, value in attrs}
        owner = said.get("form") or self._open
        if tag == "form":
            self._open = Form(action=said.get("action", ""))
            if said.get("method", "").lower() == "post":
                self.forms.append(self._open)
            self.by_id[said.get("id", "")] = self._open
        elif tag == "option" and self._select is not None:
            if "chosen" not in self._select or "selected" in said:
                self._select["chosen"] = said.get("value", "")
        elif owner is not None and tag in ("input", "select", "textarea", "button"):
            self.fields.append((owner, tag, said))
            self._select = said if tag == "select" else self._select
            self._text = said if tag == "textarea" else self._text

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text["value"] = self._text.get("value", "") + data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._text = None


def forms_of(html: str) -> list[Form]:
    """Return the forms of a page that are posted."""
    reader = _Reader()
    reader.feed(html)
    known: set[tuple[int, str]] = set()
    for owner, tag, said in reader.fields:
        form = reader.by_id.get(owner) if isinstance(owner, str) else owner
        if form is not None and "disabled" not in said:
            _take(form, tag, said, known)
    return reader.forms


def _take(form: Form, tag: str, said: dict[str, str], known: set[tuple[int, str]]) -> None:
    """Add a field to a form. Of boxes and choices of one name the first is ticked, and all that
    the page ticks."""
    kind = said.get("type", "submit" if tag == "button" else "text").lower()
    name = said.get("name", "")
    first = (id(form), name) not in known
    known.add((id(form), name))
    if kind in PRESSED and tag in ("input", "button"):
        form.buttons.append(said)
    elif not name or kind in ("button", "reset", "file"):
        return
    elif tag == "select":
        form.take(name, said.get("chosen", ""))
    elif kind == "radio":
        if first or "checked" in said:
            form.values[name] = said.get("value", "on")
    elif kind == "checkbox":
        if first or "checked" in said:
            form.take(name, said.get("value", "on"))
    else:
        needs = kind != "hidden" and "required" in said
        form.take(name, said.get("value", "") or (TYPED.get(kind, NAME) if needs else ""))
