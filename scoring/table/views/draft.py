"""The taps so far, with the pad's keys, with JavaScript (static/table/pad/keys.js) and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.http import QueryDict

from scoring.euchre.lone_hands import explains, is_ahead, who_may, why_not, why_not_ahead
from scoring.euchre.rule_set import RuleSet
from scoring.table.forms.hands import ALONE, NOBODY
from scoring.table.models import Sitting
from scoring.table.views.drawn import HAND


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An unfinished hand. `after` is the latest hand that this page had seen, or "" before the
    first."""

    id: str
    rules: RuleSet
    dealer: int
    scores: Sequence[int] | None
    """The points of the game by side, if games are played."""
    after: str | None = None
    maker: int | None = None
    partner: int | str | None = None
    """Call-Ace has a seat, "alone", or "nobody" if no one had the called card."""
    alone: int | None = None
    """With fixed partners, the seat that plays alone."""
    bid: int | str | None = None
    tricks: int | None = None
    sent: QueryDict | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was tapped."""
        return any(fact is not None for fact in (self.maker, self.bid, self.tricks))

    @property
    def lone(self) -> bool:
        """Whether a player chose to play alone."""
        return self.alone is not None or self.partner == ALONE

    @property
    def uncalled(self) -> bool:
        """Whether a suit was called, and no one had the card."""
        return self.partner == NOBODY

    @property
    def fixed_partners(self) -> tuple[int, ...]:
        """The other seats of the maker's side, where partners are fixed."""
        return () if self.maker is None else self.rules.partners_of(self.maker)

    def pressed(self, key: str) -> Draft:
        """Return the draft after a tap on a player's key (their seat), on Alone, or on No one had
        it."""
        if key == "clear":
            return replace(self, maker=None, partner=None, alone=None, bid=None, tricks=None)
        if key in (ALONE, NOBODY):
            return self._alone_pressed(key)
        seat = int(key)
        if self.maker is None:
            return replace(self, maker=seat)
        if seat == self.maker:
            return self._maker_pressed()
        if self.rules.partners == "called":
            return replace(self, partner=None if seat == self.partner else seat)
        if self.alone is not None and seat in self.fixed_partners:
            return self._alone_pressed(ALONE)
        return replace(self, maker=seat, alone=None)

    def _maker_pressed(self) -> Draft:
        """Return the draft after a tap on the maker, which switches alone on or off, or clears
        the maker where neither they nor their partner may play alone."""
        if not (self._knows_lone_hands and self.may_be_alone):
            return self.pressed("clear")
        if self.lone or self.uncalled:
            return replace(self, partner=None, alone=None)
        return self._alone_pressed(ALONE)

    def _alone_pressed(self, key: str) -> Draft:
        """Return the draft after a tap on Alone, which goes from the maker to their partners, each
        if the rules let them, and then off."""
        if self.maker is None or not self._knows_lone_hands:
            return self
        if self.rules.partners == "called":
            return replace(self, partner=None if self.partner == key else key)
        after = [*self.may_be_alone, None]
        at = after.index(self.alone) + 1 if self.alone in after[:-1] else 0
        return replace(self, alone=after[at])

    @property
    def _knows_lone_hands(self) -> bool:
        return self.rules.lone_hands or self.rules.alone_at

    @property
    def may_be_alone(self) -> tuple[int, ...]:
        """The seats of the maker's side that may play alone, as far as it is known; none before the
        maker is."""
        if self.maker is None or self._is_ahead:
            return ()
        made = self.sent.get("made") if self.sent else None
        at = {"maker": self.maker, "dealer": self.dealer, "made": made or None}
        return who_may(self.rules, **at)

    @property
    def _is_ahead(self) -> bool:
        return self.maker is not None and is_ahead(self.rules, self.scores, self.maker)

    @property
    def why_not_alone(self) -> str:
        """Why one of the maker's side may not play alone, in a sentence; nothing where all may."""
        if self._is_ahead:
            return why_not_ahead(self.rules)
        may = len(self.may_be_alone)
        if self.alone is None or self.maker is None or may > len(self.fixed_partners):
            return ""
        made = (self.sent.get("made") if self.sent else None) or None
        return why_not(self.rules, made=made) if explains(self.rules, made=made) else ""


def draft_from(data: QueryDict, *, sitting: Sitting) -> Draft:
    """Return the draft in an address or a refused form; invalid values are left out."""
    rules, seats, standing = sitting.rules, len(sitting.players), sitting.standing
    draft = Draft(
        id=_uuid(data.get("hand_id")) or HAND,
        rules=rules,
        dealer=sitting.dealer,
        scores=standing and standing.score,
        after=data.get("after") if "after" in data else None,
        maker=_number(data.get("maker"), seats),
        partner=_partner(data.get("partner"), seats),
        alone=_number(data.get("alone"), seats),
        bid=_bid(data.get("bid"), rules),
        tricks=_number(data.get("tricks"), rules.tricks_dealt + 1),
        sent=data,
    )
    tap = data.get("tap")
    known = tap in ("clear", ALONE, NOBODY) or _number(tap, seats) is not None
    return draft.pressed(tap) if known else draft


def _bid(text: str | None, rules: RuleSet) -> int | str | None:
    return next((bid for bid in rules.bids if text == str(bid)), None)


def _partner(text: str | None, seats: int) -> int | str | None:
    return text if text in (ALONE, NOBODY) else _number(text, seats)


def _number(text: str | None, below: int) -> int | None:
    return int(text) if text in map(str, range(below)) else None


def _uuid(text: str | None) -> str | None:
    try:
        return str(UUID(text))
    except (TypeError, ValueError):
        return None
