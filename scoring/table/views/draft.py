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
from scoring.table.models.hands import OUT
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
    own: tuple[str, ...] = ()
    """Where each player scores: the tricks of each, OUT, or "" for a player not asked yet."""
    sent: QueryDict | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was tapped."""
        known = any(fact is not None for fact in (self.maker, self.bid, self.tricks))
        return known or any(self.own) or self.no_maker

    @property
    def lone(self) -> bool:
        """Whether a player chose to play alone."""
        return self.alone is not None or self.partner == ALONE

    @property
    def no_maker(self) -> bool:
        """Whether no one made trump, where each player scores."""
        return self.rules.each_scores and self.maker is None and self.partner == NOBODY

    @property
    def taken(self) -> str:
        """The tricks of each so far as the form sends them; "" while none are known."""
        return ",".join(self.own) if any(self.own) else ""

    @property
    def asks(self) -> int | None:
        """The seat whose tricks are asked for next, from the dealer's left on."""
        seats = len(self.own)
        turn = ((self.dealer + left) % seats for left in range(1, seats + 1))
        return next((seat for seat in turn if self.own[seat] == ""), None)

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
            own = ("",) * len(self.own)
            return replace(
                self, maker=None, partner=None, alone=None, bid=None, tricks=None, own=own
            )
        if self.rules.each_scores:
            return self._own_pressed(key)
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

    def _own_pressed(self, key: str) -> Draft:
        """Return the draft after a tap where each player scores. The first one is the maker, or No
        maker. A player whose tricks are known is asked again."""
        if key == NOBODY:
            return replace(self, maker=None, partner=None if self.no_maker else NOBODY)
        if key == ALONE:
            return self
        seat = int(key)
        known = self.maker is not None or self.no_maker
        if known and self.own[seat]:
            own = tuple("" if at == seat else took for at, took in enumerate(self.own))
            return replace(self, own=own)
        if known and any(self.own):
            return self
        return replace(self, maker=None if seat == self.maker else seat, partner=None)

    def took(self, number: str) -> Draft:
        """Return the draft after the tricks of the player who is asked. The last player has what is
        left."""
        if self.asks is None or (self.maker is None and not self.no_maker):
            return self
        own = tuple(number if seat == self.asks else took for seat, took in enumerate(self.own))
        left = self.rules.tricks_dealt - sum(int(took) for took in own if took.isdigit())
        if own.count("") == 1 and left > 0:
            own = tuple(took or str(left) for took in own)
        return replace(self, own=own)

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
        own=_own(data.get("taken", ""), rules, seats),
        sent=data,
    )
    if data.get("own") in (OUT, *map(str, range(rules.tricks_dealt + 1))):
        return draft.took(data["own"])
    tap = data.get("tap")
    known = tap in ("clear", ALONE, NOBODY) or _number(tap, seats) is not None
    return draft.pressed(tap) if known else draft


def _bid(text: str | None, rules: RuleSet) -> int | str | None:
    return next((bid for bid in rules.bids if text == str(bid)), None)


def _own(text: str, rules: RuleSet, seats: int) -> tuple[str, ...]:
    """Return the tricks of each player so far, where each scores."""
    if not rules.each_scores:
        return ()
    known = (OUT, *map(str, range(rules.tricks_dealt + 1)))
    said = [took if took in known else "" for took in text.split(",")]
    return (*said, *[""] * seats)[:seats]


def _partner(text: str | None, seats: int) -> int | str | None:
    return text if text in (ALONE, NOBODY) else _number(text, seats)


def _number(text: str | None, below: int) -> int | None:
    return int(text) if text in map(str, range(below)) else None


def _uuid(text: str | None) -> str | None:
    try:
        return str(UUID(text))
    except (TypeError, ValueError):
        return None
