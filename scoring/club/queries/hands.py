"""Find a hand in a club, by the details that a player remembers, the latest first.

The database filters hands by their facts, evening by evening from the latest, until a page is full.
Other details, such as a euchre or the law that scored, need the rules. They are checked then, for
the filtered hands only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Case, Count, F, Q, QuerySet, TextField, When
from django.db.models.functions import Cast

from scoring.euchre.books import SHELF
from scoring.euchre.hand import SPECIALS, VOIDS, Hand
from scoring.euchre.points import score
from scoring.euchre.rule_set import RuleSet
from scoring.people.models import Club
from scoring.table.models import ClubSession, HandRecord, HouseRules, Sitting, Table
from scoring.table.models.hands import BARE, as_bare
from scoring.table.queries.settlement import whole

HANDS_A_PAGE = 20
WINDOWS = (8, 64, 512)
"""Numbers of evenings to search at once, before all the rest. They grow if the ones before had less
than a page of hands."""

HOUSE = "house-"
MAKER, PARTNER, AGAINST, ALONE = ROLES = ("maker", "partner", "against", "alone")
EUCHRE, MARCH, WRONG = "euchre", "march", "wrong"
OUTCOMES = {
    EUCHRE: {"euchre", "set", "alone-set"},
    MARCH: {"march", "lone-march", "jambone", "jamboree"},
}
"""The outcomes in the rules for each kind of hand in a search."""
CALLED, FIXED = (
    [key for key, rules in SHELF.items() if rules.partners == partners]
    for partners in ("called", "fixed")
)


@dataclass(frozen=True, kw_only=True)
class Sought:
    """The filters of a search for a hand. Blank ones match anything."""

    player: int | None = None
    role: str = ""
    """The player's role, one of ROLES. Without a player, ALONE is any lone hand."""
    what: str = ""
    """EUCHRE, MARCH, WRONG (something went wrong), the kind of an irregularity, or a void deal."""
    law: str = ""
    """The law by which it scored, as shown beside a hand, such as "Foster, law 44"."""
    rules: str = ""
    """`PlayedBy.key`."""
    since: date | None = None
    until: date | None = None
    tournament: bool | None = None


