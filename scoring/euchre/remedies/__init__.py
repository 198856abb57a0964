"""What happened? What the laws of this table say to do about it.

A book's remedies are written once, with placeholders for the numbers of the RuleSet, so that house
rules show their own. Which law of a book stands behind which remedy: docs/laws.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from string import Formatter

from scoring.common.misspelt import begins, nearly_begins
from scoring.common.names import name_key
from scoring.euchre.books import on_shelf
from scoring.euchre.remedies.bidding import OF_BIDS
from scoring.euchre.remedies.britannica import BRITANNICA
from scoring.euchre.remedies.foster import FOSTER
from scoring.euchre.remedies.hoffmann import HOFFMANN
from scoring.euchre.remedies.keller import KELLER
from scoring.euchre.remedies.leeds_dwight import LEEDS_DWIGHT
from scoring.euchre.remedies.remedy import TOPICS, Remedy, bids_alone, four_handed, more_than_two
from scoring.euchre.remedies.rulings import CHOICE, RULINGS
from scoring.euchre.remedies.today import SAID_TODAY, WEAK_HAND
from scoring.euchre.rule_set import NUMBERS, PROVISIONS, Law, RuleSet

# -- Tables whose own book is silent: our rulings on what scores; for the rest, what another book
# would do.
# ----------------------------------------------------------------------------------------------
#
# A borrowed remedy says so. Partners borrow from Leeds & Dwight; players for themselves from the
# Britannica, whose laws are made for two and three too, and from Leeds & Dwight where no law speaks
# of partners.

OF_THE_CLUB_ALONE = """
    exposed-by-dealer exposed-by-adversary touched-in-deal trump-turned-too-soon
    alone-wrong-words alone-after-naming alone-taken alone-taken-late exposed abandoned
    trump-lifted new-cards late-candidate left-early left-after-one left-table
""".split()
"""What rests on scores, claims and customs that other tables do not have."""
FROM_BRITANNICA = (
    "two-turned changed-suit exposed-card lead-out-of-turn last-trick revoke-in-time".split()
)
FOR_ANY_NUMBER = """
    shuffled-wrong seen-in-shuffle cut-wrong cut-again shuffled-after-cut dealt-out-of-turn
    dealer-interrupted
    named-turned-down discard-changed discarded-trump-card lead-before-discard trump-asked
    lead-followed all-abandoned called-refused called-none omitted extra-card who-played
    revoke-claimed revoke-mixed revoke-too-late torn cut-two
""".split()
FOR_THREE = "two-cards-at-once thrown-down called-again".split()
"""What is nothing to two, whose exposed cards are not called."""

FOR_BIDDERS = """
    shuffled-wrong seen-in-shuffle cut-wrong cut-again shuffled-after-cut
    misdeal-touched dealer-interrupted partners-deal
    exposed-card two-cards-at-once played-ahead thrown-down all-abandoned detached-card
    lead-out-of-turn lead-followed omitted extra-card called-attention who-played
    called-refused called-none called-again consulted
    revoke-established revoke-in-time revoke-asked revoke-claimed revoke-mixed revoke-too-late
    revoke-played-out torn cut-two
""".split()
"""What fits where no card is turned and nobody discards; the order of four, and lone hands, on
their own."""
FOR_FOUR_BIDDERS = "third-hand-first fourth-hand-first cut-tie".split()
FOR_LONE_BIDDERS = "lone-exposed lone-led-out-of-turn played-against-lone".split()


def without_those_of(own: Iterable[Remedy], others: Iterable[Remedy]) -> tuple[Remedy, ...]:
    """Return the others whose keys the table's own book does not have."""
    known = {one.key for one in own}
    return tuple(one for one in others if one.key not in known)


def _borrowed(
    book: Iterable[Remedy], name: str, keys: Collection[str], **changes: object
) -> tuple[Remedy, ...]:
    return tuple(
        replace(one, remedy=f"This table's book is silent. {name}: {one.remedy}", **changes)
        for one in book
        if one.key in keys
    )


