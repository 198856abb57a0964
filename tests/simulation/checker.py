"""What must hold of a night, by its history alone. It uses the pure rules, and neither the site nor
the phones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from scoring.euchre import books
from scoring.euchre.ahead import stands
from scoring.euchre.game import play
from scoring.euchre.hand import Hand, Irregularity
from tests.simulation.faults import RESTORED
from tests.simulation.history import Event, History

EXCUSES = {"storage wiped"}
"""Faults after which a phone may have lost what it kept."""
ENDS = {"tab killed", "battery empty"}
"""Faults after which a phone has what it said that it keeps."""
SEATED = ("change people", "correct seats")
"""What the laptop does when other players sit down, or others change seats."""
LATEST_ANSWER = 80_000
"""Milliseconds that an answer may take on its way to a phone."""
NOTHING_LEFT = {"sent", "agreed"}
"""States of the badge that say all is saved."""
REFUSED = {409, 422}
"""The statuses of a refused entry."""
CANNOT = {"cannot"}
"""Its state on a phone whose storage is full or blocked, once all is sent."""
DONE = {"take-back": {"taken back", "left out"}, "put-back": {"put back", "left out"}}
"""What an undo or a restore leaves in the history of its hand."""


@dataclass
class Verdict:
    """What was found, each as a sentence."""

    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    faults: Counter = field(default_factory=Counter)
    branches: frozenset[str] = frozenset()
    """The branches of the queue and the answers that were reached."""

    @property
    def found(self) -> list[str]:
        kinds = ("lost", "doubled", "stuck", "wrong")
        return [f"{kind}: {one}" for kind in kinds for one in getattr(self, kind)]

    @property
    def kinds(self) -> set[str]:
        """What is wrong with the night, as "lost" or "stuck"."""
        return {one.partition(":")[0] for one in self.found}

    def as_json(self) -> dict:
        return vars(self) | {"faults": dict(self.faults), "branches": sorted(self.branches)}

    @classmethod
    def of(cls, said: dict) -> Verdict:
        """Return the verdict that `as_json` said."""
        kept = {"faults": Counter(said["faults"]), "branches": frozenset(said["branches"])}
        return cls(**(said | kept))

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(
            self.acknowledged + other.acknowledged,
            self.lost + other.lost,
            self.doubled + other.doubled,
            self.stuck + other.stuck,
            self.wrong + other.wrong,
            self.faults + other.faults,
            self.branches | other.branches,
        )


def check(history: History) -> Verdict:
    """Return what is to be said of a night."""
    night = _Night(history)
    return Verdict(
        acknowledged=len(night.acknowledged),
        lost=[*night.lost(), *night.gone()],
        doubled=list(night.doubled()),
        stuck=list(night.stuck()),
        wrong=[
            *night.wrong_totals(),
            *night.wrong_screens(),
            *night.wrong_money(),
            *refused_after_all(history),
            *broken(history),
        ],
        faults=Counter(event.what["name"] for event in history.those("fault")),
        branches=met_in(history),
    )


def met_in(history: History) -> frozenset[str]:
    """Return which branches a night reached."""
    return frozenset(name for one in history.those("met") for name in one.what["branches"])


def refused_after_all(history: History) -> Iterator[str]:
    """What the site has stored it never refuses, however often it comes and whatever changed since,
    unless a restore lost it."""
    stored: set[str] = set()
    for event in history.those("handled", "fault"):
        if event.what.get("name") == RESTORED:
            stored.clear()
        elif event.what.get("status") == 200:
            stored.add(event.what["key"])
        elif event.what.get("status") in REFUSED and event.what["key"] in stored:
            yield f"{event.what['key']} was stored, and refused at {event.ms} ms"


def broken(history: History) -> Iterator[str]:
    """No script fails or asks without end, and the site has no error of its own."""
    for event in history.those("broken", "5xx"):
        yield f"{event.kind} at {event.ms} ms: {event.what}"


class _Night:
    def __init__(self, history: History) -> None:
        self.history = history
        self.made = {event.what["key"]: event for event in history.those("made")}
        self.books = history.those("book")
        self.last = {
            event.what["table"]: event.what for event in self.books if "last" in event.what
        }
        answers = [event.what for event in history.those("answered")]
        self.acknowledged = {
            one["says"]["key"]: one["says"]
            for one in answers
            if one["status"] == 200 and one["says"]["key"] in self.made
        }
        self.deal_of = {
            event.what["id"]: event.what["deal"]
            for event in self.made.values()
            if event.what["do"] == "hand"
        }
        self.hands = {
            hand["id"]: hand
            for book in self.last.values()
            for sitting in book["sittings"]
            for hand in sitting["hands"]
        }

    # -- lost --------------------------------------------------------------------------------------
    def lost(self) -> Iterator[str]:
        """What was acknowledged is in the book, from then on."""
        when = {}
        for event in self.history.those("answered"):
            if event.what["status"] == 200:
                when.setdefault(event.what["says"]["key"], event.ms)
        for book in self.books:
            there = {
                hand["id"]: hand for sitting in book.what["sittings"] for hand in sitting["hands"]
            }
            for key, says in self.acknowledged.items():
                made = self.made[key].what
                if when[key] > book.ms or not self._of(book, key):
                    continue
                hand = there.get(made["id"])
                if hand and self._did(made, says, hand):
                    continue
                if not self._comes_again(self.made[key], when[key], book):
                    yield f"{made['do']} of {made['id']} was acknowledged at {when[key]} ms"
        for event in self.history.those("entered again"):
            if not self._excused(event.what["table"], event.what["deal"], event.ms):
                yield f"deal {event.what['deal']} had to be entered again"

    def _comes_again(self, made: Event, acknowledged: int, book: Event) -> bool:
        """Whether the book need not have this: the site was restored from before it was
        acknowledged. Then its phone sends it again by the end, if it still has it."""
        for event in self.history.those("fault"):
            if (
                event.what["name"] == RESTORED
                and event.what["kept"] < acknowledged < event.ms + LATEST_ANSWER
                and event.ms <= book.ms
            ):
                return "last" not in book.what or self._is_excused(made)
        return False

    def _is_excused(self, made: Event) -> bool:
        return self._lost_with_its_phone(made) or self._is_named(made)

    def _is_named(self, made: Event) -> bool:
        """Whether a phone named this as needing attention, since a restore lost the players with
        whom it was played."""
        seated = [one.ms for one in self.history.those("laptop") if one.what["does"] in SEATED]
        restored = [one for one in self.history.those("fault") if one.what["name"] == RESTORED]
        lost = [one.ms for one in restored if any(one.what["kept"] < at < one.ms for at in seated)]
        return any(
            self.made[key].what["id"] == made.what["id"]
            for event in self.history.those("attention")
            if lost and event.ms > min(lost)
            for key in event.what["keys"]
        )

    def _of(self, book: Event, key: str) -> bool:
        return self.made[key].who[:-1] == str(book.what["table"])

    def _did(self, made: dict, says: dict, hand: dict) -> bool:
        """Whether what was acknowledged is in the book: the facts of a hand, or that it was undone
        or restored."""
        if made["do"] == "hand":
            changed = "corrected" in hand["changes"]
            return changed or made["facts"] is None or _same(made["facts"], hand["facts"])
        return hand["state"] == says["state"] or bool(DONE[made["do"]] & {*hand["changes"]})

    def _excused(self, table: int, deal: int, by: int) -> bool:
        """Whether a phone may have lost this deal: its storage was wiped, or its tab was ended
        before it said that the deal is saved on it. A deal that people undid and did not restore
        is theirs to enter again."""
        before = [event for event in self.made.values() if event.ms <= by]
        does = {event.what["id"]: event.what["do"] for event in before}
        told = [
            event
            for event in before
            if event.what["deal"] == deal
            and event.who[:-1] == str(table)
            and does[event.what["id"]] != "take-back"
        ]
        return not told or all(self._is_excused(event) for event in told)

    def _lost_with_its_phone(self, made: Event) -> bool:
        """Whether each phone has lost it that had it: its own, and one that copied it by a code."""
        key = made.what["key"]
        copied = [
            event for event in self.history.those("fault") if key in event.what.get("keys", ())
        ]
        return all(self._lost_on(event.who, key, event.ms) for event in (made, *copied))

    def _lost_on(self, who: str, key: str, since: int) -> bool:
        for event in self.history.those("fault"):
            if event.who != who or event.ms < since:
                continue
            if event.what["name"] in EXCUSES:
                return True
            if event.what["name"] in ENDS and not self._stored(who, key, event.ms):
                return True
        return False

    def _stored(self, who: str, key: str, by: int) -> bool:
        return any(
            one["key"] == key and one["stored"]
            for event in self.history.those("shown")
            if event.who == who and event.ms <= by
            for one in event.what.get("entries", ())
        )

    def gone(self) -> Iterator[str]:
        """Each entry is kept, acknowledged or shown as needing attention, as long as its tab is
        open, and once the tab has read its storage. A tab that says that it has none can't show
        what an earlier tab kept there."""
        known: dict[str, set[str]] = {}
        earlier: dict[str, set[str]] = {}
        for event in self.history.events:
            if event.kind == "made":
                known.setdefault(event.who, set()).add(event.what["key"])
            elif event.kind == "answered" and event.what["status"] == 200:
                for keys in known.values():
                    keys.discard(event.what["says"]["key"])
            elif event.kind == "fault" and event.what["name"] in EXCUSES | ENDS:
                keys = known.get(event.who, set())
                kept = {key for key in keys if self._stored(event.who, key, event.ms)}
                known[event.who] = kept if event.what["name"] in ENDS else set()
                earlier[event.who] = known[event.who].copy()
            elif event.kind in ("shown", "end") and event.what.get("looked"):
                there = {one["key"] for one in event.what["entries"]}
                if not event.what.get("keeps", True):
                    there |= earlier.get(event.who, set())
                for key in known.get(event.who, set()) - there:
                    yield f"{key} was entered on {event.who}, which does not show it at {event.ms}"
                known[event.who] = known.get(event.who, set()) & there

    # -- doubled -----------------------------------------------------------------------------------
    def doubled(self) -> Iterator[str]:
        """Each telling counts at most once, and each deal does."""
        counted = [id for id, hand in self.hands.items() if hand["state"] == "counted"]
        for id in counted:
            if self.deal_of.get(id, 0) is None:
                yield f"hand {id} counts, which people undid"
            if id not in self.deal_of:
                yield f"hand {id} counts, which was entered on no phone"
        tables = {id: made.who[:-1] for made in self.made.values() for id in [made.what["id"]]}
        times = Counter((tables.get(id), self.deal_of.get(id)) for id in counted)
        for (table, deal), number in times.items():
            if number > 1 and deal is not None:
                yield f"deal {deal} of table {table} counts {number} times"
        for (do, id), number in Counter(
            (event.what["do"], event.what["id"]) for event in self.made.values()
        ).items():
            kind = {"take-back": "taken back", "put-back": "put back"}.get(do)
            if kind and id in self.hands:
                laptop = sum(
                    event.what.get("id") == id and event.what["does"] == do
                    for event in self.history.those("laptop")
                )
                if self.hands[id]["changes"].count(kind) > number + laptop:
                    yield f"{id} was {kind} oftener than anybody asked"

    # -- stuck -------------------------------------------------------------------------------------
    def stuck(self) -> Iterator[str]:
        """In the end queues are empty, nothing waits, and every deal counts."""
        for event in self.history.those("end"):
            if "entries" not in event.what:
                yield f"phone {event.who} has no pad open"
                continue
            for one in event.what["entries"]:
                if one["state"] in ("kept", "refused"):
                    yield f"{one['do']} {one['key']} is {one['state']} on {event.who}"
            if event.what["badge"][0] not in NOTHING_LEFT | CANNOT:
                yield f"the badge of {event.who} says {event.what['badge'][1]}"
        for id, hand in self.hands.items():
            if hand["state"] in ("waiting", "begun"):
                yield f"hand {id} is {hand['state']}"
        for event in self.history.those("deal"):
            table, no = event.what["table"], event.what["no"]
            if not self._counts(table, no):
                yield f"deal {no} of table {table} does not count"

    def _counts(self, table: int, no: int) -> bool:
        return any(
            hand["state"] == "counted" and self.deal_of.get(hand["id"]) == no
            for sitting in self.last[table]["sittings"]
            for hand in sitting["hands"]
        )

    # -- wrong -------------------------------------------------------------------------------------
    def wrong_totals(self) -> Iterator[str]:
        """Screens show what the pure rules make of the hands that count."""
        for event in self.history.those("end"):
            if "points" not in event.what:
                continue
            sitting = self.last[int(event.who[:-1])]["sittings"][-1]
            rules = books.find(sitting["rules"])
            hands = [_hand(one["facts"]) for one in sitting["hands"] if one["state"] == "counted"]
            played = play(
                hands, rules=rules, seats=sitting["seats"], first_dealer=sitting["dealer"]
            )
            dealer = played[-1].next_dealer if played else sitting["dealer"]
            at = stands(played, rules=rules, seats=sitting["seats"], dealer=dealer, latest="")
            over = played[-1].ended if played else None
            score = [
                str(one).replace("-", "−") for one in (over[-1].score if over else at["score"])
            ]
            shown = event.what["points"]
            if shown != score:
                yield f"{event.who} shows {shown}, and the rules say {score}"

    def wrong_screens(self) -> Iterator[str]:
        """In the end a phone shows what it would be told; and no badge says that all is saved
        while something is not."""
        told = {event.who: event.what for event in self.history.those("told")}
        for event in self.history.those("end"):
            for what in ("points", "dealer", "save", "no", "latest", "sitting", "closed", "last"):
                if event.what.get(what) != told[event.who].get(what):
                    yield (
                        f"{event.who} shows {what} {event.what.get(what)!r}, and would be told "
                        f"{told[event.who].get(what)!r}"
                    )
        for event in self.history.those("shown", "end"):
            open_ones = [
                one
                for one in event.what.get("entries", ())
                if one["state"] in ("kept", "refused") and not self._is_copied_now(one, event.who)
            ]
            if open_ones and event.what["badge"][0] in NOTHING_LEFT:
                yield f"{event.who} says {event.what['badge'][1]} at {event.ms} ms, and keeps some"

    def _is_copied_now(self, entry: dict, who: str) -> bool:
        """Whether a phone is copying this from another one, which a dialog above the badge says."""
        return not entry["stored"] and self.made[entry["key"]].who != who

    def wrong_money(self) -> Iterator[str]:
        for event in self.history.those("closed"):
            if "refused" in event.what:
                yield f"the club night cannot be closed: {event.what['refused']}"
            elif sum(net["minor"] for net in event.what["document"]["nets"]) != 0:
                yield f"the settlement is {event.what['document']['nets']}"


def _same(told: dict, stored: dict) -> bool:
    return {name: said for name, said in stored.items() if name != "dealer"} == told


def _hand(facts: dict) -> Hand:
    offences = [Irregularity(kind=k, by=b, times=t) for k, b, t in facts.get("irregularities", [])]
    return Hand(
        **{name: said for name, said in facts.items() if name != "irregularities"},
        irregularities=tuple(offences),
    )
