"""A hand as it was logged, every correction of it, and what the other side says of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import F, Q
from django.utils import timezone

from scoring.common.kept import digest
from scoring.common.prepared import Prepared, PreparedInsert
from scoring.euchre.hand import (
    JOKER,
    MADE,
    NO_TRUMPS,
    NOT_PLAYED,
    REDEALS,
    SEVEN,
    SPECIALS,
    SUITS,
    Hand,
    Irregularity,
)
from scoring.euchre.rule_set import MOST_TRICKS
from scoring.table.models.change import Change
from scoring.table.models.play import Sitting

FACTS = (
    "maker",
    "bid",
    "forced",
    "tricks",
    "taken",
    "partner",
    "alone",
    "defender_alone",
    "special",
    "void",
    "call",
    "turned",
    "made",
    "trump",
    "picked_up",
    "best_card",
    "redeal",
    "dealer",
)


BIDS = tuple(map(str, range(1, MOST_TRICKS + 1)))
"""The numbers of tricks that may be bid, as they are stored. Another bid is the key of a lone
one."""


def _as_known(fact: str, value: object) -> object:
    """Return a fact as the rules know it, of one as it is stored."""
    if value == "":
        return None
    if fact == "taken":
        return taken_from_text(value)
    return int(value) if fact == "bid" and value in BIDS else value


def taken_from_text(text: str) -> tuple[int | None, ...]:
    """Return each player's tricks of "1,3,-,1", by seat. A dash is a player who dropped out. Raise
    ValueError, with a sentence."""
    parts = text.split(",")
    if not all(part == OUT or (part.isascii() and part.isdigit()) for part in parts):
        raise ValueError("the tricks of each player are not numbers, or a dash")
    return tuple(None if part == OUT else int(part) for part in parts)


def taken_as_text(taken: Iterable[int | None]) -> str:
    """Return "1,3,-,1", as `taken_from_text` reads it."""
    return ",".join(OUT if took is None else str(took) for took in taken)


OUT = "-"
"""A player who dropped out, among the tricks of each."""


@lru_cache(maxsize=8192)
def _hand(facts: tuple, irregularities: tuple[Irregularity, ...]) -> Hand:
    return Hand(
        **{fact: _as_known(fact, value) for fact, value in zip(FACTS, facts, strict=True)},
        irregularities=irregularities,
    )


def _offences(stored: Iterable[list | dict]) -> tuple[Irregularity, ...]:
    return tuple(map(Irregularity.of_stored, stored))


class BareHand(NamedTuple):
    """A hand without its history, with its id, whether it counts, its place in the sitting, and its
    facts."""

    id: UUID
    state: str
    place: int | None
    hand: Hand
    since: int = 0
    """The table's version in which it first counted."""


BARE = ("id", "state", "place", "counts_since", "irregularities", *FACTS)


def as_bare(
    id: UUID, state: str, place: int | None, since: int, offences: list, *facts
) -> BareHand:
    """Return the BareHand of the columns BARE."""
    return BareHand(id, state, place, _hand(facts, _offences(offences)), since)


def describe_logger(logged_by: str, told_on: str) -> str:
    """Return who logged a hand, in words, with the phone it was logged on if another one sent
    it."""
    return f"phone {told_on}, handed over to {logged_by}" if told_on else logged_by


class HandQuerySet(models.QuerySet):
    def counted(self) -> HandQuerySet:
        """The hands that count, in the order they were played."""
        return self.filter(state=HandRecord.State.COUNTED).order_by("place")

    def waiting(self) -> HandQuerySet:
        """The hands that need a decision, because their phone had not seen the latest hand."""
        return self.filter(state=HandRecord.State.WAITING).order_by("logged_at")

    def facts_by_sitting(self) -> dict[int, list[BareHand]]:
        """The hands as the rules know them, by the key of the sitting; no record is made of
        each."""
        stored = StoredHands(self)
        return defaultdict(list, {sitting: stored.read(sitting) for sitting in stored.sittings})


class StoredHands:
    """Hands as the database has them, by the key of the sitting. Each sitting is read only if it
    is asked for."""

    def __init__(self, hands: HandQuerySet) -> None:
        """Makes one query."""
        query = hands.values_list("sitting_id", *BARE).query
        self._rows: dict[int, list[tuple]] = defaultdict(list)
        for rows in query.get_compiler(DEFAULT_DB_ALIAS).execute_sql():
            for row in rows:
                self._rows[row[0]].append(row[1:])

    @property
    def sittings(self) -> list[int]:
        """The keys of the sittings with a hand."""
        return list(self._rows)

    def digest(self, sitting: int) -> bytes:
        """Return a digest of all that is stored of a sitting's hands."""
        return digest(self._rows[sitting])

    def read(self, sitting: int) -> list[BareHand]:
        """Return the hands of a sitting."""
        return HandRecord.bare_in.made(self._rows[sitting])


