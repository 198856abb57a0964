"""Read the laws once from the TOML files beside this module. Raise BadLaws for anything unknown.

A file is a book. It has a `source`, and an entry for each remedy under its topic and key, such as
`[deal.faced-card]`. An entry has its own text, or uses the text of another file with `from`. If it
differs between tables it has `cases`, each with the fields that differ. `[[borrows]]` uses many
entries of another file at once. The text of an entry borrowed from a printed book says so.

Two files are not books. `tables.toml` lists the books for each table. `said_today.toml` has more
words to find a remedy by.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import Formatter

from scoring.euchre.books import SHELF
from scoring.euchre.books.partnership import RULING
from scoring.euchre.hand import PENALTY, VOIDS
from scoring.euchre.remedies.conditions import CONDITIONS, Applies, always
from scoring.euchre.remedies.part import Part, load
from scoring.euchre.remedies.remedy import OF_A_BID, TOPICS, Remedy
from scoring.euchre.rule_set import PROVISIONS, Law, RuleSet

FOLDER = Path(__file__).parent
NO_BOOKS = ("tables.toml", "said_today.toml")
BY_SLUG = {topic.lower().replace(" ", "-"): topic for topic in TOPICS}
OF_A_BOOK = ("source", "name", "borrows")
OF_AN_ENTRY = ("law", "rests-on", "title", "remedy", "words", "chooses", "records", "when")
RECORDED = {*VOIDS, PENALTY, "correct"}.union(*(rules.irregularities for rules in SHELF.values()))
RESTING = {"ruling", *PROVISIONS()}.union(*(rules.laws for rules in SHELF.values()))
SOURCES = {rules.source for rules in SHELF.values()}

Variants = tuple[Remedy, ...]
"""The cases of one entry, with the same key; mostly one."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """The remedies of the rule sets that are named, or of all rule sets for which `applies` is
    true."""

    sets: tuple[str, ...]
    applies: Applies
    remedies: tuple[Remedy, ...]


@cache
def tables() -> tuple[Table, ...]:
    """Return the tables of our own laws. Files are read at the first call only."""
    return read(FOLDER)


def table_of(rules: RuleSet, known: tuple[Table, ...]) -> Table | None:
    """Return the table for these rules, or for the nearest set that they are based on."""
    named = {key: table for table in known for key in table.sets}
    nearest = (named[key] for key in reversed(rules.lineage) if key in named)
    others = (table for table in known if not table.sets and table.applies(rules))
    return next(nearest, next(others, None))


def read(folder: Path) -> tuple[Table, ...]:
    """Return the tables that the files of a folder describe."""
    of_tables, said_today = (load(folder.joinpath(name)) for name in NO_BOOKS)
    files = (path for path in sorted(folder.glob("*.toml")) if path.name not in NO_BOOKS)
    books = {path.stem: _book(load(path)) for path in files}
    whole = {name: _assembled(book, books) for name, book in books.items()}
    found = _tables(of_tables, whole, _more_words(said_today, books))
    _refuse_unused(books, of_tables)
    for rules in SHELF.values():
        if not table_of(rules, found):
            of_tables.refuse(f'No laws for the rule set "{rules.key}".')
    return found


# -- A book by itself.


@dataclass(frozen=True, kw_only=True)
class Book:
    part: Part
    own: Mapping[str, Variants]
    """Its own entries by key."""
    order: Mapping[str, tuple[str, Part]]
    """All its entries by key, its own and those taken singly, each with its topic and place."""
    borrows: tuple[Part, ...]


def _book(part: Part) -> Book:
    part.only(*OF_A_BOOK, *BY_SLUG)
    source = part.one_of("source", SOURCES) if "source" in part.said else ""
    order: dict[str, tuple[str, Part]] = {}
    own: dict[str, Variants] = {}
    for slug in part.said:
        if slug in OF_A_BOOK:
            continue
        for key, entry in part.children(slug):
            if key in order:
                entry.refuse(f'The key "{key}" has been used before in this file.')
            order[key] = BY_SLUG[slug], entry
            if "from" not in entry.said:
                own[key] = _variants(key, BY_SLUG[slug], entry, source)
    return Book(part=part, own=own, order=order, borrows=part.parts("borrows"))


def _variants(key: str, topic: str, entry: Part, source: str) -> Variants:
    entry.only(*OF_AN_ENTRY, "cases")
    if "cases" not in entry.said:
        return (_remedy(key, topic, entry, source),)
    if "when" in entry.said:
        entry.refuse('Each case has its "when", so the entry has none.')
    shared = {name: value for name, value in entry.said.items() if name != "cases"}
    cases = entry.parts("cases") or entry.refuse('"cases" has none.')
    for case in cases:
        case.only(*OF_AN_ENTRY).one_of("when", CONDITIONS)
    return tuple(
        _remedy(key, topic, Part(case.where, {**shared, **case.said}), source) for case in cases
    )


def _remedy(key: str, topic: str, entry: Part, source: str) -> Remedy:
    entry.text("title")
    return Remedy(
        key=key,
        topic=topic,
        title=entry.plain("title"),
        remedy=_with_placeholders(entry),
        words=entry.texts("words"),
        law=_law(entry, source),
        chooses=entry.plain("chooses"),
        records=entry.one_of("records", RECORDED) if "records" in entry.said else None,
        applies=entry.condition(),
    )


def _law(entry: Part, source: str) -> Law | str:
    """Return the law of this book, or the name of what the rule set says it rests on."""
    if ("law" in entry.said) == ("rests-on" in entry.said):
        entry.refuse('Either a "law" of this book is needed, or what it "rests-on".')
    if "law" in entry.said:
        if not source:
            entry.refuse('This file has no "source", so there is no "law" of it.')
        return Law(source=source, number=entry.plain("law"))
    name = entry.one_of("rests-on", RESTING)
    return RULING if name == "ruling" else name


def _with_placeholders(entry: Part) -> str:
    text = entry.text("remedy")
    try:
        fields = [found[1:] for found in Formatter().parse(text) if found[1] is not None]
    except ValueError as wrong:
        entry.refuse(f'"remedy": {wrong}.')
    for name, form, conversion in fields:
        if name not in {*PROVISIONS(), *OF_A_BID} or form or conversion:
            entry.refuse(f'"{{{name}}}" in "remedy" is no number of a rule set.')
    return text


# -- A book with what it borrows.


def _assembled(book: Book, books: Mapping[str, Book]) -> dict[str, Variants]:
    """Return the entries of a book by key: first its own, then those taken singly, then borrowed
    ones."""
    found: dict[str, Variants] = {}
    for key, (topic, entry) in book.order.items():
        found[key] = book.own.get(key) or _taken(key, topic, entry, books)
    for part in book.borrows:
        lender = books[part.only("from", "when", "keys", "all-but").one_of("from", books)]
        for key in _borrowed_keys(part, lender, found):
            found[key] = _lent(lender, key, part.condition())
    return found


def _taken(key: str, topic: str, entry: Part, books: Mapping[str, Book]) -> Variants:
    lender = books[entry.only("from").one_of("from", books)]
    if key not in lender.own:
        entry.refuse(f'{lender.part.where} has no entry "{key}" of its own.')
    return tuple(replace(one, topic=topic) for one in _lent(lender, key, always))


def _borrowed_keys(part: Part, lender: Book, known: Collection[str]) -> list[str]:
    if "keys" not in part.said:
        without = part.some_of("all-but", lender.own)
        return [key for key in lender.own if key not in without and key not in known]
    if "all-but" in part.said:
        part.refuse('Either "keys" or "all-but", not both.')
    keys = part.some_of("keys", lender.own)
    for key in keys:
        if key in known or keys.count(key) > 1:
            part.refuse(f'The key "{key}" has been used before in this file.')
    return list(keys)


def _lent(lender: Book, key: str, also: Applies) -> Variants:
    """Return an entry for use in another book. An entry of a printed book names that book."""
    said = ""
    if "source" in lender.part.said:
        said = f"From {lender.part.text('name')}: "
    return tuple(
        replace(one, remedy=said + one.remedy, applies=_both(one.applies, also))
        for one in lender.own[key]
    )


def _both(one: Applies, other: Applies) -> Applies:
    return lambda rules: one(rules) and other(rules)


# -- Which books a table goes by.


def _tables(
    part: Part, books: Mapping[str, Mapping[str, Variants]], words: Mapping[str, tuple[str, ...]]
) -> tuple[Table, ...]:
    found: list[Table] = []
    seen: set[str] = set()
    for line in part.only("tables").parts("tables"):
        line.only("sets", "when", "laws")
        if ("sets" in line.said) == ("when" in line.said):
            line.refuse('Either "sets" or "when" is needed.')
        sets = line.some_of("sets", SHELF)
        if twice := sorted(seen.intersection(sets)):
            line.refuse(f'The rule set "{twice[0]}" has been named before.')
        seen.update(sets)
        laws: dict[str, Variants] = {}
        for name in line.some_of("laws", books) or line.refuse('No "laws".'):
            laws |= {key: cases for key, cases in books[name].items() if key not in laws}
        found.append(Table(sets=sets, applies=line.condition(), remedies=_found_by(laws, words)))
    return tuple(found)


def _found_by(
    laws: Mapping[str, Variants], words: Mapping[str, tuple[str, ...]]
) -> tuple[Remedy, ...]:
    return tuple(
        replace(one, words=(*one.words, *words.get(key, ())))
        for key, cases in laws.items()
        for one in cases
    )


def _more_words(part: Part, books: Mapping[str, Book]) -> dict[str, tuple[str, ...]]:
    known = {key for book in books.values() for key in book.own}
    for key in part.said:
        if key not in known:
            part.refuse(f'No book has an entry "{key}".')
    return {key: part.texts(key) for key in part.said}


def _refuse_unused(books: Mapping[str, Book], of_tables: Part) -> None:
    used = {name for line in of_tables.parts("tables") for name in line.texts("laws")}
    for book in books.values():
        used.update(part.text("from") for part in book.borrows)
        used.update(part.text("from") for _, part in book.order.values() if "from" in part.said)
    for name in sorted(set(books) - used):
        books[name].part.refuse("No table uses this file, and no other file borrows from it.")