_OF_PARTNERS = {one.key for one in LEEDS_DWIGHT} - {*OF_THE_CLUB_ALONE}
SILENT_PARTNERS = (
    *RULINGS,
    *without_those_of(RULINGS, _borrowed(LEEDS_DWIGHT, "Leeds & Dwight", _OF_PARTNERS)),
)
SILENT_EACH_FOR_HIMSELF = (
    *RULINGS,
    *_borrowed(BRITANNICA, "Britannica", FROM_BRITANNICA),
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", FOR_ANY_NUMBER),
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", FOR_THREE, applies=more_than_two),
)
BY_BIDS = (
    *OF_BIDS,
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", ["changed-suit"], topic="Bidding"),
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", FOR_BIDDERS),
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", FOR_FOUR_BIDDERS, applies=four_handed),
    *_borrowed(LEEDS_DWIGHT, "Leeds & Dwight", FOR_LONE_BIDDERS, applies=bids_alone),
)


__all__ = ["BOOKS", "TOPICS", "Remedy", "remedies", "search"]

HOYLE = (*HOFFMANN, *without_those_of(HOFFMANN, SILENT_EACH_FOR_HIMSELF))
BOOKS: dict[str, tuple[Remedy, ...]] = {
    "club-laws": LEEDS_DWIGHT,
    "keller": (*KELLER, *without_those_of(KELLER, SILENT_PARTNERS)),
    "hoyle-four": (*HOFFMANN, *without_those_of(HOFFMANN, SILENT_PARTNERS)),
    "britannica-four": BRITANNICA,
    "hoyle-two": HOYLE,
    "britannica-two": BRITANNICA,
    "britannica-three": BRITANNICA,
}
"""By the key of a set whose book says something itself. What was made from it has the same."""
SILENT = {"called": FOSTER, "fixed": SILENT_PARTNERS, "none": SILENT_EACH_FOR_HIMSELF}
"""Where no book in the lineage of a set says anything: by its `partners`."""


def book_of(rules: RuleSet) -> tuple[Remedy, ...]:
    """Return the remedies of the nearest book that these rules come from, as it writes them."""
    known = (BOOKS[key] for key in reversed(rules.lineage) if key in BOOKS)
    return next(known, BY_BIDS if rules.bidding else SILENT[rules.partners])


def remedies(rules: RuleSet) -> tuple[Remedy, ...]:
    """Return what can go wrong at a table of these rules, with its remedy, in the order of
    TOPICS."""
    known = (*book_of(rules), WEAK_HAND)
    found = [filled(one, rules) for one in known if one.applies(rules)]
    return tuple(sorted(found, key=lambda one: TOPICS.index(one.topic)))


# -- A remedy of a book, filled with the numbers of a table.
# ----------------------------------------------------------------------------------------------


def filled(remedy: Remedy, rules: RuleSet) -> Remedy:
    """Return the remedy as this table reads it: its numbers, and the law they rest on."""
    names = {name for _, name, _, _ in Formatter().parse(remedy.remedy) if name}
    text = remedy.remedy.format_map({name: _number(name, rules) for name in names})
    said = SAID_TODAY.get(remedy.key)
    words = (*remedy.words, *(said.split(", ") if said else ()))
    return replace(remedy, remedy=text, words=words, law=_law(remedy.law, names, rules))


def _law(law: Law | str, names: set[str], rules: RuleSet) -> Law:
    """Return the law: the house's own, when a number in the text is not that of the book."""
    if rules.base and any(
        _number(name, rules) != _number(name, on_shelf(rules.base)) for name in names
    ):
        return Law(source=rules.name, number="house rule")
    return cited(law, rules) if isinstance(law, str) else law


def cited(name: str, rules: RuleSet) -> Law:
    """Return what the rules rest this on: for a provision without a law of its own the book, where
    that has it so itself, and otherwise the table's choice."""
    if name in rules.laws or name not in PROVISIONS():
        return rules.law(name)
    book = on_shelf(rules.shelf_key)
    decided = getattr(rules, name) == getattr(book, name)
    return Law(source=book.source, number="") if decided else CHOICE


