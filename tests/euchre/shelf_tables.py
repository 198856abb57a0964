"""The tables of docs/ about the shelf, made from the shelf.

`.venv/bin/python -m tests.euchre.shelf_tables` writes them, with a first chapter in docs/rules.md
for every set that has none yet. The tests hold them to the shelf for the sets that the pages know.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.euchre import wording
from scoring.euchre.books import SHELF, find
from scoring.euchre.hand import ALONE, Hand, ImpossibleHand, Irregularity
from scoring.euchre.points import score
from scoring.euchre.provisions import Provision
from scoring.euchre.rule_set import PROVISIONS, RuleSet
from scoring.euchre.rules_pages.page import topic
from scoring.euchre.wording import listed
from tests.euchre.sets import own_laws, parent

ROOT = Path(__file__).resolve().parents[2]
RULES, SHEET_FORMAT = "docs/rules.md", "docs/sheet-format.md"
COMMAND = ".venv/bin/python -m tests.euchre.shelf_tables"
LOWEST = {"9": "nine", "8": "eight", "7": "seven", "6": "six"}
ANN, BEN = 0, 1
Rows = list[list[str]]


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of a page: its place, and its rows with the head first."""

    page: str
    heading: str
    make: Callable[[Sequence[RuleSet], Rows], Rows]
    """Given the sets, and the present rows, for the cells that people write."""
    no: int = 0
    """Of several tables under one heading."""

    def lines(self, text: str) -> tuple[int, int]:
        """Return where the table begins and ends among the lines of the page."""
        lines = text.splitlines()
        at, blocks = lines.index(self.heading) + 1, []
        for no, line in enumerate(lines[at:], start=at):
            if line.startswith("#"):
                break
            if line.startswith("|"):
                if not blocks or blocks[-1][1] != no:
                    blocks.append((no, no))
                blocks[-1] = (blocks[-1][0], no + 1)
        return blocks[self.no]

    def rows(self, text: str) -> Rows:
        """Return the rows on the page, without the line of dashes."""
        first, end = self.lines(text)
        lines = [line for line in text.splitlines()[first:end] if not line.startswith("|---")]
        return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]

    def made(self, text: str, sets: Sequence[RuleSet]) -> Rows:
        """Return the rows as these sets have them."""
        return self.make(sets, self.rows(text))

    def written(self, text: str, sets: Sequence[RuleSet]) -> str:
        """Return the page with the table as these sets have it."""
        (first, end), lines = self.lines(text), text.splitlines()
        made = self.made(text, sets)
        head, *rows = (re.sub(r"\|  (?=\|)", "| ", f"| {' | '.join(row)} |") for row in made)
        dashes = f"|{'---|' * len(made[0])}"
        return "\n".join([*lines[:first], head, dashes, *rows, *lines[end:]]) + "\n"


# -- what stands on the shelf


def players_and_games(sets: Sequence[RuleSet], standing: Rows) -> Rows:
    def players(rules: RuleSet) -> str:
        few, many = min(rules.players), max(rules.players)
        return str(few) if few == many else f"{few} to {many}"

    return [
        ["rules", "players", "game", "after"],
        *(
            [f"{one.name}: `{one.key}`", players(one), str(one.target or "none"), one.source]
            for one in sets
        ),
    ]


# -- every number, as a hand is scored


def scored(rules: RuleSet, seat: int, *offences: tuple[str, int], **facts: object) -> str:
    """Return what a seat scores for a hand of Ann's, in figures; a dash where nothing is or it
    cannot be."""
    irregularities = tuple(Irregularity(kind=kind, by=by) for kind, by in offences)
    hand = Hand(**{"maker": ANN, "tricks": 5, "irregularities": irregularities} | facts)
    try:
        points = score(hand, rules=rules, seats=rules.players[0]).points[seat]
    except ImpossibleHand:
        return "-"
    return wording.figure(points) if points else "-"


def by_a_lone_defender(rules: RuleSet) -> str:
    facts = {"tricks": 0, "alone": ANN, "defender_alone": BEN}
    if "defend_alone" in rules.options and not rules.defend_alone:
        return f"by choice: {scored(find(rules.key, defend_alone=True), BEN, **facts)}"
    return scored(rules, BEN, **facts)


def yes_or_no(name: str) -> Callable[[RuleSet], str]:
    return lambda rules: "yes" if getattr(rules, name) else "no"


