"""A rules page, with everything a rule set says. It is made from the values that score, so that
page and score agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.common.lists import apart_by_blanks
from scoring.euchre.books import SHELF, on_shelf
from scoring.euchre.provisions import Provision, lone_bids_in_words
from scoring.euchre.remedies import CHOICE
from scoring.euchre.rule_set import NUMBERS, OF_GAMES, PROVISIONS, RESTS_ON, Law, RuleSet, Sheet
from scoring.euchre.rules_pages.lines import (
    Deal,
    RuleLine,
    alone,
    bidding,
    dealing,
    ending,
    first_hand,
    pack,
    paying,
)
from scoring.euchre.rules_pages.point_table import AT_THE_TABLE, PointRow, offences, results
from scoring.euchre.wording import listed

# -- The bookshelf as people look for a game: by how many they are, and how they play together.
# ----------------------------------------------------------------------------------------------


def shelf() -> dict[str, tuple[RuleSet, ...]]:
    """Return the sets by their kind. The most played come first, then the order of the shelf.
    A kind with bidding follows the same kind without."""
    found: dict[str, tuple[RuleSet, ...]] = {}
    for rules in (*map(on_shelf, MOST_PLAYED), *SHELF.values()):
        if rules in found.get(kind(rules), ()):
            continue
        found[kind(rules)] = (*found.get(kind(rules), ()), rules)
    first = {name: no for no, name in reversed([*enumerate(map(_plain, found))])}
    return {name: found[name] for name in sorted(found, key=lambda name: first[_plain(name)])}


def _plain(kind: str) -> str:
    return kind.removesuffix(BIDDING)


BIDDING = ", bidding"


MOST_PLAYED = (
    *("american", "british", "call-ace", "buck", "hoyle-three"),
    *("hoyle-two", "six-handed", "bid"),
)
"""The sets that people ask for most; the others of their kinds follow them."""


def kind(rules: RuleSet) -> str:
    """Return the number of players and how they play, such as "Four players in partners", "Four to
    seven players, each for themselves" or "Two players"."""
    how = {"called": ", each for themselves", "fixed": " in partners", "none": ""}
    sides = " in two sides" if rules.partners == "fixed" and min(rules.players) > 4 else ""
    bids = BIDDING if rules.bidding else ""
    each = how["called"] if rules.each_scores else how[rules.partners]
    return f"{for_how_many(rules).capitalize()} players{sides or each}{bids}"


def for_how_many(rules: RuleSet) -> str:
    """Return "four to seven" or "two"."""
    few, many = min(rules.players), max(rules.players)
    return NUMBERS[few] if few == many else f"{NUMBERS[few]} to {NUMBERS[many]}"


def wrong_number(found: int, rules: RuleSet, others: Iterable[RuleSet]) -> str:
    """Return why this number of names does not fit these rules, and which of the other rules it
    fits."""
    names = f"{found} name{'' if found == 1 else 's'}"
    fitting = [one.name for one in others if found in one.pack]
    instead = f" For {NUMBERS[found]} there is: {'; '.join(fitting)}." if fitting else ""
    wrong = f"{names}: {rules.name} is for {for_how_many(rules)}.{instead}"
    return f"{wrong} Separate the names with commas."


def wrong_names(names: Sequence[str], rules: RuleSet, others: Iterable[RuleSet]) -> str:
    """Return why these names do not fit these rules, as `wrong_number` does. Words that only blanks
    part are offered as names."""
    if meant := apart_by_blanks(names, rules.pack):
        four, apart = NUMBERS[len(meant)], ", ".join(meant)
        return f"Did you mean {four}? Separate the names with commas: {apart}."
    return wrong_number(len(names), rules, others)


# -- What a rule set decides, in words; and in what one set differs from another.
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A provision that is not as the book has it, both values in words."""

    name: str
    label: str
    meaning: str
    value: str
    was: str
    short: str
    """A short form for use in a sentence, such as "to 10", "laps on" or "euchre 3"."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A decision that a table may make, with the default of the rules and the allowed values."""

    name: str
    label: str
    meaning: str
    value: str
    may: str


