"""A night: tables and their phones, the network between them and the site, the faults, and the calm
at the end in which everything must come right."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.simulation import branches
from tests.simulation.clock import Clock
from tests.simulation.engine import Engine
from tests.simulation.history import History
from tests.simulation.laptop import Laptop
from tests.simulation.network import HOTSPOT, PROXY, Fate, fate
from tests.simulation.page import tree
from tests.simulation.people import Party
from tests.simulation.phone import Phone
from tests.simulation.server import Answer, Killed, Server

PLAYED = 150_000
"""How long a night is played, with its faults, in milliseconds."""
CALM = 20 * 60_000
"""How long after the faults everything may take to come right."""
BEAT = 4000
TURNS = 15
"""In so many nights of its kind each planned fault takes its turn."""
EVERY = 10
"""One night in so many is a captains' night."""
LOOK = 10_000
MOST = 1000
"""How many requests a phone may send in a night."""
PAGES = {"pad", "night"}
"""The names of our pages that a script takes."""


class Night:
    """One night of a seed."""

    topic = "table"
    """What the stream of news is about (scoring/common/news.py)."""
    deals = 5
    """How many deals are played at a table."""
    backups: tuple[str, ...] = ("now", "last night", "before")
    """From when a backup may be that is restored."""

    def __init__(
        self,
        engine: Engine,
        server: Server,
        clock: Clock,
        *,
        seed: int,
        tables: int = 1,
        without: frozenset[str] = frozenset(),
    ) -> None:
        self.engine, self.server, self.clock, self.seed = engine, server, clock, seed
        self.history = History()
        self.random = Random(f"night {seed}")
        clock.begin(f"night {seed}")
        engine.tidy()
        server.begin_night()
        self.laptop = Laptop(self, Random(f"laptop {seed}"))
        self.weather, self.up, self.over = True, True, False
        self.steps: list[str] = []
        """What can be left out of this night."""
        self._changed_at = self._restored_at = -1
        self._seated_at = 0
        """When the players of a table last changed."""
        self._planned, self._turn = 0, self._whose_turn(seed)
        self.without = without
        self._storms = self._has("network")
        self._asked: dict[int, Phone] = {}
        self._words: dict[int, str] = {}
        self._slow: set[Phone] = set()
        self._dying: set[Phone] = set()
        """The phones whose battery ends at their next hand."""
        self._hanging: set[Phone] = set()
        """The phones whose storage doesn't answer in time at their next hand."""
        self.unheard: set[Phone] = set()
        """The phones that don't hear the answer to what they send next."""
        self._requests: Counter[Phone] = Counter()
        self.met: set[str] = set()
        """The branches that were reached."""
        self.parties = self._parties(tables)

    def _whose_turn(self, seed: int) -> int:
        return (seed - seed // EVERY) % TURNS

    def _parties(self, tables: int) -> list:
        ready = self.server.tables
        return [self._party(ready[(self.seed + no) % 5], no) for no in range(tables)]

    def _party(self, table: dict, no: int) -> Party:
        phones = [
            Phone(
                self.engine,
                f"{table['pk']}{letter}",
                seed=self.random.getrandbits(32),
                path=table["path"],
                table=table["pk"],
            )
            for letter in "AB"
        ]
        return Party(self, table, phones, Random(f"party {self.seed} {no}"))

    @property
    def phones(self) -> list[Phone]:
        return [phone for party in self.parties for phone in party.phones]

    # -- time --------------------------------------------------------------------------------------
    def until(self, ms: int) -> None:
        """Let everything happen until then."""
        while True:
            ours = self.clock.next
            before = ms + 1 if ours is None else min(ours, ms + 1)
            if self.engine.step(before):
                self._drain()
                continue
            if ours is None or ours > ms:
                break
            self.engine.now(self.clock.move_on())
            self.clock.do_next()
        self.clock.ms = ms
        self.engine.now(ms)

    def _drain(self) -> None:
        """Take over what the phones want."""
        said = self.engine.ask("said")
        self.clock.ms = max(self.clock.ms, said["now"])
        for why in said["fatal"]:
            self.note("broken", why=why)
        for kind, name, what in said["out"]:
            phone = next(one for one in self.phones if one.name == name)
            getattr(self, f"_{kind}")(phone, what)

    def note(self, kind: str, phone: Phone | None = None, **what: object) -> None:
        self.history.add(self.clock.ms, kind, phone.name if phone else "", **what)

    def fault(self, name: str, phone: Phone | None = None, **what: object) -> None:
        self.note("fault", phone, name=name, **what)

    def look(self, phone: Phone) -> dict:
        """Return what a phone shows, and note it."""
        found = phone.shown()
        self.note("shown", phone, open=phone.open, **found)
        return found

    # -- pages -------------------------------------------------------------------------------------
    def open_pad(self, phone: Phone, address: str = "") -> None:
        """Have somebody open the pad on a phone, and try again until it opens."""
        if phone.opening:
            return
        phone.opening = True

        def attempt() -> None:
            answer = self._ask(phone, "GET", phone.path) if phone.online and self.up else None
            if answer is None or answer.status != 200:
                self.clock.after(5000, attempt)
                return
            phone.opening = False
            self._keep_cookies(phone, answer)
            phone.begin(tree(answer.text), address or phone.path)
            phone.act("cookie", phone.says_cookie)
            self.note("opened", phone)

        self.clock.after(self.random.randrange(50, 400), attempt)

    def _reload(self, phone: Phone, _: str) -> None:
        self.open_pad(phone)

    def _leave(self, phone: Phone, _: str) -> None:
        """A link that leads away from the pad; people come back by the tab."""

    # -- requests ----------------------------------------------------------------------------------
    def _fetch(self, phone: Phone, request: dict) -> None:
        bad = self.weather and self._storms
        name, becomes = fate(self.random, bad=bad, online=phone.online)
        if bad and phone in self.unheard and phone.online and request["url"].endswith("/send"):
            self.unheard.discard(phone)
            name, becomes = "lost answer", Fate(there=50)
        if self._is_too_many(phone):
            return
        if name != "fine":
            self.fault(name, phone)
        self._asked[request["no"]] = phone
        if becomes.says in ("hotspot", "proxy"):
            page = HOTSPOT if becomes.says == "hotspot" else PROXY
            status = 200 if becomes.says == "hotspot" else 502
            odd = Answer(status=status, headers={}, text=page, cookies={})
            self.clock.after(becomes.heard, lambda: self._answer(phone, request, odd))
        elif becomes.says == "refused":
            self.clock.after(becomes.heard, lambda: self.engine.ask("lose", request["no"]))
        for there, heard in ((becomes.there, True), (becomes.again, False)):
            if there is not None:
                self._arrive_after(there, phone, request, becomes, heard)

    def _is_too_many(self, phone: Phone) -> bool:
        """Whether a phone asks without end; from then on it is not heard."""
        self._requests[phone] += 1
        if self._requests[phone] == MOST:
            self.note("broken", why=f"{phone.name} sends requests without end")
        return self._requests[phone] >= MOST

    def _arrive_after(
        self, ms: int, phone: Phone, request: dict, becomes: Fate, heard: bool
    ) -> None:
        self.clock.after(ms, lambda: self._arrive(phone, request, becomes, heard))

    def _arrive(self, phone: Phone, request: dict, becomes: Fate, heard: bool) -> None:
        if not self.up:
            self.fault("server away", phone)
            if heard:
                self.clock.after(20, lambda: self.engine.ask("lose", request["no"]))
            return
        body = request["body"].encode()
        half = becomes.says == "half body" and len(body) > 40
        answer = self._ask(
            phone,
            request["method"],
            request["url"],
            body=body[: len(body) // 2] if half else body,
            length=len(body),
            headers=request["headers"],
        )
        if answer is None:
            if heard:
                self.clock.after(20, lambda: self.engine.ask("lose", request["no"]))
            return
        if heard and becomes.back is not None:
            half = becomes.says == "half answer"
            self.clock.after(becomes.back, lambda: self._answer(phone, request, answer, half))

    def _ask(
        self,
        phone: Phone,
        method: str,
        url: str,
        *,
        body: bytes = b"",
        length: int | None = None,
        headers: dict | None = None,
    ) -> Answer | None:
        """Return what the site answers; None where it was killed meanwhile."""
        try:
            answer = self.server.ask(
                method, url, body=body, length=length, headers=headers or {}, cookies=phone.cookies
            )
        except Killed:
            self.fault(f"killed {self.server.dies} commit")
            self.kill()
            return None
        if answer.status >= 500 and not self.server.is_full:
            self.note("5xx", phone, url=url, status=answer.status, text=answer.text[:2000])
        if method == "POST":
            self.tell_news(phone.table)
        if url.endswith("/send") and (says := _said(answer)):
            self.note("handled", phone, key=says["key"], status=answer.status)
        return answer

    def _answer(self, phone: Phone, request: dict, answer: Answer, half: bool = False) -> None:
        """Let a phone hear an answer, if its tab still waits for it."""
        headers = answer.headers
        page = tree(answer.text) if headers.get("Bowerbook") in PAGES else ""
        self._keep_cookies(phone, answer)
        given = {
            "status": answer.status,
            "headers": headers,
            "text": "" if page else answer.text,
            "cookie": phone.says_cookie,
            "half": half,
        }
        heard = self.engine.ask("answer", request["no"], given, page=page)
        if heard and not half and request["url"].endswith("/send"):
            self._note_answer(phone, answer)

    def _note_answer(self, phone: Phone, answer: Answer) -> None:
        said = _said(answer)
        if said:
            self.note("answered", phone, status=answer.status, says=said)
        self.met.add(branches.answer_of(answer.status, said))

    def _keep_cookies(self, phone: Phone, answer: Answer) -> None:
        phone.cookies |= answer.cookies

    # -- news --------------------------------------------------------------------------------------
    def _listen(self, phone: Phone, _: str) -> None:
        phone.listens = phone.online and self.up and not (self.weather and self._chance(0.2))
        if phone.listens:
            self._tell(phone, self._word(phone.table))
        else:
            self.clock.after(30, lambda: self.engine.ask("hush", phone.name))

    def _chance(self, of: float) -> bool:
        return self.random.random() < of

    def _word(self, table: int) -> str:
        if table not in self._words:
            self._words[table] = self.server.word(self.topic, table)
        return self._words[table]

    @property
    def has_settled(self) -> bool:
        """Whether phones had a minute to hear that the site was restored."""
        return self._restored_at < 0 or self.clock.ms > self._restored_at + 60_000

    def tell_news(self, table: int) -> None:
        before = self._words.pop(table, None)
        if self._word(table) != before:
            for phone in self.phones:
                if phone.table == table and phone.listens:
                    self._tell(phone, self._word(table))

    def _tell(self, phone: Phone, word: str) -> None:
        def hear() -> None:
            if word and phone.listens and phone.online:
                self.engine.ask("news", phone.name, word)

        self.clock.after(self.random.randrange(10, 200), hear)

    def _beat(self) -> None:
        for phone in self.phones:
            if phone.listens and phone.open and self.up:
                self._tell(phone, self._word(phone.table))
        if not self.over:
            self.clock.after(BEAT, self._beat)

    # -- faults of the server and of phones --------------------------------------------------------
    def kill(self) -> None:
        """End the server's process; another starts a little later."""
        self.up = False
        self.server.restart()
        self._words.clear()
        for phone in self.phones:
            if phone.listens:
                phone.listens = False
                self.engine.ask("hush", phone.name)

        def start() -> None:
            self.up = True
            self._note_book()

        self.clock.after(self.random.randrange(500, 12_000), start)

    def _plan_faults(self) -> None:
        """Each of these comes at some moment of the night, or does not."""
        for party in self.parties:
            for phone in party.phones:
                self._plan_faults_of(phone)
            self._perhaps(0.15, lambda party=party: self._revoke(party))
            self._perhaps(0.2, lambda party=party: self._correct(party, "correction"))
            self._perhaps(0.06, lambda party=party: self._correct(party, "seats corrected"))
            self._perhaps(0.08, lambda party=party: self._seat(party, "player changed"))
            self._perhaps(0.06, lambda party=party: self._seat(party, "seats changed"))
            self._perhaps(0.15, lambda party=party: self._hand_over(party))
            for phone in party.phones:
                self._perhaps(0.06, lambda phone=phone: self._hanging.add(phone))
        self._plan_restores()
        self._perhaps(0.05, self._plan_restore_without_players)
        self._perhaps(0.1, self._fill_disk)
        for name in ("before", "after"):
            self._perhaps(0.5, lambda name=name: self._arm(name))
        self._perhaps(0.15, self._close_early)
        self._perhaps(0.1, self._new_program)

    def _plan_faults_of(self, phone: Phone) -> None:
        self._perhaps(0.5, lambda: self._away(phone))
        self._perhaps(0.3, lambda: self._end_tab(phone, "tab killed"))
        self._perhaps(0.1, lambda: self._end_tab(phone, "battery empty", "tear"))
        self._perhaps(0.06, lambda: self._end_tab(phone, "storage wiped", "wipe"))
        self._perhaps(0.1, lambda: self._jump(phone))
        self._perhaps(0.06, lambda: self._fill(phone))
        self._perhaps(0.1, lambda: self._slow_down(phone))
        self._perhaps(0.1, lambda: self._dying.add(phone))
        self._perhaps(0.06, lambda: self._put_away(phone))

    def _perhaps(self, chance: float, act: Callable[[], None]) -> None:
        """Plan it for some moment. It comes by chance, and in one night of so many anyway."""
        at = self.random.randrange(PLAYED)
        comes = self.random.random() < chance or self._planned % TURNS == self._turn
        step = f"fault-{self._planned}"
        self._planned += 1
        if comes and self._has(step):
            self.clock.after(at, act)

    def _has(self, step: str) -> bool:
        """Whether a step is not left out of this night; a shrunk night leaves out most."""
        self.steps.append(step)
        return step not in self.without

    def _arm(self, when: str) -> None:
        self.server.dies = when

    def _away(self, phone: Phone) -> None:
        phone.online = phone.listens = False

        def back() -> None:
            phone.online = True
            if phone.open:
                phone.act("online")

        self.clock.after(self.random.randrange(5000, 30_000), back)

    def _end_tab(self, phone: Phone, name: str, storage: str = "") -> None:
        """End the tab, do something to the storage, and open the pad again."""
        if not phone.open:
            return
        self.look(phone)
        self.fault(name, phone)
        phone.close()
        if storage:
            phone.act(storage)
        if storage == "wipe":
            phone.cookies.clear()
        phone.act("full", False)
        phone.act("slow", False)
        self._slow.discard(phone)
        self.open_pad(phone)

    def _jump(self, phone: Phone) -> None:
        hours = self.random.choice((-26, -2, 1, 30))
        self.fault("clock jump", phone, hours=hours)
        phone.act("jump", hours * 3_600_000)

    def _fill(self, phone: Phone) -> None:
        """The storage is full from here on, until the tab is opened again. Perhaps the phone has no
        network meanwhile, and its tab is killed with what it keeps."""
        self.fault("storage full", phone)
        phone.act("full", True)
        if self._chance(0.5):
            self._once_it_keeps(phone, lambda: self._end_tab(phone, "tab killed"))

    def _slow_down(self, phone: Phone) -> None:
        """The storage is slow from here on, until the tab is opened again."""
        self.fault("storage slow", phone)
        phone.act("slow", True)
        self._slow.add(phone)

    def _put_away(self, phone: Phone) -> None:
        """A phone is put away with its hands, and opened the next day."""

        def tomorrow() -> None:
            self.fault("put away for a day", phone)
            phone.act("jump", 30 * 3_600_000)
            self._end_tab(phone, "tab killed")

        self._once_it_keeps(phone, tomorrow)

    def _once_it_keeps(self, phone: Phone, act: Callable[[], None]) -> None:
        """Have something happen once a phone without a network keeps a hand."""
        self._away(phone)

        def look() -> None:
            if phone.online or not self.weather:
                return
            kept = self.look(phone).get("entries") if phone.open else None
            if any(one["state"] == "kept" for one in kept or ()):
                act()
            else:
                self.clock.after(1000, look)

        look()

    def entered(self, phone: Phone) -> None:
        """A hand was just entered on a phone. Perhaps its storage doesn't answer in time, or its
        battery ends before that is stored."""
        if phone in self._hanging and self.weather:
            self._hanging.discard(phone)
            self.fault("storage hangs", phone)
            phone.act("hang")
        if phone in self._slow:
            self.clock.after(self.random.randrange(50, 900), lambda: self._glance(phone))
        if phone in self._dying and self.weather:
            self._dying.discard(phone)
            self.clock.after(self.random.randrange(1, 300), lambda: self._die_at_tap(phone))

    def _glance(self, phone: Phone) -> None:
        if phone.open:
            self.look(phone)

    def _die_at_tap(self, phone: Phone) -> None:
        if phone.open:
            self.fault("battery empty at a tap", phone)
            self._end_tab(phone, "battery empty", "tear")

    def _revoke(self, party: Party) -> None:
        """Renew the link of a table; its people scan the new code a little later."""
        path = None if party.is_lost else self.laptop.renew_link(party.pk)
        if path is None:
            return
        self._changed_at = self.clock.ms
        self.fault("link revoked")
        for phone in party.phones:
            self.clock.after(
                self.random.randrange(1000, 40_000), lambda phone=phone: self._scan(phone, path)
            )

    def _scan(self, phone: Phone, path: str) -> None:
        self.look(phone)
        phone.path = path
        if phone.open:
            self.fault("tab killed", phone)
            phone.close()
        self.open_pad(phone)

    def _correct(self, party: Party, name: str) -> None:
        does = {"correction": self.laptop.correct, "seats corrected": self.laptop.correct_seats}
        done = None if party.is_lost else does[name](party.pk)
        if done:
            self.fault(name)
        if done and name == "seats corrected":
            party.people, self._seated_at = done, self.clock.ms

    def _seat(self, party: Party, name: str) -> None:
        """Change who plays at a table, or where."""
        does = {
            "player changed": self.laptop.change_player,
            "seats changed": self.laptop.change_seats,
        }
        now = None if party.is_lost else does[name](party.pk)
        if now:
            party.people, self._seated_at = now, self.clock.ms
            self.fault(name)

    def _hand_over(self, party: Party) -> None:
        """A phone reaches the site no more, and its hands go to another by a code."""
        party.main.online = party.main.listens = False
        self._pass_on(party)

    def _pass_on(self, party: Party) -> None:
        if self.weather and not party.hand_over():
            self.clock.after(LOOK, lambda: self._pass_on(party))

    def _fill_disk(self) -> None:
        """The disk of the server is full for a while."""
        self.server.is_full = True
        self.fault("disk full")
        self.clock.after(self.random.randrange(5000, 30_000), self._tidy_disk)

    def _tidy_disk(self) -> None:
        self.server.is_full = False

    def _close_early(self) -> None:
        """Close the club night, and reopen it."""
        if self.laptop.close():
            self._changed_at = self.clock.ms
            self.fault("night closed")
            self.clock.after(self.random.randrange(2000, 40_000), self._reopen)

    def _reopen(self) -> None:
        if self.laptop.reopen():
            self._changed_at = self.clock.ms
        else:
            self.clock.after(2000, self._reopen)

    def _plan_restores(self) -> None:
        """Perhaps the site is restored from a backup of that minute, of last night, or of before
        the tables were opened."""
        for kind in self.backups:
            self._perhaps(0.08, lambda kind=kind: self._plan_restore(kind))

    def _plan_restore(self, kind: str) -> None:
        """Restore the site a little later."""
        copies = {"last night": self.server.empty, "before": self.server.without_tables}
        copy = copies.get(kind) or self.server.copy("backup")
        kept = self.clock.ms if kind == "now" else 0
        lost = kind == "before"
        later = self.random.randrange(2000, 40_000)
        self.clock.after(later, lambda: self._restore(copy, kept, lost=lost))

    def _plan_restore_without_players(self) -> None:
        """Change the players after the backup, have some hands entered, and restore it."""
        party, kept, copy = self.parties[0], self.clock.ms - 1, self.server.copy("players")
        if not self.up or party.is_lost:
            return
        self._seat(party, "player changed")
        later = self.random.randrange(10_000, 60_000)
        self.clock.after(later, lambda: self._restore(copy, kept, lost=False))

    def _restore(self, copy: Path, kept: int, *, lost: bool) -> None:
        """Phones don't keep the changes of links, so none of these may be lost. The organiser seats
        the latest players again."""
        if not self.up:
            return self.clock.after(LOOK, lambda: self._restore(copy, kept, lost=lost))
        if not self.weather or self._changed_at >= kept or self._restored_at >= 0:
            return None
        self._restored_at = self.clock.ms
        self.fault("restored from last night", kept=kept)
        if self._seated_at > kept:
            self.fault("restored without the latest players")
        self.server.restore(copy)
        for party in self.parties:
            party.is_lost = lost
        self.kill()
        return None

    def _new_program(self) -> None:
        """Another version of the site's program starts; open tabs still run the old script."""
        from django.conf import settings

        if self.up:
            self.fault("new program")
            settings.BUILD_ID = f"{settings.BUILD_ID}+"
            self.kill()

    # -- the whole night ---------------------------------------------------------------------------
    def play(self) -> History:
        """Play it to its end, and return what happened."""
        hands = self.deals
        self.note("night", seed=self.seed, tables=[party.table for party in self.parties])
        for phone in self.phones:
            self.open_pad(phone)
        self._beat()
        self._plan_faults()
        for party in self.parties:
            for no in range(hands):
                at = (no * PLAYED) // hands + self.random.randrange(5000, PLAYED // hands)
                if self._has(f"deal-{party.table['pk']}-{no}"):
                    self.clock.after(at, party.play)
        self._look_on()
        self.until(PLAYED)
        self._calm_down()
        self.until(self._right_by(PLAYED + CALM))
        self.over = True
        self._end()
        return self.history

    def _look_on(self) -> None:
        """Now and then people look at their phones, and decide what is to decide."""
        for party in self.parties:
            party.tidy(calm=not self.weather)
        if not self.over:
            self.clock.after(LOOK, self._look_on)

    def _calm_down(self) -> None:
        """No fault from here on."""
        self.weather, self.server.dies, self.server.is_full = False, "", False
        for phone in self.phones:
            if not phone.online:
                phone.online = True
                if phone.open:
                    phone.act("online")
            if not phone.open:
                self.open_pad(phone)
        self.note("calm")

    def _right_by(self, end: int) -> int:
        """Let the calm pass until nothing is left to do, and for a minute more; return when."""
        while self.clock.ms < end:
            self.until(self.clock.ms + LOOK)
            if all(party.tidy(calm=True) for party in self.parties):
                self.until(self.clock.ms + 70_000)
                if all(party.tidy(calm=True) for party in self.parties):
                    break
        return self.clock.ms

    def _end(self) -> None:
        """Note how everything ends: the book, every screen, and what the site shows now."""
        self._note_book(last=True)
        told: dict[str, dict] = {}
        for phone in self.phones:
            self.note("end", phone, **phone.shown())
            if phone.path not in told:
                told[phone.path] = self._told(phone)
            self.note("told", phone, **told[phone.path])
        self._settle()
        self.met |= {*self.engine.ask("met")}
        self.note("met", branches=sorted(self.met))

    def _told(self, phone: Phone) -> dict:
        """Return what another phone is shown that opens the same link now."""
        answer = self.server.ask("GET", phone.path, cookies=phone.cookies)
        fresh = phone.another("fresh")
        fresh.begin(tree(answer.text), phone.path)
        self.engine.settle(self.clock.ms + 50)
        shown = fresh.shown()
        fresh.close()
        return shown

    def _note_book(self, **more: object) -> None:
        for party in self.parties:
            self.note("book", table=party.table["pk"], **self.server.book.read(party.pk), **more)

    def _settle(self) -> None:
        """Close the club night, and note what each pays."""
        from scoring.common.permissions import Actor
        from scoring.common.refused import Refused
        from scoring.evening.actions.sessions import close_session
        from scoring.models import ClubSession

        session = ClubSession.objects.get(pk=self.server.session)
        try:
            closing = close_session(session=session, actor=Actor())
        except Refused as why:
            self.note("closed", refused=str(why))
            return
        self.note("closed", document=closing.document)


def _said(answer: Answer) -> dict:
    """Return what an answer says of an entry; nothing if it names none."""
    try:
        said = json.loads(answer.text)
    except ValueError:
        return {}
    return said if isinstance(said, dict) and "key" in said else {}