REVOKE, WRONG = ("revoke", BEN), ("wrong-cards", BEN)
WON, LONE = {"tricks": 0}, {"alone": ANN}
IN_PARTNERS = {
    "players": lambda rules: str(rules.players[0]),
    "cards": lambda rules: str(rules.cards(rules.players[0])),
    "lowest card": lambda rules: LOWEST[rules.lowest[rules.players[0]]],
    "game": lambda rules: str(rules.target),
    "three or four tricks": lambda rules: scored(rules, ANN, tricks=3),
    "all five, a march": lambda rules: scored(rules, ANN),
    "fewer than three, to the adversaries": lambda rules: scored(rules, BEN, tricks=2),
    "alone: three or four": lambda rules: scored(rules, ANN, tricks=4, alone=ANN),
    "alone: all five": lambda rules: scored(rules, ANN, alone=ANN),
    "alone: fewer than three, to the adversaries": lambda rules: scored(
        rules, BEN, tricks=2, alone=ANN
    ),
    "the same, by an adversary who plays alone": by_a_lone_defender,
    "a jambone: all five": lambda rules: scored(rules, ANN, special="jambone"),
    "a jamboree, at once": lambda rules: scored(rules, ANN, special="jamboree"),
    # Ann is euchred besides, so that what she scores is for the offence alone.
    "a revoke, to the opponents": lambda rules: scored(rules, ANN, REVOKE, **WON),
    "a revoke against a lone hand": lambda rules: scored(rules, ANN, REVOKE, **WON, **LONE),
    "a revoke by the lone player": lambda rules: scored(
        rules, BEN, ("revoke", ANN), tricks=3, **LONE
    ),
    "wrong cards, to the opponents": lambda rules: scored(rules, ANN, WRONG, **WON),
    "wrong cards in a lone hand": lambda rules: scored(rules, ANN, WRONG, **WON, **LONE),
    "who may play alone": lambda rules: {
        "maker": "maker",
        "not-passed": "maker, or partner who has not passed",
        "as-made": "by how it was made",
        "either": "maker or partner",
        "nobody": "nobody",
    }[rules.alone],
    "laps": yes_or_no("laps"),
    "a love game counts double": yes_or_no("love_double"),
    "rubber": lambda rules: rules.rubber or "none",
}
FOR_HIMSELF = {
    "cards": lambda rules: str(rules.cards(rules.players[0])),
    "game": lambda rules: str(rules.target),
    "three or four tricks": lambda rules: scored(rules, ANN, tricks=3),
    "all five, a march": lambda rules: scored(rules, ANN),
    "a euchre, to each other player": lambda rules: scored(rules, BEN, tricks=2),
    "a euchre, to the maker": lambda rules: scored(rules, ANN, tricks=2),
    "the maker revokes, to each other player": lambda rules: scored(rules, BEN, ("revoke", ANN)),
    "the maker revokes, to them": lambda rules: scored(rules, ANN, ("revoke", ANN)),
    "another revokes, to the maker with all five": lambda rules: scored(rules, ANN, REVOKE),
    "another revokes, to the maker euchred": lambda rules: scored(rules, ANN, REVOKE, tricks=2),
    "another revokes, to them": lambda rules: scored(rules, BEN, REVOKE),
}


def own(seat: int, *taken: int | None, maker: int | None = ANN) -> Callable[[RuleSet], str]:
    """Return what makes a cell of what a seat scores for these tricks of each player."""
    return lambda rules: scored(rules, seat, maker=maker, tricks=None, taken=taken)


OWN_TRICKS = {
    "cards": lambda rules: str(rules.cards(rules.players[0])),
    "lowest card": lambda rules: LOWEST[rules.lowest[rules.players[0]]],
    "game": lambda rules: str(rules.target),
    "the maker takes three tricks": own(ANN, 3, 2, 0, None),
    "another player takes two": own(BEN, 3, 2, 0, None),
    "the maker takes two, and is set": own(ANN, 2, 3, 0, None),
    "another player takes none, and is set": own(BEN, 5, 0, None, None),
    "another player drops out": own(BEN, 5, None, None, None),
    "no maker, a player takes one": own(ANN, 1, 2, 2, 0, maker=None),
    "no maker, a player takes none": own(ANN, 0, 2, 2, 1, maker=None),
    "a revoke, to the player": lambda rules: scored(
        rules, BEN, REVOKE, tricks=None, taken=(3, 2, 0, None)
    ),
}


def bid(seat: int, number: int | str, took: int, **more: object) -> Callable[[RuleSet], str]:
    """Return what makes a cell of what a seat scores for a bid of Ann's; a dash where it cannot
    be."""
    return lambda rules: scored(rules, seat, bid=number, tricks=took, **more)


def all_taken(rules: RuleSet) -> str:
    return scored(rules, ANN, bid=ALONE, tricks=rules.tricks_dealt)