@dataclass(frozen=True, kw_only=True)
class PlayedBy:
    """Rules by which a club has played, whatever its tables chose of their options."""

    key: str
    """ "call-ace"; of house rules "house-3"."""
    name: str
    laws: Mapping[str, frozenset[str]]
    """The laws by which its hands score, and what each of them is kept under in a rule set."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """Hands in their sittings, the latest first."""

    hands: tuple[tuple[Sitting, int], ...]
    """The place of each, as its sitting and the number of earlier hands that count there."""
    last: UUID | None = None
    """The last of them, if there are earlier ones. The next page starts after it."""


SCORES = (
    *("point", "march", "lone_point", "lone_march", "euchre", "lone_euchre", "lone_defence"),
    *("lone_defence_any", "set_back", "trick", "buck_set"),
    *("made", "alone-made", "set", "alone-set", "others"),
    *("jambone", "jamboree", "exposed_march", "abandoned"),
    *(
        "revoke",
        "revoke_lone",
        "revoke_by_lone",
        "revoke_by_adversary",
        "revoke_against_lone",
        "revoke_by_maker",
    ),
    *("revokes_cancel", "both-revoked", "wrong-cards", "intimation"),
    *VOIDS,
)
"""The names under which the laws of awards are stored, the commonest first."""


class _Books:
    """The rules of tables by what is stored of them, each found once; one query for house rules."""

    def __init__(self, club: Club) -> None:
        self.houses: dict[int, HouseRules] = {house.pk: house for house in club.house_rules.all()}
        self.found: dict[tuple, RuleSet] = {}

    def of(self, key: str, house: int | None, options: dict) -> RuleSet:
        asked = key, house, json.dumps(options, sort_keys=True)
        if asked not in self.found:
            table = Table(rules_key=key, options=options)
            table.house = self.houses.get(house)
            self.found[asked] = table.rules
        return self.found[asked]


STORED = ("rules_key", "house", "options")


def played_by(club: Club) -> list[PlayedBy]:
    """Return by which rules the club has played, in the order of the shelf; three queries."""
    books, found = _Books(club), {}
    tables = Table.objects.filter(session__club=club).order_by()
    changed = Sitting.objects.filter(table__session__club=club).exclude(rules_key="").order_by()
    earlier = changed.values_list("rules_key", "house", "options").distinct()
    for key, house, options in (*tables.values_list(*STORED).distinct(), *earlier):
        if key in SHELF:
            name = f"{HOUSE}{house}" if house else key
            found.setdefault((key, name), []).append(books.of(key, house, options))
    order = list(SHELF)
    return [
        PlayedBy(key=name, name=rules[0].name, laws=_laws(rules))
        for (_, name), rules in sorted(found.items(), key=lambda one: order.index(one[0][0]))
    ]


def _laws(variants: Sequence[RuleSet]) -> dict[str, frozenset[str]]:
    laws: dict[str, set[str]] = {}
    for what in SCORES:
        for rules in variants:
            if what in rules.laws:
                laws.setdefault(rules.laws[what].short, set()).add(what)
    return {law: frozenset(whats) for law, whats in laws.items()}


# -- Looking through the evenings.
# ----------------------------------------------------------------------------------------------


def find_hands(
    club: Club,
    sought: Sought,
    *,
    books: Sequence[PlayedBy],
    after: UUID | None = None,
    most: int = HANDS_A_PAGE,
) -> Found:
    """Return a page of `most` of the hands that are sought, from the latest on, or after that
    one; `books` is what `played_by` says. Some fourteen queries at most, however many hands there
    are."""
    evenings, passed = _evenings(club, sought, after)
    asked, rules, found = _by_facts(sought, books), _Books(club), []
    for window in _windows(evenings):
        for id, sitting in _in_window(asked, window, sought, rules):
            if passed:
                passed = id != after
            else:
                found.append((id, sitting))
            if len(found) > most:
                return Found(hands=_placed(found[:-1]), last=found[-2][0])
    return Found(hands=_placed(found))


def _evenings(club: Club, sought: Sought, after: UUID | None) -> tuple[list[int], bool]:
    """Return the keys of the evenings to search, the latest first, and whether the first of them
    contains the hand `after`, up to which hands are skipped."""
    evenings = club.sessions.order_by("-played_on", "-pk")
    if sought.since:
        evenings = evenings.filter(played_on__gte=sought.since)
    if sought.until:
        evenings = evenings.filter(played_on__lte=sought.until)
    if sought.tournament is not None:
        evenings = evenings.filter(tournament__isnull=not sought.tournament)
    keys = list(evenings.values_list("pk", flat=True))
    if after is None:
        return keys, False
    here = ClubSession.objects.filter(tables__sittings__hands=after).order_by().first()
    return (keys[keys.index(here.pk) :], True) if here and here.pk in keys else ([], False)


def _windows(evenings: list[int]) -> Iterator[list[int]]:
    for size in (*WINDOWS, len(evenings)):
        if evenings:
            yield evenings[:size]
        evenings = evenings[size:]


def _in_window(
    asked: QuerySet, window: list[int], sought: Sought, rules: _Books
) -> Iterator[tuple[UUID, int]]:
    """Yield the hands of these evenings that are sought, and the keys of their sittings."""
    records = asked.filter(sitting__table__session__in=window).order_by(
        "-sitting__table__session__played_on",
        "-sitting__table__session",
        "-sitting__table__no",
        "-sitting__no",
        "-place",
    )
    if not (sought.what in OUTCOMES or sought.law):
        yield from records.values_list("pk", "sitting").iterator(chunk_size=200)
        return
    at = None
    for sitting, *row in records.values_list("sitting", *BARE).iterator(chunk_size=200):
        at = at or _tables_of(window, rules)
        bare = as_bare(*row)
        if _is_it(bare.hand, sought, *at[sitting]):
            yield bare.id, sitting


def _tables_of(window: list[int], rules: _Books) -> dict[int, tuple[RuleSet, int]]:
    """Return the rules of these evenings' sittings and how many sit there, by their keys."""
    sittings = Sitting.objects.filter(table__session__in=window).order_by()
    rows = sittings.annotate(sit=Count("seats")).values_list(
        "pk", "sit", *STORED, *(f"table__{name}" for name in STORED)
    )
    found = {}
    for sitting, sit, *stored in rows:
        own, its_table = stored[: len(STORED)], stored[len(STORED) :]
        found[sitting] = rules.of(*(own if own[0] else its_table)), sit
    return found


def _is_it(hand: Hand, sought: Sought, rules: RuleSet, seats: int) -> bool:
    """Whether the rules of its table say of a hand what is sought."""
    came = score(hand, rules=rules, seats=seats, kept=True)
    if sought.what in OUTCOMES and came.outcome not in OUTCOMES[sought.what]:
        return False
    return not sought.law or any(award.law.short == sought.law for award in came.awards)


