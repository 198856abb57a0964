"""A table of an evening: its people play, tell their phones, and decide about the hands that
wait."""

from __future__ import annotations

import threading
import time
from random import Random

from tests.soak.phone import Phone
from tests.soak.truth import any_deal

LONGEST_AWAY = 12
"""Hands for which a phone can be out of reach."""


class Table:
    """One table; its phones run in threads of their own, its people are one: hence the lock."""

    def __init__(
        self,
        *,
        captain: Phone,
        phones: list[Phone],
        writers: int,
        hands: int,
        pace: float,
        random: Random,
    ) -> None:
        self.captain, self.phones, self.writers = captain, phones, phones[:writers]
        self.record, self.path = phones[0].record, phones[0].path
        self.lock = threading.Lock()
        self._hands, self._pace, self._random = hands, pace, random
        self._due = time.monotonic() + random.random() * pace
        self._back: dict[Phone, int] = {}

    @property
    def played(self) -> int:
        """How many hands were played so far."""
        return len(self.record.deals)

    @property
    def over(self) -> bool:
        """Whether the last hand was played."""
        return self.played >= self._hands

    def play(self) -> None:
        """Play a hand and tell it, if the last one lies long enough back."""
        with self.lock:
            if self.over or time.monotonic() < self._due:
                return
            self._due = time.monotonic() + self._random.uniform(0.4, 1.6) * self._pace
            self._come_and_go()
            self._tell()

    def _come_and_go(self) -> None:
        """A phone goes out of reach for some hands; another comes back."""
        for phone in self.phones:
            if not phone.offline and self._random.random() < 0.03:
                self._back[phone] = self.played + self._random.randrange(2, LONGEST_AWAY)
            phone.offline = self._back.get(phone, 0) > self.played

    def _tell(self) -> None:
        deal, no, chance = any_deal(self._random), self.played, self._random.random()
        self.record.deals.append(deal.hand)
        main = self.writers[0] if self._random.random() < 0.8 else self._random.choice(self.writers)
        if chance < 0.10:  # both think that it is theirs to tell
            for phone in self.writers:
                phone.hand(no, deal)
            return
        if chance < 0.16:  # a slip, taken back
            main.take_back(main.hand(None, any_deal(self._random)))
        told = main.hand(no, deal)
        if chance > 0.97:  # taken back by mistake
            main.take_back(told)
            main.put_back(told)

    # -- two phones
    # ----------------------------------------------------------------------------------

    def decide(self, phone: Phone) -> None:
        """Somebody looks at the hands that wait, and says what the first is of which they are
        sure."""
        busy = self._kept()
        counted = phone.counted()
        for id in phone.waiting:
            said = self._verdict(id, busy, counted)
            if said:
                phone.post(f"hands/{id}/decide", said | {"seen": phone.seen})
                return

    def _verdict(self, id: str, busy: set[str], counted: list[str]) -> dict[str, str] | None:
        """Return what people say of a hand that waits; None while a phone still holds something of
        it."""
        deals = self.record.deal_of
        if deals[id] is None:
            return {"keep": "no"}
        if twin := next((one for one in counted if deals[one] == deals[id]), None):
            return {"keep": "no", "same_as": twin}
        if deals[id] in {deals[one] for one in busy}:
            return None
        return {"keep": "yes"}

    def _kept(self) -> set[str]:
        """Return the hands about which a phone still keeps something."""
        with self.lock:
            return {telling.id for phone in self.writers for telling in phone.queue}

    # -- the end
    # -------------------------------------------------------------------------------------

    def come_home(self) -> None:
        """Every phone is in reach, and no network fails any more."""
        for phone in (self.captain, *self.phones):
            phone.offline, phone.net.good = False, True

    def tidy(self) -> bool:
        """Take back again what was refused because it waited; return whether all is told and
        decided."""
        kept = self._kept()
        self.captain.tag = ""
        if not self.captain.look():
            return False
        counted = self.captain.counted()
        slips = [id for id in counted if self.record.deal_of[id] is None and id not in kept]
        with self.lock:
            for id in slips:
                self.writers[0].take_back(id)
        return not (kept or slips or self.captain.waiting)