def describe_provision(rules: RuleSet, name: str) -> str:
    """Return the value in words, such as "yes", "5", or "2 with four, 3 with five, six and
    seven"."""
    provision = rules.provisions.get(name, PROVISIONS()[name])
    value = getattr(rules, name)
    if isinstance(value, Mapping):
        return _by_players(value, rules.players)
    if provision.kind == "yes or no":
        return "yes" if value else "no"
    if provision.kind == "choice":
        return provision.values[value]
    if provision.kind == "lone bids":
        return lone_bids_in_words(value) or "none"
    if value in provision.values:
        return provision.values[value]
    return provision.empty if value is None else str(value)


def _by_players(numbers: Mapping[int, int], players: tuple[int, ...]) -> str:
    alike: dict[int, list[str]] = {}
    for seats in players:
        alike.setdefault(numbers[seats], []).append(NUMBERS[seats])
    if len(alike) == 1:
        return str(numbers[players[0]])
    return ", ".join(f"{number} with {listed(seats)}" for number, seats in alike.items())


def differences(rules: RuleSet, book: RuleSet) -> tuple[Difference, ...]:
    """Return every provision in which the rules are not as the book has it, in the order of a
    page."""
    return tuple(
        Difference(
            name=name,
            label=provision.label,
            meaning=provision.meaning,
            value=describe_provision(rules, name),
            was=describe_provision(book, name),
            short=_short(rules, name, provision),
        )
        for name, provision in book.provisions.items()
        if describe_provision(rules, name) != describe_provision(book, name)
    )


def _short(rules: RuleSet, name: str, provision: Provision) -> str:
    value, label = getattr(rules, name), provision.label.lower()
    if name == "target":
        return provision.empty if value is None else f"to {value}"
    if provision.kind == "yes or no":
        return f"{label} {'on' if value else 'off'}"
    if provision.kind == "choice":
        return f"{label}: {describe_provision(rules, name).partition(',')[0]}"
    return f"{label} {describe_provision(rules, name)}"


def choices(rules: RuleSet) -> tuple[Choice, ...]:
    """Return the decisions that these rules leave to the table, if they have more than one
    value."""
    return tuple(
        Choice(
            name=name,
            label=PROVISIONS()[name].label,
            meaning=PROVISIONS()[name].meaning,
            value=describe_provision(rules, name),
            may=_may(rules, name),
        )
        for name in rules.options
        if rules.limits.get(name) != (getattr(rules, name),)
    )


def _may(rules: RuleSet, name: str) -> str:
    provision = PROVISIONS()[name]
    if provision.kind == "yes or no":
        return "yes or no"
    if provision.kind == "choice":
        *others, last = provision.values.values()
        return f"{'; '.join(others)}{';' if len(others) > 1 else ''} or {last}"
    if name in rules.limits:
        return " or ".join(map(str, rules.limits[name]))
    usual = [str(one) for one in rules.usual.get(name, ()) if one != getattr(rules, name)]
    numbers = f"any number from {provision.least} to {provision.most}"
    return ", ".join([*usual, f"or {numbers}"]) if usual else numbers


TRUE_OF_THE_BOOK = {"lone_march", "lone_euchre", "lone_point", "alone", "alone-made"}
"""Rulings that are true only while the book's own number or choice is used."""

