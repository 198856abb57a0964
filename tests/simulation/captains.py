"""A match night of a league: two captains enter the rounds of one card on their phones."""

from __future__ import annotations

from random import Random
from urllib.parse import parse_qsl

from tests.simulation.night import EVERY, TURNS, Night
from tests.simulation.people import AGAIN, SEND_AGAIN
from tests.simulation.phone import Phone

ROUNDS, MEETINGS, TARGET = 3, 3, 21


class Captains:
    """Both captains, and what they agree on at the tables."""

    def __init__(self, night: Night, match: dict, random: Random) -> None:
        self.night, self.table, self._random = night, match, random
        self.pk = match["pk"]
        self.is_lost = False
        self.untold = 0
        self.rounds = 0
        self.truth: dict[str, str] = {}
        """The points of each side in each meeting that was played, by their fields."""
        self.phones = [
            Phone(
                night.engine,
                f"{self.pk}{letter}",
                seed=night.random.getrandbits(32),
                path=path,
                table=match["league"],
                program="night",
            )
            for letter, path in zip("HA", match["paths"], strict=True)
        ]
        self.main = self.phones[0]

    # -- playing -----------------------------------------------------------------------------------
    def play(self) -> None:
        """Play a round, and have it entered by a captain or by both."""
        no, self.rounds = self.rounds, self.rounds + 1
        points = {}
        for meeting in range(MEETINGS * no + 1, MEETINGS * (no + 1) + 1):
            won, lost = self._random.sample(("home", "away"), 2)
            points |= {f"{won}{meeting}-0": str(TARGET)}
            points |= {f"{lost}{meeting}-0": str(self._random.randrange(TARGET))}
        self.truth |= points
        self.night.note("round", table=self.pk, no=no, points=points)
        main, turn = self._random.choice(self.phones), (self.night.seed // EVERY + no) % 4
        if turn == 0:
            self.night.fault("both captains")
            for phone in self.phones:
                self._soon(phone, no)
        elif turn == 1:
            self.night.fault("slip on a card")
            field = self._random.choice([*points])
            self._correct(main, no, field, points)
        else:
            self._soon(main, no)

    def _correct(self, main: Phone, no: int, field: str, points: dict[str, str]) -> None:
        """Enter a slip, and have it corrected. Another captain may enter that meeting at the same
        moment, or correct it before its phone knows that it was saved. Or it is an impossible game,
        for which the whole round is refused."""
        other = next(phone for phone in self.phones if phone is not main)
        turn = self.night.seed // EVERY // 4 + no
        which = 1 if turn % 2 else self._random.randrange(3)
        if which == 1:
            self.night.unheard.add(main)
        slip = TARGET if which == 2 else (int(points[field]) + 5) % TARGET
        lost = next(
            name for name in points if name[4:] == field[4:] and points[name] != str(TARGET)
        )
        self.enter(main, no, points | {lost if which == 2 else field: str(slip)})
        if which == 0:
            same = {name: said for name, said in self._of(no).items() if name[4:] == field[4:]}
            self.enter(other, no, same)
        self._soon(other if which == 1 else main, no)

    def _soon(self, phone: Phone, no: int, tries: int = 40) -> None:
        self.untold += 1

        def attempt(left: int) -> None:
            took = self.enter(phone, no, self._of(no)) or self._shows(phone, no)
            if took or not left or self.night.over:
                self.untold -= 1
            else:
                self.night.clock.after(AGAIN, lambda: attempt(left - 1))

        self.night.clock.after(self._random.randrange(1, 9000), lambda: attempt(tries))

    def _of(self, no: int) -> dict[str, str]:
        """Return the points of a round as they are."""
        first = MEETINGS * no
        names = {str(meeting) for meeting in range(first + 1, first + MEETINGS + 1)}
        return {name: said for name, said in self.truth.items() if name[4:-2] in names}

    def _shows(self, phone: Phone, no: int) -> bool:
        points = phone.shown()["points"] if phone.open else {}
        return all(points.get(name) == [said] * 2 for name, said in self._of(no).items())

    def enter(self, phone: Phone, no: int, points: dict[str, str]) -> bool:
        """Type what differs and save the round. Return whether the phone took it."""
        if not phone.open:
            return False
        shown = self.night.look(phone)["points"]
        typed = {name: said for name, said in points.items() if shown.get(name, [""])[0] != said}
        phone.act("round", [no, typed])
        fresh = [one for one in self.night.look(phone)["entries"] if one["key"] not in phone.known]
        for one in fresh:
            phone.known[one["key"]] = one
            what = {"key": one["key"], "do": "round", "points": told(one["fields"])}
            self.night.note("made", phone, **what)
        return bool(fresh)

    # -- deciding ----------------------------------------------------------------------------------
    def tidy(self, *, calm: bool) -> bool:
        """See to what was refused; in the calm enter again what the card does not have. Return
        whether there was nothing to do."""
        seen = [self.night.look(phone) for phone in self.phones]
        todo = self.untold > 0
        for phone, found in zip(self.phones, seen, strict=True):
            rows = found.get("entries") or found["rows"]
            todo |= any(one["state"] in ("kept", "refused") for one in rows)
            if phone.open:
                self._see_to(phone, found)
        if not calm or todo or not self.night.has_settled:
            return not todo
        card = self.night.server.book.card(self.pk)
        for no in range(self.rounds):
            if any(card["points"].get(name) != said for name, said in self._of(no).items()):
                phone = next((one for one in self.phones if one.open), self.main)
                self.night.note("entered again", round=no, points=self._of(no))
                self.enter(phone, no, self._of(no))
                return False
        return True

    def _see_to(self, phone: Phone, found: dict) -> None:
        """Discard what is refused if the card has it as it was played. Else correct it and save it
        again; what is right is sent again as it is."""
        refused = [one for one in found["entries"] if one["state"] == "refused"]
        if not refused:
            return
        self.night.note("attention", phone, keys=[one["key"] for one in refused])
        first = refused[0]
        said = told(first["fields"])
        card = self.night.server.book.card(self.pk)["points"]
        is_so = all(self.truth[name] == points for name, points in said.items())
        if all(card.get(name) == self.truth[name] for name in said):
            phone.act("press", "Discard")
        elif is_so:
            phone.act("press", SEND_AGAIN)
        else:
            self.enter(phone, int(first["no"]), self._of(int(first["no"])))


def told(fields: dict) -> dict[str, str]:
    """Return the points that an entry tells; an empty field is the target."""
    return {
        name: said or str(TARGET) for name, said in fields.items() if not name.startswith("seen-")
    }


class CardNight(Night):
    """A night of one match, by the same network and the same faults."""

    topic, backups, deals = "league", ("now", "last night"), ROUNDS

    def _whose_turn(self, seed: int) -> int:
        return seed // EVERY % TURNS

    def _parties(self, tables: int) -> list[Captains]:
        return [Captains(self, self.server.match, Random(f"captains {self.seed}"))]

    def _plan_faults(self) -> None:
        for phone in self.phones:
            self._plan_faults_of(phone)
            self._perhaps(0.1, lambda phone=phone: self._revoke_of(phone))
        self._plan_restores()
        for name in ("before", "after"):
            self._perhaps(0.5, lambda name=name: self._arm(name))
        self._perhaps(0.1, self._fill_disk)
        self._perhaps(0.1, self._new_program)

    def _revoke_of(self, phone: Phone) -> None:
        """Renew a captain's link, who opens the new one a little later."""
        side = "HA".index(phone.name[-1])
        path = self.laptop.renew_captains_link(side)
        if path:
            self._changed_at = self.clock.ms
            self.fault("link revoked")
            later = self.random.randrange(1000, 40_000)
            self.clock.after(later, lambda: self._scan(phone, path))

    def _post(self, phone: Phone, words: str) -> None:
        """A browser that stores nothing sends a round as a form, and shows the page that comes."""
        url, _, body = words.partition(" ")
        said = dict(parse_qsl(body, keep_blank_values=True))
        changed = {
            name[4:-2] for name in said if said.get(f"seen-{name}", said[name]) != said[name]
        }
        points = {
            name: one
            for name, one in said.items()
            if f"seen-{name}" in said and name[4:-2] in changed
        }
        self.note("made", phone, key=said["key"], do="form", points=told(points))
        if phone.online and self.up:
            token = phone.cookies.get("csrftoken", "")
            self._ask(phone, "POST", url, body=f"{body}&csrfmiddlewaretoken={token}".encode())
        self.fault("tab killed", phone)
        phone.close()
        self.open_pad(phone)

    def _note_book(self, **more: object) -> None:
        for party in self.parties:
            self.note("card", table=party.pk, **self.server.book.card(party.pk), **more)

    def _settle(self) -> None:
        """Both captains confirm the card; then it counts."""
        self.note("counted", counts=self.laptop.confirm_card())