class HandRecord(models.Model):
    """One deal as facts, never points. Its id is made by the phone."""

    class State(models.TextChoices):
        BEGUN = "begun"
        COUNTED = "counted"
        WAITING = "waiting"
        TAKEN_BACK = "taken-back"

    id = models.UUIDField(primary_key=True)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="hands")
    place = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.COUNTED)
    # The latest hand that its phone had seen, the version of the table that stood on its screen,
    # and the hand that it turned out to tell once more.
    after = models.UUIDField(null=True, blank=True)
    seen = models.PositiveIntegerField(null=True, blank=True)
    same_as = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="told_again"
    )
    # The version of the table that first told it as one that counts.
    counts_since = models.PositiveIntegerField(default=0)
    # When the phone was told, where that was well before the hand arrived.
    told_at = models.DateTimeField(null=True, blank=True)
    logged_at = models.DateTimeField(default=timezone.now)
    logged_by = models.CharField(max_length=80, blank=True)
    # The signs of the phone that told it as it stands.
    phone = models.CharField(max_length=2, blank=True)
    # The signs of the phone that was told, where another phone sent it.
    told_on = models.CharField(max_length=2, blank=True)
    revision = models.PositiveIntegerField(default=0)

    maker = models.PositiveSmallIntegerField(null=True, blank=True)
    bid = models.CharField(max_length=16, blank=True)
    forced = models.BooleanField(null=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    # Where each player scores their own: the tricks of all, by seat, such as "1,3,-,1".
    taken = models.CharField(max_length=20, blank=True)
    partner = models.PositiveSmallIntegerField(null=True, blank=True)
    alone = models.PositiveSmallIntegerField(null=True, blank=True)
    defender_alone = models.PositiveSmallIntegerField(null=True, blank=True)
    special = models.CharField(max_length=8, blank=True)
    void = models.CharField(max_length=14, blank=True)
    call = models.CharField(max_length=1, blank=True)
    turned = models.CharField(max_length=5, blank=True)
    made = models.CharField(max_length=8, blank=True)
    trump = models.CharField(max_length=4, blank=True)
    picked_up = models.BooleanField(null=True)
    best_card = models.BooleanField(null=True)
    redeal = models.CharField(max_length=13, blank=True)
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    irregularities = models.JSONField(default=list, blank=True)
    note = models.CharField(max_length=200, blank=True)

    objects = HandQuerySet.as_manager()
    by_id = Prepared(lambda id: HandRecord.objects.filter(pk=id))
    bare_in = Prepared(
        lambda sitting: (
            HandRecord.objects.filter(sitting=sitting)
            .order_by("place", "logged_at")
            .values_list(*BARE)
        ),
        make=as_bare,
    )

    class Meta:
        ordering = ["sitting", "place"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "place"], name="one_hand_a_place"),
            models.UniqueConstraint(
                fields=["sitting"], condition=Q(state="begun"), name="one_hand_begun_at_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(state="counted") | Q(place__isnull=False),
                name="counted_hands_have_a_place",
            ),
            models.CheckConstraint(
                condition=Q(tricks__isnull=True)
                | Q(tricks__lte=SEVEN)
                | ~Q(bid="") & Q(tricks__lte=MOST_TRICKS),
                name="at_most_seven_tricks_without_a_bid",
            ),
            models.CheckConstraint(
                condition=Q(bid="")
                | Q(partner=None, defender_alone=None, special="") & Q(call="", turned="", made=""),
                name="no_card_is_turned_for_a_bid",
            ),
            models.CheckConstraint(
                condition=Q(bid="")
                | Q(alone__isnull=False, alone=F("maker"))
                | Q(bid__in=BIDS) & Q(alone__isnull=True),
                name="only_a_number_is_not_bid_alone",
            ),
            models.CheckConstraint(
                condition=Q(taken="")
                | Q(partner=None, alone=None, defender_alone=None, special="", bid="", call=""),
                name="own_tricks_are_of_no_side",
            ),
            models.CheckConstraint(
                condition=Q(forced=None) | Q(forced=True) & ~Q(bid=""), name="only_a_bid_is_forced"
            ),
            models.CheckConstraint(
                condition=Q(void="") & (Q(maker__isnull=False) | ~Q(taken=""))
                | Q(void__in=NOT_PLAYED) & Q(maker__isnull=True),
                name="a_maker_or_a_void_deal",
            ),
            models.CheckConstraint(
                condition=Q(void="")
                | Q(
                    partner=None, alone=None, defender_alone=None, special="", tricks=None, taken=""
                )
                & Q(bid="", forced=None, call="", made="", trump="")
                & Q(picked_up=None, best_card=None),
                name="a_void_deal_was_not_played",
            ),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | ~Q(partner=F("maker")),
                name="nobody_partners_himself",
            ),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | Q(alone__isnull=True),
                name="alone_is_without_partner",
            ),
            models.CheckConstraint(
                condition=Q(made="") | Q(made__in=MADE), name="known_ways_to_make_trump"
            ),
            models.CheckConstraint(condition=Q(special__in=["", *SPECIALS]), name="known_specials"),
            models.CheckConstraint(
                condition=Q(redeal="") | Q(redeal__in=REDEALS, void="new-deal"),
                name="known_hands_for_a_new_deal",
            ),
            models.CheckConstraint(
                condition=(Q(picked_up=None) | Q(picked_up=True))
                & (Q(best_card=None) | Q(best_card=True)),
                name="a_card_is_taken_or_not_recorded",
            ),
            models.CheckConstraint(
                condition=Q(
                    call__in=["", *SUITS],
                    trump__in=["", *SUITS, *NO_TRUMPS],
                    turned__in=["", *SUITS, JOKER],
                ),
                name="known_suits",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["begun", "counted", "waiting", "taken-back"]),
                name="known_states",
            ),
        ]

    def __str__(self) -> str:
        return f"Hand {self.id}"

    def store(self) -> None:
        """Save it, whether it is new or was begun before."""
        if self._state.adding:
            _insert_hand(self)
        else:
            self.save()

    @property
    def bare(self) -> BareHand:
        """The record without its history."""
        return BareHand(self.id, self.state, self.place, self.hand, self.counts_since)

    @property
    def who_logged(self) -> str:
        """Who logged it, in words."""
        return describe_logger(self.logged_by, self.told_on)

    @property
    def hand(self) -> Hand:
        """The facts as the rules know them."""
        return _hand(tuple(getattr(self, fact) for fact in FACTS), _offences(self.irregularities))

    @hand.setter
    def hand(self, hand: Hand) -> None:
        for fact in FACTS:
            value = getattr(hand, fact)
            value = taken_as_text(value) if fact == "taken" and value is not None else value
            text = isinstance(self._meta.get_field(fact), models.CharField)
            setattr(self, fact, "" if text and value is None else str(value) if text else value)
        self.irregularities = [offence.stored for offence in hand.irregularities]


