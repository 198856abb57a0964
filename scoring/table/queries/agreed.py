"""The opponents' words on the current hands, which are confirmed, disputed, or nothing yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from scoring.table.models import Assent, ClubSession, Correction, HandRecord, Reseating

AGREED, OBJECTED = "agreed", "objected"


@dataclass(frozen=True, kw_only=True)
class Word:
    """A word about a hand at a revision."""

    revision: int
    agrees: bool
    why: str
    by: str
    turned: bool
    at: datetime

    @property
    def by_whom(self) -> str:
        """The voice and the reason, such as "phone M3: “Cat was the partner”"."""
        who = f"the other side, on {self.by} turned round" if self.turned else self.by
        return f"{who}: “{self.why}”" if self.why else who

    @property
    def voice(self) -> tuple[str, bool]:
        """The voice, which is a phone of its own, or the opponents on the phone that logged the
        hand."""
        return self.by, self.turned


@dataclass(frozen=True, kw_only=True)
class HandSaid:
    """A hand and every word said of it, in order."""

    id: UUID
    revision: int
    last_by: str
    """The voice that logged the hand, or made its last correction."""
    phone: str
    """The signs of the phone on which they did."""
    handed_by: str
    """The id of the phone on which they logged it, if another phone sent it."""
    asked: bool
    """Whether it counts since confirmation was asked for; an earlier hand needs none."""
    reseated: datetime | None
    """When its seats were last corrected, so that earlier words were about others."""
    words: tuple[Word, ...]

    @property
    def last_words(self) -> tuple[Word, ...]:
        """The last word of each voice about the current revision of the hand."""
        return tuple({word.voice: word for word in self.words if self._stands(word)}.values())

    def came_from(self, name: str, phone: str) -> bool:
        """Return whether this person logged it, also on this phone, as signing in does not make
        them an opponent."""
        return self.last_by == name or phone != "" and phone in (self.phone, self.handed_by)

    def _stands(self, word: Word) -> bool:
        return word.revision == self.revision and (self.reseated is None or word.at > self.reseated)

    @property
    def objection(self) -> Word | None:
        """The objection that is open, the first if there are several."""
        return next((word for word in self.last_words if not word.agrees), None)

    @property
    def state(self) -> str:
        """Return AGREED, OBJECTED or ""; one dispute outweighs all confirmations."""
        if self.objection:
            return OBJECTED
        return AGREED if self.last_words else ""

    @property
    def silent(self) -> bool:
        """Return whether opponents are asked, and have not spoken about the current revision."""
        return self.asked and not self.state


HAND = ("id", "revision", "last_by", "phone", "handed_by", "asked", "reseated")
WORDS = ("revision", "agrees", "why", "by", "turned", "at")


def said_of(hands: QuerySet) -> dict[UUID, HandSaid]:
    """Return what was said of these hands, by their ids, in their order; one query."""
    asked = Q(counts_since__gte=F("sitting__table__asks_since"))
    about = {"last_by": _last_by(), "handed_by": _handed_by(), "reseated": _reseated()}
    rows = hands.annotate(asked=asked, **about)
    rows = rows.order_by("place", "pk", "assents__pk")
    rows = rows.values_list(*HAND, *(f"assents__{name}" for name in WORDS))
    first = len(HAND)
    return {
        hand[0]: _said(hand, (row[first:] for row in group))
        for hand, group in groupby(rows, key=itemgetter(slice(first)))
    }


def _said(hand: tuple, rows: Iterable[tuple]) -> HandSaid:
    words = tuple(Word(**dict(zip(WORDS, row, strict=True))) for row in rows if row[0] is not None)
    return HandSaid(**dict(zip(HAND, hand, strict=True)), words=words)


def _reseated() -> Subquery:
    put_right = Reseating.objects.filter(sitting=OuterRef("sitting"))
    return Subquery(put_right.order_by("-pk").values("at")[:1])


def _corrected() -> QuerySet:
    return Correction.objects.filter(record=OuterRef("pk"), kind=Correction.Kind.CORRECTED)


def _last_by() -> Coalesce:
    return Coalesce(Subquery(_corrected().order_by("-pk").values("by")[:1]), "logged_by")


def _handed_by() -> Case:
    return Case(When(Exists(_corrected()), then=Value("")), default="told_on")


def open_objections(*sessions: ClubSession) -> dict[int, int]:
    """Return the number of disputed hands of each table of evenings, by its key; one query."""
    voice = ("record", "revision", "by", "turned")
    later = Assent.objects.filter(pk__gt=OuterRef("pk"), **{name: OuterRef(name) for name in voice})
    reseated = Reseating.objects.filter(sitting=OuterRef("record__sitting"), at__gte=OuterRef("at"))
    found = Assent.objects.filter(
        agrees=False,
        revision=F("record__revision"),
        record__state=HandRecord.State.COUNTED,
        record__sitting__table__session__in=sessions,
        record__sitting__table__asks_agreement=True,
    ).exclude(Exists(later) | Exists(reseated))
    by_table = found.order_by().values_list("record__sitting__table")
    return dict(by_table.annotate(hands=Count("record", distinct=True)))