SAID_OF_GAMES = {"within_one_hand", "bridge", "both_over"}
"""Other laws and rulings about games, apart from the provisions."""


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What we decided where the book is silent; `replaced` where these rules have a number of their
    own."""

    label: str
    text: str
    replaced: bool


@dataclass(frozen=True, kw_only=True)
class Cited:
    """A law, and what rests on it."""

    law: Law
    what: tuple[str, ...]


OUR_RULING = "Our ruling"


@dataclass(frozen=True, kw_only=True)
class RulesPage:
    """The content of the page and the card of a set, of house rules, or of a table."""

    key: str
    name: str
    kind: str
    lead: str
    source: str
    book: str
    """What the shelf calls the set that these rules are, or that they change."""
    shelf_key: str
    players: tuple[int, ...]
    house: tuple[Difference, ...]
    """What house rules change of the book."""
    table: tuple[Difference, ...]
    """What this table chose."""
    results: tuple[PointRow, ...]
    offences: tuple[PointRow, ...]
    pack: tuple[RuleLine, ...]
    first_hand: tuple[RuleLine, ...]
    bidding: tuple[RuleLine, ...]
    """How the trump is bid for; nothing where it is not."""
    alone: tuple[RuleLine, ...]
    ending: tuple[RuleLine, ...]
    paying: tuple[RuleLine, ...]
    dealing: tuple[Deal, ...]
    choices: tuple[Choice, ...]
    rulings: tuple[Ruling, ...]
    laws: tuple[Cited, ...]
    sheets: tuple[Sheet, ...]
    """What can be read of the source."""
    each_scores: bool = False

    @property
    def penalties(self) -> tuple[PointRow, ...]:
        """What every irregularity brings, and that a table may give or take points."""
        return (*self.offences, AT_THE_TABLE)

    @property
    def sources(self) -> dict[str, str]:
        """Every law with what rests on it, such as "law 2 (pack); law 43 (march)", by its source.
        Our rulings are one source."""
        found: dict[str, list[str]] = {}
        for one in self.laws:
            topics, place = ", ".join(one.what).lower(), "" if one.law.ruling else one.law.place
            source = OUR_RULING if one.law.ruling else one.law.source
            found.setdefault(source, []).append(f"{place} ({topics})" if place else topics)
        return {source: "; ".join(laws) for source, laws in found.items()}

    @property
    def columns(self) -> tuple[int, ...]:
        """The numbers of players that need a column each; none when every number is the same for
        all."""
        rows = (*self.results, *self.offences)
        differ = any(
            len(set(numbers)) > 1 for row in rows for numbers in (row.numbers, row.was or ())
        )
        return self.players if differ else ()

    @property
    def results_of(self) -> str:
        """Whose doing the results are, as the head of their table."""
        if self.each_scores:
            return "Result for a player"
        return f"Result for the {'bidder' if self.bidding else 'maker'}’s side"

    @property
    def width(self) -> str:
        """How many of a row's cells are shown, as a template slices them."""
        return f":{len(self.columns) or 1}"


def rules_page(rules: RuleSet, *, unchosen: RuleSet | None = None) -> RulesPage:
    """Return the page of a rule set; of a table's, when `unchosen` is its set without the table's
    options."""
    book = on_shelf(rules.shelf_key)
    house = differences(unchosen or rules, book) if rules.base else ()
    table = differences(rules, unchosen) if unchosen else ()
    rules = _citing_the_table(rules, unchosen) if table else rules
    return RulesPage(
        key=rules.key,
        name=rules.name,
        kind=kind(rules),
        lead=_lead(book, house, table),
        source=book.source,
        book=book.name,
        shelf_key=book.key,
        players=rules.players,
        house=house,
        table=table,
        results=results(rules, book),
        offences=offences(rules, book),
        pack=pack(rules),
        first_hand=first_hand(rules),
        bidding=bidding(rules),
        alone=alone(rules),
        ending=ending(rules),
        paying=paying(rules),
        dealing=dealing(rules),
        choices=choices(rules),
        rulings=_rulings(rules, book),
        laws=_laws(rules),
        sheets=book.sheets,
        each_scores=rules.each_scores,
    )


@lru_cache(maxsize=128)
def _citing_the_table(rules: RuleSet, unchosen: RuleSet) -> RuleSet:
    """Return the rules with the table itself as the source of what it chose. Remembered: scores
    are, too."""
    return replace(
        rules, laws=rules.laws | {one.name: CHOICE for one in differences(rules, unchosen)}
    )


