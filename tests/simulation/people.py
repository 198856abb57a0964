"""The people of a table: they play deals, enter them on their phones, and decide about hands that
wait."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.simulation.phone import Phone

if TYPE_CHECKING:
    from tests.simulation.night import Night

AGAIN = 3000
"""Milliseconds until people try again what a phone did not take."""
SEND_AGAIN, ENTER_AGAIN = "Send again", "Enter the hand again"


class Party:
    """One table with its people and phones."""

    def __init__(self, night: Night, table: dict, phones: list[Phone], random: Random) -> None:
        self.night, self.table, self.phones, self._random = night, table, phones, random
        self.main = phones[0]
        self.deals: list[dict] = []
        self.deal_of: dict[str, int | None] = {}
        """Which deal a hand is, by its id; None for a slip that is undone."""
        self.untold = 0
        self.pk = table["pk"]
        """The number of the table in the book; another one once it was made again."""
        self.is_lost = False
        self.people: list[str] = []
        """Who plays at the table, once the organiser changed that."""
        self.calls = table["rules"] == "call-ace"

    # -- playing -----------------------------------------------------------------------------------
    def play(self) -> None:
        """Play a deal, and have it entered."""
        deal, chance = self._deal(), self._random.random()
        no = len(self.deals)
        self.deals.append(deal)
        self.night.history.add(self.night.clock.ms, "deal", table=self.table["pk"], no=no, **deal)
        main = self.main if self._random.random() < 0.8 else self._random.choice(self.phones)
        if chance < 0.15:  # both think that it is theirs to enter
            self.night.fault("two phones")
            for phone in self.phones:
                self._soon(phone, no, deal)
        elif chance < 0.3:
            self._slip(main, no, deal)
        else:
            self._soon(main, no, deal)
        if chance > 0.9:
            self.night.clock.after(AGAIN * 2, lambda: self._undo_and_restore(main, no))

    def _deal(self) -> dict:
        random, seats = self._random, self.table["seats"]
        if random.random() < 0.08:
            return {"void": random.choice(("new-deal", "misdeal"))}
        maker, tricks = random.randrange(seats), random.choice((1, 2, 3, 3, 4, 5))
        lone = random.random() < 0.2
        if not self.calls:
            return {"maker": maker, "tricks": tricks} | ({"alone": maker} if lone else {})
        partner = (maker + random.randrange(1, seats)) % seats
        whom = {"alone": maker} if lone else {"partner": partner}
        return {"maker": maker, "tricks": tricks} | whom

    def _soon(self, phone: Phone, no: int | None, deal: dict, tries: int = 40) -> None:
        """Enter a deal on a phone, as soon as it takes one."""
        self.untold += 1

        def attempt(left: int) -> None:
            asked = left < tries  # whoever had to wait asks the others, and looks at their phones
            if no is not None and (self._is_there(phone, no) or (asked and self._counts(no))):
                self.untold -= 1
            elif self.enter(phone, no, deal) is None and left and not self.night.over:
                self.night.clock.after(AGAIN, lambda: attempt(left - 1))
            else:
                self.untold -= 1

        self.night.clock.after(self._random.randrange(1, 4000), lambda: attempt(tries))

    def _is_there(self, phone: Phone, no: int) -> bool:
        """Whether people see on the phone that the deal was entered already."""
        latest = self.deal_of.get(phone.shown()["latest"] or "") if phone.open else None
        return latest is not None and (latest == no or (latest > no and self._counts(no)))

    def _counts(self, no: int) -> bool:
        found = self.night.server.book.read(self.pk)
        return any(
            hand["state"] == "counted" and self.deal_of.get(hand["id"]) == no
            for sitting in found["sittings"]
            for hand in sitting["hands"]
        )

    def enter(self, phone: Phone, no: int | None, deal: dict) -> str | None:
        """Tap a deal, and return the id of its hand; None where the phone did not take it."""
        if not phone.open:
            return None
        if "void" in deal:
            phone.act("submit", ["#void", deal["void"]])
        else:
            phone.act("tap", ["key", "clear"])
            phone.act("tap", ["key", str(deal["maker"])])
            if "alone" in deal:
                phone.act("tap", ["key", "alone"])
            if "partner" in deal:
                phone.act("tap", ["key", str(deal["partner"])])
            phone.act("tap", ["tricks", str(deal["tricks"])])
            phone.act("submit", ["#hand", None])
        return self._made(phone, no, deal)

    def _made(self, phone: Phone, no: int | None, deal: dict | None) -> str | None:
        """Note what a tap made, and return the hand that it is about."""
        entries = self.night.look(phone)["entries"]
        fresh = [one for one in entries if one["key"] not in phone.known]
        for one in fresh:
            phone.known[one["key"]] = one
            if one["do"] == "hand":
                self.deal_of[one["id"]] = no
            what = {name: one[name] for name in ("key", "do", "id")}
            self.night.history.add(
                self.night.clock.ms, "made", phone.name, deal=no, facts=deal, **what
            )
        if fresh:
            self.night.entered(phone)
        return fresh[-1]["id"] if fresh else None

    # -- undo and restore --------------------------------------------------------------------------
    def _slip(self, phone: Phone, no: int, deal: dict) -> None:
        """Enter something else first, and undo it."""
        slip = self.enter(phone, None, self._deal())

        def undo() -> None:
            if slip and phone.open and phone.shown()["undo"] == slip:
                phone.act("submit", ["form[data-does=take-back]", None])
                self._made(phone, None, None)
            self._soon(phone, no, deal)

        self.night.clock.after(self._random.randrange(200, 2500), undo)

    def _undo_and_restore(self, phone: Phone, no: int) -> None:
        """Undo a deal by mistake, and restore it."""
        if not phone.open or self.deal_of.get(phone.shown()["undo"], -1) != no:
            return
        phone.act("submit", ["form[data-does=take-back]", None])
        undone = self._made(phone, None, None)

        def restore() -> None:
            if phone.open and phone.shown()["restore"] == undone:
                phone.act("submit", ["form[data-does=put-back]", None])
                if self._made(phone, None, None):
                    self.night.fault("undone and restored", phone)

        if undone:
            self.night.clock.after(self._random.randrange(300, 4000), restore)

    # -- another phone -----------------------------------------------------------------------------
    def hand_over(self) -> bool:
        """Copy the hands that the main phone keeps to the other one, by its codes. Return whether
        there were some."""
        other = self.phones[1] if self.main is self.phones[0] else self.phones[0]
        if not (self.main.open and other.open):
            return False
        kept = [one for one in self.night.look(self.main)["entries"] if one["state"] == "kept"]
        codes = self.main.find("codes") if kept else []
        for no, code in enumerate(codes):
            self.night.clock.after(2000 * no + 1, lambda code=code: self._scan(other, code, kept))
        return bool(codes)

    def _scan(self, phone: Phone, code: str, kept: list[dict]) -> None:
        if not phone.open:
            return
        phone.act("scan", code)

        def agree() -> None:
            if phone.open and phone.find("agree"):
                self.night.fault("handover by code", phone, keys=[one["key"] for one in kept])
                phone.known |= {one["key"]: one for one in kept}

        self.night.clock.after(1000, agree)

    # -- deciding ----------------------------------------------------------------------------------
    def tidy(self, *, calm: bool) -> bool:
        """Do what people do now and then: decide about hands that wait, send again what was
        refused. Return whether there was nothing to do."""
        if self.is_lost:
            self._make_again()
            return False
        # Nobody changes seats while a hand needs approval, so they decide about that first.
        seated = not self.people or bool(self.night.laptop.seat(self.pk, self.people))
        found = self.night.server.book.read(self.pk)
        hands = [
            hand | {"sitting": sitting["sitting"]}
            for sitting in found["sittings"]
            for hand in sitting["hands"]
        ]
        seen = {phone: self.night.look(phone) for phone in self.phones}
        kept = [entry for found in seen.values() for entry in self._kept(found)]
        busy = {entry["id"] for entry in kept}
        todo = bool(kept) or self.untold > 0
        for phone, found in seen.items():
            if phone.open:
                todo |= self._see_to(phone, found, hands, busy)
        todo |= any(hand["state"] == "waiting" for hand in hands)
        if calm and not todo and seated and self.night.has_settled:
            todo = self._mend(hands)
        return seated and not todo

    def _make_again(self) -> None:
        """Have the organiser make this table again, which the restored site does not know."""
        for phone in self.phones:
            if phone.open:
                self.night.look(phone)
        again = next((phone.again for phone in self.phones if phone.again), "")
        made = self.night.laptop.make_again(again) if again else None
        if made:
            self.night.fault("table made again", self.main)
            self.pk, self.is_lost = made, False
            for phone in self.phones:
                phone.table = made

    def _kept(self, found: dict) -> list[dict]:
        rows = found.get("entries") or found["rows"]
        return [one for one in rows if one["state"] in ("kept", "refused")]

    def _see_to(self, phone: Phone, found: dict, hands: list[dict], busy: set[str]) -> bool:
        """Decide about the first hand that waits on this phone's screen, and see to what needs
        attention."""
        refused = [one for one in found["entries"] if one["state"] == "refused"]
        if refused:
            self._see_to_refused(phone, refused)
        if any(one.get("gone") and one["path"] != phone.path for one in found["entries"]):
            self.night.note("moved to the new link", phone)
            phone.act("press", "Send with this link")
        elif self._undoes_nothing(found, {hand["id"] for hand in hands}):
            phone.act("press", "Set aside")
        for id in dict.fromkeys(found["waiting"]):
            said = self._verdict(id, hands, busy)
            if said:
                url = f"{phone.path}hands/{id}/decide"
                phone.act("post", [url, said | {"seen": found["seen"]}])
                return True
        return bool(refused)

    def _undoes_nothing(self, found: dict, stored: set[str]) -> bool:
        """Whether the first that a phone keeps undoes or restores a hand that was set aside, since
        a restore lost the players with whom it was played."""
        first = next((one for one in found["entries"] if one["state"] == "kept"), None)
        aside = {
            one["id"] for one in found["entries"] if one["state"] == "aside" and one["do"] == "hand"
        }
        return bool(first) and first["do"] != "hand" and first["id"] in aside - stored

    def _see_to_refused(self, phone: Phone, refused: list[dict]) -> None:
        """Do what the first one says; an undo that does not ask to be sent again is set aside, as a
        hand is that must be entered again."""
        self.night.note("attention", phone, keys=[one["key"] for one in refused])
        first = refused[0]
        hand = first["do"] == "hand" and ENTER_AGAIN not in first["reason"]
        again = hand or SEND_AGAIN in first["reason"]
        phone.act("press", SEND_AGAIN if again else "Set aside")

    def _verdict(self, id: str, hands: list[dict], busy: set[str]) -> dict | None:
        """Return what people say of a hand that waits; None while a phone keeps something of it."""
        deal = self.deal_of.get(id)
        if deal is None:
            return {"keep": "no"}
        there = {hand["id"]: hand["sitting"] for hand in hands}
        counted = [hand["id"] for hand in hands if hand["state"] == "counted"]
        twins = [one for one in counted if self.deal_of.get(one) == deal]
        if twins:  # the page offers only those with the same players
            same = [one for one in twins if there[one] == there.get(id)]
            return {"keep": "no"} | ({"same_as": same[0]} if same else {})
        if deal in {self.deal_of.get(one) for one in busy}:
            return None
        return {"keep": "yes"}

    def _mend(self, hands: list[dict]) -> bool:
        """In the calm, undo a slip that still counts, leave out a deal that counts twice, and
        enter a deal that no phone has any more. Return whether there was one."""
        counted = [hand["id"] for hand in hands if hand["state"] == "counted"]
        for id in counted:
            if self.deal_of.get(id) is None:
                self.night.laptop.undo(id)
                return True
        for no, deal in enumerate(self.deals):
            if not any(self.deal_of[id] == no for id in counted):
                self.night.note("entered again", deal=no, table=self.table["pk"])
                phone = next((one for one in self.phones if one.open), self.main)
                self._soon(phone, no, deal)
                return True
        return False