BIDS = {
    "players": lambda rules: str(rules.players[0]),
    "cards": lambda rules: str(rules.cards(rules.players[0])),
    "lowest card": lambda rules: LOWEST[rules.lowest[rules.players[0]]],
    "tricks": lambda rules: str(rules.tricks_dealt),
    "lowest bid": lambda rules: str(rules.lowest_bid),
    "no trump": yes_or_no("no_trump"),
    "bid four, took five: the bidder's side": bid(ANN, 4, 5),
    "the others": bid(BEN, 4, 5),
    "bid four, took two: the bidder's side": bid(ANN, 4, 2),
    "the others then": bid(BEN, 4, 2),
    "bid alone, took all": all_taken,
    "bid alone, took four": bid(ANN, ALONE, 4),
    "game": lambda rules: str(rules.target),
}


def numbers(
    partners: str | None,
    figures: dict[str, Callable[[RuleSet], str]],
    *,
    bidding: bool = False,
    each: bool = False,
) -> Callable[..., Rows]:
    """Return what makes the table of every set of a kind: a column each. The kind may be of any
    partners."""

    def made(sets: Sequence[RuleSet], standing: Rows) -> Rows:
        alike = [one for one in sets if (one.bidding, one.each_scores) == (bidding, each)]
        alike = [one for one in alike if partners in (None, one.partners)]
        return [
            ["", *(f"`{rules.key}`" for rules in alike)],
            *([what, *map(figure, alike)] for what, figure in figures.items()),
        ]

    return made


# -- options, provisions and irregularities


def in_json(values: Collection[object]) -> str:
    return ", ".join(f"`{json.dumps(value)}`" for value in values)


def values_of(provision: Provision, *, option: bool = False) -> str:
    """Return the values of a provision as the page writes them; an option of a table is never
    empty."""
    if provision.kind == "yes or no":
        return "`true`, `false`"
    if provision.kind == "choice":
        return in_json(provision.values)
    if provision.kind == "lone bids":
        return "[a list](#lone-bids)"
    number = ", ".join([*map(json.dumps, provision.values), ""])
    between = f"{provision.least} to {provision.most}"
    number += " or ".join(map(str, provision.only)) or between
    if provision.optional and not option:
        number += f", or `null`: {provision.empty}"
    return f"{number}, or an object" if provision.kind == "by players" else number


WORDS = {
    "every set": lambda rules: True,
    "where games are played": lambda rules: rules.target is not None,
    "where there is bidding": lambda rules: rules.bidding,
    "bidding with partners": lambda rules: rules.bidding and rules.partners == "fixed",
    "fixed partners": lambda rules: rules.partners == "fixed",
    "fixed partners without bidding": lambda rules: rules.partners == "fixed" and not rules.bidding,
    "without bidding": lambda rules: not rules.bidding,
    "sides without bidding": lambda rules: not rules.bidding and not rules.each_scores,
    "each for their own tricks": lambda rules: rules.each_scores,
    "two sides": lambda rules: "rubber" in rules.provisions,
    "lone hands": lambda rules: rules.partners != "none" and not rules.bidding,
    "three players without bidding": lambda rules: 3 in rules.players and not rules.bidding,
    "bidding each for themselves": lambda rules: rules.bidding and rules.partners == "none",
}


def which(sets: Sequence[RuleSet], has: Callable[[RuleSet], bool]) -> str:
    """Return the keys of the sets that have something, or in a word that most of them do."""
    found = [rules for rules in sets if has(rules)]
    for words, alike in WORDS.items():
        if found == [rules for rules in sets if alike(rules)]:
            return words
    return ", ".join(f"`{rules.key}`" for rules in found)


def options(sets: Sequence[RuleSet], standing: Rows) -> Rows:
    head, *rows = standing
    meanings = {row[0]: row[3] for row in rows}
    limits: dict[str, dict] = {}
    for one in sets:
        for name, values in one.limits.items():
            limits.setdefault(name, {}).update(dict.fromkeys(values))
    offered = [name for name in PROVISIONS() if any(name in one.options for one in sets)]
    return [
        head,
        *(
            [
                f"`{name}`",
                in_json(limits[name])
                if name in limits
                else values_of(PROVISIONS()[name], option=True),
                which(sets, lambda rules, name=name: name in rules.options),
                meanings.get(f"`{name}`", PROVISIONS()[name].meaning),
            ]
            for name in offered
        ),
    ]


def provisions(sets: Sequence[RuleSet], standing: Rows) -> Rows:
    return [
        standing[0],
        *(
            [
                f"`{name}`",
                provision.meaning,
                values_of(provision),
                which(
                    sets, lambda rules, name=name, it=provision: rules.provisions.get(name) is it
                ),
            ]
            for name, first in PROVISIONS().items()
            for provision in first.meanings
        ),
    ]