def lead_of(rules: RuleSet) -> str:
    """Return a sentence about a set of the shelf, with who plays it, or about house rules."""
    book = on_shelf(rules.shelf_key)
    if rules.base:
        return _lead(book, differences(rules, book), ())
    return f"{kind(book)}. {book.title}"


def _lead(book: RuleSet, house: tuple[Difference, ...], table: tuple[Difference, ...]) -> str:
    """Return the sentence under the name. The book's own is used if all of it is unchanged."""
    parts = [f"{book.name}, changed: {', '.join(one.short for one in house)}."] if house else []
    parts += [f"This table: {', '.join(one.short for one in table)}."] if table else []
    return " ".join(parts) or book.title


def _rulings(rules: RuleSet, book: RuleSet) -> tuple[Ruling, ...]:
    changed = {one.name for one in differences(rules, book)}
    return tuple(
        Ruling(
            label=topic(name),
            text=text,
            replaced=name in TRUE_OF_THE_BOOK
            and not changed.isdisjoint(RESTS_ON.get(name, (name,))),
        )
        for name, text in rules.rulings.items()
        if rules.target is not None or name not in OF_GAMES | SAID_OF_GAMES
    )


def _laws(rules: RuleSet) -> tuple[Cited, ...]:
    """Return every law of the set with the numbers that cite it, without those that have no meaning
    in these rules."""
    found: dict[Law, list[str]] = {}
    for name, law in rules.laws.items():
        topics = found.setdefault(law, [])
        if _matters(name, rules):
            topics.append(topic(name))
    return tuple(Cited(law=law, what=tuple(what)) for law, what in found.items() if what)


def _matters(name: str, rules: RuleSet) -> bool:
    if name == "alone":
        return rules.partners != "none"
    if name == "across":
        return rules.partners == "fixed" and rules.target is not None
    if name == "best_card":
        return rules.lone_hands
    if name in ("partners_cut", "partners_deal"):
        return rules.partners == "fixed"
    if name == "cut_again":
        return rules.partners == "fixed" or rules.first_deal != "jack"
    if name in ("alone-made", "alone-set"):
        return bool(rules.bids_for_all)
    if name == "both-revoked":
        return rules.revokes not in ("counted", "own")
    if name in SAID_OF_GAMES:
        return rules.target is not None
    if name == "joker":
        return rules.joker or "joker" in rules.options
    if name == "lone_defence":
        return rules.defends(lone=True) or "defend_alone" in rules.options
    return name not in PROVISIONS() or name in rules.provisions


def topic(name: str) -> str:
    """Return what a law or a ruling is about, in words."""
    return TOPICS.get(name) or PROVISIONS()[name].label


TOPICS = {
    "pack": "Pack",
    "best_card": "Asking for a card",
    "partners_cut": "Cutting for partners",
    "first_deal": "First deal",
    "cut_again": "Equal cards in cutting",
    "partners_deal": "Misdeal in a partner’s turn",
    "declared": "Declaring a lone hand",
    "passed-out": "Everyone passed",
    "misdeal": "Misdeal",
    "new-deal": "New deal",
    "imperfect-pack": "Imperfect pack",
    "both-revoked": "Both sides reneged (revoked)",
    "revoke_by_adversary": "Renege (revoke) by an opponent",
    "revoke_against_lone": "Renege (revoke) against a lone hand",
    "revoke_by_maker": "Renege (revoke) by the maker’s side",
    "revokes_cancel": "Reneges (revokes) on both sides",
    "intimation": "Partner gives themselves away",
    "wrong-cards": "Wrong number of cards",
    "settlement": "Settlement",
    "bank": "Banker",
    "bridge": "Bridge",
    "within_one_hand": "Within one hand",
    "both_over": "Both sides over game",
    "bid": "Bidding",
    "lead": "First lead",
    "made": "Bid made",
    "set": "Bid set",
    "alone-made": "Bid alone, made",
    "alone-set": "Bid alone, set",
    "others": "Points for the opponents",
    "across": "Paying across",
    "independent": "Independent euchre",
}