def hand_of(club: Club, id: UUID) -> tuple[Sitting, int] | None:
    """Return the place of a hand of the club that counts, as in `Found.hands`, with four
    queries."""
    counted = HandRecord.objects.filter(
        pk=id, state=HandRecord.State.COUNTED, sitting__table__session__club=club
    )
    return next(iter(_placed(list(counted.values_list("pk", "sitting")))), None)


def _placed(found: Sequence[tuple[UUID, int]]) -> tuple[tuple[Sitting, int], ...]:
    sittings = {one.pk: one for one in whole(Sitting.objects.filter(pk__in=dict(found).values()))}
    places = {
        bare.id: no for sitting in sittings.values() for no, bare in enumerate(sitting.counted)
    }
    return tuple((sittings[sitting], places[id]) for id, sitting in found)


# -- What the database can ask of a hand. Where only the rules can say, this lets in too many.
# ----------------------------------------------------------------------------------------------

KEY = "key"
AS_NOW = Q(sitting__rules_key="")
"""Sittings by the rules that their table still has."""
BY_TERMS = {
    "key": Case(When(AS_NOW, then=F("sitting__table__rules_key")), default=F("sitting__rules_key")),
    "house": Case(When(AS_NOW, then=F("sitting__table__house")), default=F("sitting__house")),
}
WENT_WRONG = ~Q(offences="[]")
BID = ~Q(bid="")
SOMEBODY_ALONE = (
    Q(alone__isnull=False)
    | ~Q(special="")
    | Q(**{f"{KEY}__in": CALLED}, maker__isnull=False, partner__isnull=True)
)
THEY = F("seat")
MADE_IT = Q(maker=THEY)
BESIDE_THE_MAKER = Q(partner=THEY) | Q(**{f"{KEY}__in": FIXED}, apart=0) & ~MADE_IT
BY_ROLE = {
    MAKER: MADE_IT,
    PARTNER: BESIDE_THE_MAKER,
    AGAINST: Q(maker__isnull=False) & ~MADE_IT & ~BESIDE_THE_MAKER,
    ALONE: Q(alone=THEY) | SOMEBODY_ALONE & Q(alone__isnull=True) & MADE_IT,
}
# House rules may deal seven tricks, or want another number of them.
OWN = Q(house__isnull=False, tricks__isnull=False)
FEW, POINT, ALL = Q(tricks__lt=3) | OWN, Q(tricks__in=(3, 4)) | OWN, Q(tricks=5) | OWN
BY_WHAT = {
    EUCHRE: FEW | BID | WENT_WRONG,
    MARCH: ALL | ~Q(special="") | WENT_WRONG,
    WRONG: WENT_WRONG,
    **{void: Q(void=void) for void in VOIDS},
}
BY_LAW = {
    "point": POINT,
    "lone_point": POINT & SOMEBODY_ALONE,
    "march": ALL,
    "lone_march": ALL & SOMEBODY_ALONE,
    "euchre": FEW,
    "lone_euchre": FEW & SOMEBODY_ALONE,
    "set_back": FEW,
    **dict.fromkeys(("trick", "buck_set"), ~Q(taken="")),
    **dict.fromkeys(("lone_defence", "lone_defence_any"), Q(defender_alone__isnull=False)),
    **dict.fromkeys(("made", "alone-made", "set", "alone-set", "others"), BID),
    **{special: Q(special=special) for special in SPECIALS},
    **{void: Q(void=void) for void in VOIDS},
}
"""Of a hand in which nothing went wrong."""


def _by_facts(sought: Sought, books: Sequence[PlayedBy]) -> QuerySet[HandRecord]:
    records = HandRecord.objects.filter(state=HandRecord.State.COUNTED).alias(
        offences=Cast("irregularities", TextField()), **BY_TERMS
    )
    if sought.player:
        records = records.filter(sitting__seats__player=sought.player)
        records = records.alias(seat=F("sitting__seats__no"), apart=(F("maker") + F("seat")) % 2)
        if sought.role:
            records = records.filter(BY_ROLE[sought.role])
    elif sought.role == ALONE:
        records = records.filter(SOMEBODY_ALONE)
    if sought.what:
        offence = Q(offences__contains=f'"{sought.what}"')
        records = records.filter(BY_WHAT.get(sought.what, offence))
    if sought.rules.startswith(HOUSE):
        records = records.filter(house=sought.rules.removeprefix(HOUSE))
    elif sought.rules:
        records = records.filter(**{KEY: sought.rules, "house": None})
    if sought.law:
        whats = {what for book in books for what in book.laws.get(sought.law, ())}
        asked = (BY_LAW[what] for what in sorted(whats) if what in BY_LAW)
        records = records.filter(reduce(or_, asked, WENT_WRONG))
    return records
