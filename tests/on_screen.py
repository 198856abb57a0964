"""A person before a page, with the guide in hand. They find fields by their labels, and buttons and
links by their words. They tap a link, and open a folded part of a page, only if the guide names
it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urljoin

from scoring.club.queries.guide import FOLDER, KEYS
from tests.html import said, text
from tests.test_guide import bold_in, normal

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"}
TYPED = ("input", "select", "textarea")


@cache
def named_in_the_guide() -> set[str]:
    """Return the labels that the guide names."""
    return {normal(one) for key in KEYS for one in bold_in((FOLDER / f"{key}.md").read_text())}


@dataclass(kw_only=True, eq=False)
class Piece:
    """An element of a page with its words, and the elements around it."""

    tag: str
    its: dict[str, str]
    around: list[Piece]
    place: int
    """Its number among the elements of its tag, without those in templates."""
    words: str = ""
    title: str = ""
    """Of a folded part, the words to open it by."""
    folded: bool = False
    value: list[str] = field(default_factory=list)
    """Of a field, what it would send."""
    options: list[Piece] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    @property
    def folds(self) -> list[str]:
        return [one.title for one in self.around if one.folded]

    def inside(self, tag: str) -> Piece | None:
        return next((one for one in reversed(self.around) if one.tag == tag), None)


class Reading(HTMLParser):
    """The pieces of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.pieces: list[Piece] = []
        self._open: list[Piece] = []
        self._seen: Counter[str] = Counter()
        self.feed(page)
        for one in self.pieces:
            self._finish(one)

    def handle_starttag(self, tag, attrs):
        its = {name: value or "" for name, value in attrs}
        closed = tag == "details" and "open" not in its
        folded = closed or "popover" in its
        place = self._seen[tag]
        found = Piece(tag=tag, its=its, around=[*self._open], place=place, folded=folded)
        self._seen[tag] += not found.inside("template")
        self.pieces.append(found)
        self.handle_data(" ")
        if tag not in VOID:
            self._open.append(found)

    def handle_endtag(self, tag):
        if any(one.tag == tag for one in self._open):
            while self._open.pop().tag != tag:
                pass
        self.handle_data(" ")

    def handle_data(self, data):
        for one in reversed(self._open):
            one.words += data
            if "hidden" in one.its.get("class", "").split():
                return

    def of(self, *tags: str) -> list[Piece]:
        return [one for one in self.pieces if one.tag in tags]

    def _finish(self, one: Piece) -> None:
        """Find out what a piece is called, and the value of a field."""
        if one.tag in TYPED:
            wraps = [label for label in one.around if label.tag == "label"]
            key = one.its.get("id", "")
            called = [label for label in self.of("label") if key and label.its.get("for") == key]
            one.labels = [normal(label.words) for label in (*wraps, *called)]
            one.labels += [normal(one.its["aria-label"])] if "aria-label" in one.its else []
            one.value = self._value(one)
        elif one.tag == "details":
            summary = next(other for other in self.of("summary") if other.around[-1] is one)
            spans = [other for other in self.of("span") if other.around[-1] is summary]
            one.title = normal((spans or [summary])[0].words)
        elif "popover" in one.its:
            opens = {key.its.get("popovertarget"): key for key in self.of("button")}
            one.title = normal(opens[one.its["id"]].words)

    def _value(self, one: Piece) -> list[str]:
        if one.tag == "textarea":
            return [one.words]
        if one.tag == "select":
            one.options = [other for other in self.of("option") if one in other.around]
            chosen = [other for other in one.options if "selected" in other.its]
            return [
                other.its.get("value", other.words) for other in (chosen or one.options[:1])[-1:]
            ]
        if one.its.get("type") in ("checkbox", "radio"):
            return [one.its.get("value", "on")] if "checked" in one.its else []
        return [one.its.get("value", "")]


