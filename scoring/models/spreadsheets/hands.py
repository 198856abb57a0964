from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from django.db.models import F

from scoring.models.club import Club
from scoring.models.hands import HandRecord
from scoring.models.play import Sitting
from scoring.models.spreadsheets.evenings import place_of, sittings_of
from scoring.models.spreadsheets.spreadsheet import Spreadsheet
from scoring.rules.game import Played
from scoring.rules.hand import Hand
from scoring.rules.wording import facts, gains, told

ROLES = ("maker", "partner", "alone", "defender_alone")
FACTS = ("tricks", "special", "void", "call", "turned", "made", "trump")


def _hands(club: Club) -> Iterator[tuple]:
    for sittings in sittings_of(club):
        records = defaultdict(list)
        found = HandRecord.objects.filter(sitting__in=sittings)
        for record in found.order_by(F("place").asc(nulls_last=True), "logged_at", "pk"):
            records[record.sitting_id].append(record)
        for sitting in sittings:
            scored = {
                one.id: played for one, played in zip(sitting.counted, sitting.played, strict=True)
            }
            for record in records[sitting.pk]:
                yield *place_of(sitting), *_hand(sitting, record, scored.get(record.pk))


def _hand(sitting: Sitting, record: HandRecord, played: Played | None) -> tuple:
    """Return the cells of a hand: as it counted, then in words, then fact by fact."""
    hand, names, rules = record.hand, sitting.names, sitting.table.rules
    scored, dealer, no = "", hand.dealer, None
    if played:
        scored, dealer, no = gains(played.score.points, names, rules), played.dealer, played.no
    words = told(hand, names, rules), facts(hand), scored
    dealt = None if dealer is None else names[dealer]
    return no, record.state, dealt, *words, *_facts(hand, names), record.note, *_kept(record)


def _facts(hand: Hand, names: list[str]) -> Iterator[object]:
    for role in ROLES:
        seat = getattr(hand, role)
        yield None if seat is None else names[seat]
    for fact in FACTS:
        yield getattr(hand, fact)
    yield "; ".join(f"{one.kind}, {names[one.by]}, {one.times}" for one in hand.irregularities)


def _kept(record: HandRecord) -> tuple:
    return record.logged_at, record.told_by, record.revision, str(record.pk)


HANDS = Spreadsheet(
    name="hands",
    holds="every hand, in words and fact by fact, with who scored what",
    of="hand",
    columns=(
        *(
            "date",
            "session",
            "table",
            "sitting",
            "hand",
            "state",
            "dealer",
            "what happened",
            "facts",
        ),
        *(
            "who scored",
            *(role.replace("_", " ") for role in ROLES),
            *FACTS,
            "irregularities",
            "note",
        ),
        *("logged", "logged by", "corrections", "id"),
    ),
    rows=_hands,
)