def _number(name: str, rules: RuleSet) -> str:
    value = getattr(rules, name)
    if name == "lone_euchre" and value is None:
        value = rules.euchre
    if name in BIDS_IN_WORDS:
        return BIDS_IN_WORDS[name].get(value, str(value))
    return _by_players(value, rules.players) if isinstance(value, Mapping) else str(value)


BIDS_IN_WORDS = {
    "set_loses": {"bid": "the bid", None: "nothing"},
    "set_gives": {"bid": "the bid", "tricks": "their tricks, at least one", None: "nothing"},
    "made_scores": {"bid": "the bid", "tricks": "its tricks, at least the bid"},
}
"""What a revoke makes of a bid, as `bidding.score_bid` has it."""


def _by_players(numbers: Mapping[int, int], players: tuple[int, ...]) -> str:
    """Return "2 with four players, 3 with five or six or seven"; "2" when it is always 2."""
    groups: dict[int, list[str]] = {}
    for seats in players:
        groups.setdefault(numbers[seats], []).append(NUMBERS[seats])
    if len(groups) == 1:
        return str(numbers[players[0]])
    parts = [f"{number} with {' or '.join(words)}" for number, words in groups.items()]
    return ", ".join([f"{parts[0]} players", *parts[1:]])


# -- Finding a remedy by the words somebody at the table would type.
# ----------------------------------------------------------------------------------------------


def search(remedies: Iterable[Remedy], text: str) -> tuple[Remedy, ...]:
    """Return the remedies in which every word of the text begins a word: first by title, then by
    words. Where none has it, little words are left out and figures are words; and where still none
    has it, a slip of the pen in each is forgiven.

    Case and accents do not count. An empty text finds all. The page's script finds the same
    (static/table/search.js).
    """
    wanted, all_of_them = _words(text), tuple(remedies)
    plain = [FIGURES.get(word, word) for word in wanted if word not in LITTLE] or wanted
    return (
        _found(wanted, all_of_them, begins)
        or _found(plain, all_of_them, begins)
        or _found(plain, all_of_them, nearly_begins)
    )


LITTLE = {
    *("a", "an", "and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to"),
    *("he", "her", "his", "i", "it", "my", "our", "she", "their", "they", "we", "you", "your"),
    *("did", "didn", "didnt", "do", "does", "doesn", "doesnt", "had", "has", "have", "not", "t"),
    *("s", "somebody", "someone", "was", "with"),
}
"""What people type and no law is known by: "he didn't follow suit" is "follow suit"."""
FIGURES = {str(number): word for number, word in enumerate(NUMBERS)}


def _found(
    wanted: list[str], remedies: Iterable[Remedy], begins: Callable[[str, str], bool]
) -> tuple[Remedy, ...]:
    ranked = [(_rank(wanted, one, begins), one) for one in remedies]
    return tuple(one for rank in range(3) for at, one in ranked if at == rank)


def _rank(wanted: list[str], remedy: Remedy, begins: Callable[[str, str], bool]) -> int:
    """Return 0 when the title has it all, 1 with the further words, 2 with the text, 3 when nothing
    has."""
    title = remedy.title
    words = " ".join((title, *remedy.words))
    places = (title, words, f"{words} {remedy.remedy}")
    return next((rank for rank, place in enumerate(places) if _has(wanted, place, begins)), 3)


def _has(wanted: list[str], text: str, begins: Callable[[str, str], bool]) -> bool:
    words = {*_words(text)}
    return all(any(begins(begun, word) for word in words) for begun in wanted)


def _words(text: str) -> list[str]:
    letters = unicodedata.normalize("NFKD", name_key(text))
    return re.findall(
        r"\w+", "".join(letter for letter in letters if not unicodedata.combining(letter))
    )
