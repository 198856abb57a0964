"""What the other side says of hands as they stand now: agreed, objected, or nothing yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.models.assent import Assent
from scoring.models.hands import Correction, HandRecord
from scoring.models.play import ClubSession

AGREED, OBJECTED = "agreed", "objected"


@dataclass(frozen=True, kw_only=True)
class Word:
    """What was said of a hand once, of how it stood at that revision."""

    revision: int
    agrees: bool
    why: str
    by: str
    turned: bool
    at: datetime

    @property
    def voice(self) -> tuple[str, bool]:
        """Who speaks: a phone of its own, or whoever the phone that told the hand was turned round to."""
        return self.by, self.turned


@dataclass(frozen=True, kw_only=True)
class HandSaid:
    """A hand and every word said of it, in order."""

    id: UUID
    revision: int
    teller: str
    """Who told it as it stands: who corrected it last, or else logged it."""
    words: tuple[Word, ...]

    @property
    def last_words(self) -> tuple[Word, ...]:
        """What each voice said last of the hand as it stands."""
        return tuple({word.voice: word for word in self.words if word.revision == self.revision}.values())

    @property
    def objection(self) -> Word | None:
        """The objection that is open, the first if there are several."""
        return next((word for word in self.last_words if not word.agrees), None)

    @property
    def state(self) -> str:
        """Return AGREED, OBJECTED or ""; one objection outweighs all who agree."""
        if self.objection:
            return OBJECTED
        return AGREED if self.last_words else ""


WORDS = ("revision", "agrees", "why", "by", "turned", "at")


def said_of(hands: QuerySet) -> dict[UUID, HandSaid]:
    """Return what was said of these hands, by their ids, in their order; one query."""
    rows = hands.annotate(teller=_teller()).order_by("place", "pk", "assents__at", "assents__pk")
    columns = ("pk", "revision", "teller", *(f"assents__{name}" for name in WORDS))
    return {
        key[0]: _said(key, (row[3:] for row in group))
        for key, group in groupby(rows.values_list(*columns), key=itemgetter(0, 1, 2))
    }


def _said(hand: tuple[UUID, int, str], rows: Iterable[tuple]) -> HandSaid:
    id, revision, teller = hand
    words = tuple(Word(**dict(zip(WORDS, row, strict=True))) for row in rows if row[0] is not None)
    return HandSaid(id=id, revision=revision, teller=teller, words=words)


def _teller() -> Coalesce:
    corrected = Correction.objects.filter(record=OuterRef("pk"), kind=Correction.Kind.CORRECTED)
    return Coalesce(Subquery(corrected.order_by("-at", "-pk").values("by")[:1]), "logged_by")


def open_objections(session: ClubSession) -> dict[int, int]:
    """Return how many hands of each table, by its key, somebody objects to as they stand; one query."""
    voice = ("record", "revision", "by", "turned")
    later = Assent.objects.filter(pk__gt=OuterRef("pk"), **{name: OuterRef(name) for name in voice})
    found = Assent.objects.filter(
        agrees=False,
        revision=F("record__revision"),
        record__state=HandRecord.State.COUNTED,
        record__sitting__table__session=session,
        record__sitting__table__asks_agreement=True,
    ).exclude(Exists(later))
    by_table = found.order_by().values_list("record__sitting__table")
    return dict(by_table.annotate(hands=Count("record", distinct=True)))
