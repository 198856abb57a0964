"""A phone at a table: it polls the pad, keeps what it is told, and sends it on
(docs/decisions/0021)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from random import Random
from uuid import UUID

from tests.bench.line import Answer
from tests.soak.net import Net
from tests.soak.truth import Record

WAITING = re.compile(rb"hands/([0-9a-f-]{36})/decide")


@dataclass(frozen=True, kw_only=True)
class Telling:
    """A row of the phone's queue."""

    key: str
    do: str
    id: str
    form: dict[str, object] = field(default_factory=dict)


class Phone:
    """One phone; `latest` is the hand that the next one is sent after."""

    def __init__(self, *, path: str, record: Record, net: Net, random: Random) -> None:
        self.path, self.record, self.net, self._random = path, record, net, random
        self.queue: list[Telling] = []
        self.waiting: list[str] = []
        self.latest = self.tag = self.sitting = ""
        self.offline = False
        self._before: dict[str, str] = {}
        self.seen = ""
        self._cookies: dict[str, str] = {}

    # -- what its people tell it
    # ---------------------------------------------------------------------

    def hand(self, deal: int | None, told) -> str:
        """Keep a hand, and return its id."""
        id = self.new_id()
        self.record.deal_of[id], self.record.told[id] = deal, told.hand
        self._keep(
            "hand",
            id,
            {"sitting": self.sitting, "after": self.latest, "seen": self.seen} | told.form,
        )
        self._before[id], self.latest = self.latest, id
        return id

    def take_back(self, id: str) -> None:
        """Keep that a hand told here is taken back."""
        self._keep("take-back", id)
        if self.latest == id:
            self.latest = self._before[id]

    def put_back(self, id: str) -> None:
        """Keep that it is put back."""
        self._keep("put-back", id)
        if self.latest == self._before[id]:
            self.latest = id

    def new_id(self) -> str:
        """Return an id by chance."""
        return str(UUID(int=self._random.getrandbits(128)))

    def _keep(self, do: str, id: str, form: dict | None = None) -> None:
        self.record.tellings[do, id] += 1
        key = id if do == "hand" else self.new_id()
        self.queue.append(Telling(key=key, do=do, id=id, form=form or {}))

    # -- what it does by itself
    # ----------------------------------------------------------------------

    def look(self) -> bool:
        """Poll the pad; return whether there was anything new."""
        answer = self.net.get(self.path, Cookie=self._cookie, HX_PTag=self.tag)
        if answer.status != 200:
            return False
        self._remember(answer)
        self.tag = _found(rb"\r\nhx-ptag: (\S+)", answer.head)
        self.sitting = _found(rb'name="sitting" value="([^"]*)"', answer.body) or self.sitting
        self.waiting = list(dict.fromkeys(id.decode() for id in WAITING.findall(answer.body)))
        self.seen = _found(rb'name="seen" value="([^"]*)"', answer.body)
        if not self.queue:
            self.latest = _found(rb'name="after" value="([^"]*)"', answer.body)
        return True

    def flush(self) -> None:
        """Send what is kept, one after the other, until an answer does not name what it answers."""
        while self.queue and not self.offline:
            telling = self.queue[0]
            values = {
                "key": telling.key,
                "do": telling.do,
                "hand_id": telling.id,
                "ago": 0,
            } | telling.form
            if not self._settled(telling, self.post("hands/send", values)):
                return

    def post(self, where: str, values: dict[str, object]) -> Answer:
        """Send a form to an address of the table."""
        headers = {"Cookie": self._cookie, "X_CSRFToken": self._cookies.get("csrftoken", "")}
        answer = self.net.post(f"{self.path}{where}", values, **headers)
        self._remember(answer)
        return answer

    def counted(self) -> list[str]:
        """Return the ids of the hands that count."""
        return [hand["id"] for hand in self.sheet()["hands"]]

    def sheet(self) -> dict:
        """Return the table's sheet."""
        return json.loads(self.net.get(f"{self.path}sheet-1.json", Cookie=self._cookie).body)

    def _settled(self, telling: Telling, answer: Answer) -> bool:
        """Forget the telling if the answer names it; return whether it does."""
        said = _json(answer.body)
        if said.get("key") != telling.key or answer.status not in (200, 409, 422):
            return False
        if answer.status == 200:
            self.record.acknowledged[telling.key] = (telling.do, telling.id)
        else:
            self.record.refused.append(f"{telling.do} of {telling.id}: {said.get('reason')}")
        self.queue.pop(0)
        return True

    def _remember(self, answer: Answer) -> None:
        for name, value in re.findall(
            rb"\r\nset-cookie: ([^=]+)=([^;]*)", answer.head, re.IGNORECASE
        ):
            self._cookies[name.decode()] = value.decode()

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())


def _found(pattern: bytes, where: bytes) -> str:
    found = re.search(pattern, where, re.IGNORECASE)
    return found[1].decode() if found else ""


def _json(body: bytes) -> dict:
    try:
        said = json.loads(body)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