_insert_hand = PreparedInsert(HandRecord)


def hand_as_json(hand: Hand) -> dict:
    """Return the facts that are recorded, for a correction's memory."""
    facts = {fact: getattr(hand, fact) for fact in FACTS if getattr(hand, fact) is not None}
    offences = [offence.stored for offence in hand.irregularities]
    return facts | ({"irregularities": offences} if offences else {})


def hand_from_json(facts: dict) -> Hand:
    """Return the Hand that `hand_as_json` wrote down."""
    offences = _offences(facts.get("irregularities", ()))
    known = {fact: facts.get(fact) for fact in FACTS}
    taken = known["taken"] and tuple(known["taken"])
    return Hand(**known | {"taken": taken}, irregularities=offences)


class Correction(Change):
    """A change to a logged hand, with the facts before and after, who, when and why."""

    class Kind(models.TextChoices):
        CORRECTED = "corrected"
        TAKEN_BACK = "taken back"
        PUT_BACK = "put back"
        KEPT = "kept"
        LEFT_OUT = "left out"
        LET_STAND = "let stand"

    record = models.ForeignKey(HandRecord, on_delete=models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=10, choices=Kind)
    before = models.JSONField()
    after = models.JSONField()

    def __str__(self) -> str:
        return f"{self.record} {self.kind}"

    @property
    def as_text(self) -> str:
        """What was done, such as "undone"."""
        return IN_WORDS.get(self.kind, self.kind)

    @property
    def hand_before(self) -> Hand:
        return hand_from_json(self.before)

    @property
    def hand_after(self) -> Hand:
        return hand_from_json(self.after)


IN_WORDS: dict[str, str] = {
    Correction.Kind.TAKEN_BACK: "undone",
    Correction.Kind.PUT_BACK: "restored",
    Correction.Kind.LET_STAND: "kept after a dispute",
}


class Done(models.Model):
    """An undo or restore that a phone kept and sent with this key, by which a repetition is
    recognised."""

    key = models.UUIDField(unique=True)
    record = models.ForeignKey(HandRecord, on_delete=models.CASCADE, related_name="done")

    def __str__(self) -> str:
        return f"{self.record} {self.key}"


class Assent(models.Model):
    """The opponents' word about a hand, that they confirm it or dispute it, and why.

    It applies to the hand at that `revision`, and to no correction after it.
    """

    record = models.ForeignKey(HandRecord, on_delete=models.CASCADE, related_name="assents")
    revision = models.PositiveIntegerField()
    agrees = models.BooleanField()
    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    # On the phone that logged the hand, turned round to the other side.
    turned = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back

    def __str__(self) -> str:
        return f"{self.record}: {'agreed' if self.agrees else 'objected'}"