class Screen(ABC):
    """A page before a person. `InForms` posts the forms of pages as they come from the site. In
    tests/browser/on_screen.py a thumb does the same in Chromium."""

    address: str
    """The path of the page, with its query."""

    @property
    @abstractmethod
    def reading(self) -> Reading: ...

    @abstractmethod
    def go(self, address: str) -> None: ...

    @abstractmethod
    def said(self) -> str:
        """Return the words of the page."""

    @abstractmethod
    def _tap(self, link: Piece) -> None: ...

    @abstractmethod
    def _type(self, one: Piece, value: str) -> None: ...

    @abstractmethod
    def _tick(self, one: Piece) -> None: ...

    @abstractmethod
    def _press(self, key: Piece) -> None:
        """Press a button. Fail unless its form is accepted."""

    def follow(self, words: str, *, row: int = 0) -> None:
        """Tap a link that the guide names, the first of these words or that of another row."""
        assert normal(words) in named_in_the_guide(), f"the guide does not name {words}"
        self._tap(self._found(words, "a", row=row))

    def type(self, label: str, value: str, *, row: int = 0) -> None:
        """Type into a field with this label, or choose from its list."""
        one = self._found(label, *TYPED, but=("radio", "checkbox", "hidden"), row=row)
        if one.tag == "select":
            options = [
                option.its.get("value", option.words)
                for option in one.options
                if normal(option.words) == normal(value)
            ]
            assert options, f"{label}: {value} is not in its list"
            value = options[0]
        self._type(one, value)

    def tick(self, label: str) -> None:
        """Tick a box, or choose one of several."""
        self._tick(self._found(label, "input", but=("text", "hidden", None)))

    def press(self, words: str, *, row: int = 0) -> None:
        """Press a button. Its form must be accepted."""
        self._press(self._found(words, "button", row=row))

    def shows(self, words: str) -> bool:
        """Return whether the page has a button, link or field of these words."""
        return bool(self._all(words, "a", "button", *TYPED))

    def _found(self, words: str, *tags: str, but: tuple = (), row: int = 0) -> Piece:
        found = [one for one in self._all(words, *tags) if one.its.get("type") not in but]
        assert found[row:], f"{self.address} has no {words}"
        first = found[row]
        for title in first.folds:
            assert title in named_in_the_guide(), f"{words} is folded away under {title}"
        assert "disabled" not in first.its, f"{words} can't be chosen"
        return first

    def _all(self, words: str, *tags: str) -> list[Piece]:
        """Return the pieces of these words, then those that begin with them."""
        words = normal(words)
        called = [
            (one, one.labels if one.tag in TYPED else [normal(one.words)])
            for one in self.reading.of(*tags)
        ]
        return [one for one, names in called if words in names] + [
            one for one, names in called if any(name.startswith(f"{words} ") for name in names)
        ]


class InForms(Screen):
    """Pages as they come from the site. Their forms are sent without a browser."""

    def __init__(self, client, address: str) -> None:
        self.client = client
        self.go(address)

    @property
    def reading(self) -> Reading:
        return self._reading

    def go(self, address: str) -> None:
        self._show(self.client.get(address, follow=True))

    def said(self) -> str:
        return text(self._answer.content.decode())

    def _tap(self, link: Piece) -> None:
        self.go(urljoin(self.address, link.its["href"]))

    def _type(self, one: Piece, value: str) -> None:
        one.value = [value]

    def _tick(self, one: Piece) -> None:
        if one.its["type"] == "radio":
            for other in self._fields(self._form(one)):
                if other.its.get("name") == one.its["name"]:
                    other.value = []
        one.value = [one.its.get("value", "on")]

    def _press(self, key: Piece) -> None:
        form = self._form(key)
        sent: dict[str, list[str]] = {}
        for one in self._fields(form):
            if "name" in one.its and "disabled" not in one.its and one.value:
                sent.setdefault(one.its["name"], []).extend(one.value)
        if "name" in key.its:
            sent.setdefault(key.its["name"], []).append(key.its.get("value", ""))
        address = key.its.get("formaction") or form.its.get("action") or self.address
        way = self.client.post if form.its.get("method") == "post" else self.client.get
        answer = way(urljoin(self.address, address), sent, follow=True)
        self._show(answer, pressed=normal(key.words))

    def _show(self, answer, pressed: str = "") -> None:
        assert answer.status_code == 200, f"{pressed}: {answer.status_code} {said(answer)}"
        asked = answer.request["QUERY_STRING"]
        self._answer, self.address = answer, f"{answer.request['PATH_INFO']}?{asked}"
        self._reading = Reading(answer.content.decode())

    def _form(self, one: Piece) -> Piece:
        if "form" in one.its:
            return next(it for it in self.reading.of("form") if it.its.get("id") == one.its["form"])
        return one.inside("form")

    def _fields(self, form: Piece) -> list[Piece]:
        return [one for one in self.reading.of(*TYPED) if self._form(one) is form]