def irregularities(sets: Sequence[RuleSet], standing: Rows) -> Rows:
    head, *rows = standing
    by_whom = {row[0].strip("`"): row[2] for row in rows}
    kinds = {kind: None for one in sets for kind in sorted(one.irregularities)}
    return [
        head,
        *(
            [
                f"`{kind}`",
                which(sets, lambda rules, kind=kind: kind in rules.irregularities),
                by_whom.get(kind, "anybody"),
            ]
            for kind in [*(kind for kind in by_whom if kind in kinds), *kinds.keys() - by_whom]
        ),
    ]


TABLES = {
    "the shelf": Table(page=RULES, heading="## The shelf", make=players_and_games),
    "four in partners": Table(
        page=RULES, heading="## In partners", make=numbers("fixed", IN_PARTNERS)
    ),
    "bidding": Table(
        page=RULES,
        heading="## Bidding for the trump",
        make=numbers(None, BIDS, bidding=True),
    ),
    "each for themselves": Table(
        page=RULES,
        heading="## Two, or three, each for themselves",
        make=numbers("none", FOR_HIMSELF),
    ),
    "own tricks": Table(
        page=RULES, heading="## Buck Euchre (`buck`)", make=numbers("none", OWN_TRICKS, each=True)
    ),
    "options": Table(page=SHEET_FORMAT, heading="### Options", make=options),
    "provisions": Table(page=SHEET_FORMAT, heading="### House rules", make=provisions),
    "irregularities": Table(page=SHEET_FORMAT, heading="### A hand", make=irregularities, no=1),
}


# -- which sets the pages know


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def named_on_the_page() -> list[str]:
    """Return the keys of the sets in the table of docs/rules.md."""
    _, *rows = TABLES["the shelf"].rows(text_of(RULES))
    return [re.search("`(.+)`", row[0])[1] for row in rows]


def documented() -> list[RuleSet]:
    """Return the sets that the pages know, in the order of the shelf."""
    named = set(named_on_the_page())
    return [rules for key, rules in SHELF.items() if key in named]


def missing() -> list[str]:
    """Return the keys of the sets that no page knows yet."""
    named = set(named_on_the_page())
    return [key for key in SHELF if key not in named]


# -- chapters


def heading_of(rules: RuleSet) -> str:
    return f"## {rules.name} (`{rules.key}`)"


def known_before(rules: RuleSet) -> frozenset[str]:
    return parent(rules).irregularities if parent(rules) else frozenset()


def first_chapter(rules: RuleSet, page: str) -> str:
    """Return a chapter that says what the set itself says: its sources, its laws, its rulings."""
    told = [f"{rules.source}: {rules.title}"]
    cited: dict[str, dict[str, list[str]]] = {}
    for what, law in own_laws(rules).items():
        if not law.ruling:
            place = f" ({law.place})" if law.number else ""
            cited.setdefault(law.source, {}).setdefault(place, []).append(topic(what).lower())
    for source, places in cited.items():
        by_place = [f"{listed(whats)}{place}" for place, whats in places.items()]
        told.append(f"From {source}: {'; '.join(by_place)}.")
    if kinds := sorted(rules.irregularities - known_before(rules)):
        told.append(f"When something goes wrong: {listed([f'`{kind}`' for kind in kinds])}.")
    if parent(rules):
        told.append(f"Everything else is as in the chapter {parent(rules).name}.")
    known = " ".join(page.split())
    rulings = [f"**Ruling**: {words}" for words in rules.rulings.values()]
    parts = [" ".join(told), *(one for one in rulings if one not in known)]
    return "\n\n".join([heading_of(rules), *(textwrap.fill(part, 119) for part in parts)])


def with_chapters(page: str, sets: Sequence[RuleSet]) -> str:
    """Return docs/rules.md with a chapter for every set: a new one after the set's neighbour."""
    before = None
    for rules in sets:
        if f"\n{heading_of(rules)}\n" not in page:
            start = page.index(f"\n{heading_of(before)}\n") + 1 if before else 0
            at = page.index("\n## ", start) + 1
            page = f"{page[:at]}{first_chapter(rules, page)}\n\n{page[at:]}"
        before = rules
    return page


def main() -> None:
    for page in (RULES, SHEET_FORMAT):
        text = text_of(page)
        for table in TABLES.values():
            if table.page == page:
                text = table.written(text, list(SHELF.values()))
        text = with_chapters(text, list(SHELF.values())) if page == RULES else text
        if text != text_of(page):
            (ROOT / page).write_text(text, encoding="utf-8")
            print(f"{page} is as the shelf has it now.")


if __name__ == "__main__":
    main()
