"""Hands that wait, each beside the hand logged for the same deal, with a button for each
decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.common.local_time import clock
from scoring.common.permissions import Actor
from scoring.common.prepared import Prepared
from scoring.euchre.bidding import bid_in_words
from scoring.euchre.hand import SUITS, Hand, same_hand
from scoring.euchre.points import score
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import VOIDS, describe, facts, gains, listed, own_tricks, tricks
from scoring.table.models import HandRecord, Sitting, Table
from scoring.table.models.hands import describe_logger
from scoring.table.queries.chains import Chains
from scoring.tournament.views.play.round_here import late_in


@dataclass(frozen=True, kw_only=True)
class PhoneHand:
    """A hand as one phone logged it."""

    id: str
    no: int | None
    """Its number, if it counts."""
    by: str
    """ "phone K7", "this phone", "kate"."""
    at: str
    """When it was logged, such as "21:14"."""
    revision: int
    what: str
    gains: str
    hand: Hand


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A row of the comparison."""

    name: str
    here: str
    there: str

    @property
    def differs(self) -> bool:
        return self.here != self.there


UNSAID = {"Dealer": "by turn"}
"""The text for a missing fact, otherwise a dash. The dealer is known if one was set by hand."""


def compared(
    here: PhoneHand, there: PhoneHand, *, names: Sequence[str], rules: RuleSet
) -> tuple[Fact, ...]:
    """Return what two tellings say, row by row, without the rows that both leave empty."""
    one, other = (_facts(version, names, rules) for version in (here, there))
    return tuple(
        Fact(name=name, here=said or unsaid, there=other[name] or unsaid)
        for name, said in one.items()
        if said or other[name]
        for unsaid in [UNSAID.get(name, "–")]
    )


def _facts(one: PhoneHand, names: Sequence[str], rules: RuleSet) -> dict[str, str]:
    hand = one.hand
    played = hand.void is None
    offences = one.what.partition("; ")[2] if hand.irregularities else ""
    return {
        "Maker": _maker(hand, names),
        "Partner": _partner(hand, names, rules) if played and hand.maker is not None else "",
        "Bid": _bid(hand, rules),
        "Tricks": _tricks(hand, names),
        "Penalties": offences,
        "Details": facts(hand),
        "Dealer": "" if hand.dealer is None else names[hand.dealer],
        "Points": one.gains,
    }


def _maker(hand: Hand, names: Sequence[str]) -> str:
    if hand.void is not None:
        return VOIDS[hand.void]
    return "No maker" if hand.maker is None else names[hand.maker]


def _tricks(hand: Hand, names: Sequence[str]) -> str:
    """Return "Three tricks", or those of each player; "" where they are not recorded."""
    if hand.taken is not None:
        return own_tricks(hand, names)
    return "" if hand.tricks is None else tricks(hand.tricks).capitalize()


def _bid(hand: Hand, rules: RuleSet) -> str:
    """Return "Four", "Four alone" or "Three, made to bid"; "" without a bid."""
    if hand.bid is None:
        return ""
    bid = bid_in_words(hand.bid, rules, alone=hand.alone is not None)
    return f"{bid[:1].upper()}{bid[1:]}{', made to bid' if hand.forced else ''}"


def _partner(hand: Hand, names: Sequence[str], rules: RuleSet) -> str:
    """Return the partner, or the lone player; "" for rules without partners."""
    if hand.partner is not None:
        return names[hand.partner]
    if hand.alone is None and not hand.special:
        return _unsaid(hand, names, rules)
    said = ["Alone" if hand.alone in (None, hand.maker) else f"{names[hand.alone]} alone"]
    said += [f"a {hand.special}"] if hand.special else []
    said += (
        [f"against {names[hand.defender_alone]} alone"] if hand.defender_alone is not None else []
    )
    return ", ".join(said)


def _unsaid(hand: Hand, names: Sequence[str], rules: RuleSet) -> str:
    if rules.partners == "called":
        return f"No one had the {SUITS[hand.call]}" if hand.call else "No one"
    (side,) = (seats for seats in rules.sides(len(names)) if hand.maker in seats)
    return listed([names[seat] for seat in side if seat != hand.maker])


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A button: what it says, and what it sends."""

    says: str
    keep: str
    """ "yes" logs it; "no" leaves it out; "instead" puts it in the place of `same_as`."""
    same_as: str = ""
    revision: int | str = ""
    """How often `same_as` had been corrected when this was offered."""
    number: int | str = ""
    """How many of the chain it decides about; nothing for one."""
    strong: bool = False
    whose: str = ""
    """The column that it is in, for screen readers."""


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A hand to decide about, the hand logged for the same deal, and those that wait behind it."""

    here: PhoneHand
    there: PhoneHand | None
    """None if no hand was logged for that deal."""
    facts: tuple[Fact, ...]
    twice: tuple[int, ...]
    """The numbers of the hands that it, and those behind it, say the same as, one by one."""
    also: PhoneHand | None
    """A later hand that says the same, where the one beside it says something else."""
    behind: tuple[str, ...]
    """What waits behind it on its phone, in words."""
    run: int
    """How many follow one another on its phone, itself included."""
    hands: int
    """How many count."""
    sitting: Sitting
    round: dict | None
    """A tournament's round that is over at this table."""

    @property
    def ended(self) -> bool:
        return self.sitting.ended_at is not None

    @property
    def who(self) -> str:
        """The players there, now or earlier."""
        return listed(self.sitting.called)

    @property
    def next(self) -> int:
        """The number that it would get."""
        return self.hands + 1

    @property
    def flows(self) -> bool:
        """Whether those behind it are counted automatically, as soon as the last hand is the one
        before it."""
        return not self.ended and self.round is None and self.run == 1 + len(self.behind)

    @property
    def right(self) -> tuple[Choice, ...]:
        """The buttons under the two columns; none where both say the same, or there is only one."""
        if self.there is None or self.twice:
            return ()
        both = {"says": "This is right", "same_as": self.there.id}
        here = Choice(keep="instead", revision=self.there.revision, whose=self.here.by, **both)
        return here, Choice(keep="no", whose=f"hand {self.there.no}", **both)

    @property
    def choices(self) -> list[Choice]:
        """The buttons below, the likeliest first."""
        if self.there is None:
            return [
                _played(self, strong=True),
                Choice(says="Not played, leave it out", keep="no"),
            ]
        if len(self.twice) > 1:
            return [_twice(self.twice), _played(self)]
        if self.twice:
            return [_same(self.there, "Same hand, count it once"), _played(self)]
        if self.also is not None:
            return [
                _same(self.also, f"Same as hand {self.also.no}, count it once"),
                _played(self),
            ]
        unlike = self.run == 1 and self.there.hand.maker != self.here.hand.maker
        return [_played(self, strong=unlike)]

    @property
    def late(self) -> list[Choice]:
        """The buttons, where it came after a tournament's round was over at this table."""
        rung, twice, there = self.round["ended"], bool(self.twice), self.there
        says = "Finished in time, count it" if rung else "Extra hand, count it"
        found = [Choice(says=says, keep="yes", strong=rung and not twice)]
        if twice:
            return [_same(there, f"Same as hand {there.no}, count it once"), *found]
        if there is not None:
            says = f"Use this instead of hand {there.no}"
            found.append(
                Choice(says=says, keep="instead", same_as=there.id, revision=there.revision)
            )
        says = "Not finished, leave it out" if rung else "Leave it out"
        return [*found, Choice(says=says, keep="no", strong=not rung)]

    @property
    def singly(self) -> list[Choice]:
        """The buttons for the first one of a chain alone, where those above decide about more."""
        found = []
        if len(self.twice) > 1:
            found.append(
                _same(
                    self.there,
                    f"Only the first is the same as hand {self.there.no}, count it once",
                    strong=False,
                )
            )
        if self.run > 1 and not self.flows:
            found.append(
                Choice(says=f"Only the first was played, count it as hand {self.next}", keep="yes")
            )
        return found

    @property
    def then(self) -> str:
        """What becomes of those behind it."""
        if not self.flows:
            return "Then decide about the next one."
        reached = self.twice[-1] if self.twice else self.there.no if self.there else self.hands
        if reached == self.hands:
            return "After you choose, the later hands count automatically."
        return f"Then the next one is compared with hand {reached + 1}."


def _twice(hands: tuple[int, ...]) -> Choice:
    number, (first, *_, last) = len(hands), hands
    says = f"These {number} are the same as hands {first}–{last}, count them once"
    return Choice(says=says, keep="no", number=number, strong=True)


def _same(one: PhoneHand, says: str, *, strong: bool = True) -> Choice:
    return Choice(says=says, keep="no", same_as=one.id, strong=strong)


def _played(wait: Waiting, *, strong: bool = False) -> Choice:
    if wait.run > 1:
        too = " too" if wait.there else ""
        says = (
            f"These {wait.run} were played{too}, count them as hands "
            f"{wait.next}–{wait.hands + wait.run}"
        )
        return Choice(says=says, keep="yes", number=wait.run, strong=strong)
    says = "Both were played, count the new one" if wait.there else "It was played, count it"
    return Choice(says=f"{says} as hand {wait.next}", keep="yes", strong=strong)


WAITING = HandRecord.State.WAITING


def waiting_lines(table: Table, actor: Actor) -> list[Waiting]:
    """Return the hands that need a decision, also those of an earlier sitting."""
    return [
        _waiting(line, chains, actor)
        for sitting in _sittings(table)
        if sitting.uncounted(WAITING)
        for chains in [Chains(sitting)]
        for line in chains.first()
    ]


def _sittings(table: Table) -> list[Sitting]:
    sittings = [table.sitting]
    if table.sitting.no > 1:
        earlier = {pk for (pk,) in _sittings_that_wait(table.pk)} - {table.sitting.pk}
        if earlier:
            found = table.sittings.filter(pk__in=earlier)
            sittings += found.select_related("table__session__club", "table__house")
    return sittings


_sittings_that_wait = Prepared(
    lambda table: (
        HandRecord.objects.filter(sitting__table=table, state=WAITING)
        .order_by()
        .values_list("sitting")
    )
)


def _waiting(line: list, chains: Chains, actor: Actor) -> Waiting:
    sitting, (first, *behind) = chains.sitting, line
    names, rules = sitting.called, sitting.rules
    hands = {one.id: one.hand for one in sitting.bare_hands}
    round = late_in(sitting)
    since = chains.logged_since(first.after) or (chains.last if round else [])
    run, numbers = chains.run(first.id), _numbers(sitting)
    twice = tuple(numbers[counted.id] for _, counted in chains.logged_twice(run))
    alike = [] if twice else [row for row in since if same_hand(hands[row.id], hands[first.id])]
    here, *others = _phone_hands([first, *since[:1], *alike[:1]], hands, sitting, actor)
    there = others[0] if since else None
    return Waiting(
        here=here,
        there=there,
        facts=compared(here, there, names=names, rules=rules) if there else (),
        twice=twice,
        also=others[-1] if alike else None,
        behind=tuple(describe(hands[row.id], names, rules) for row in behind),
        run=len(run),
        hands=len(sitting.counted),
        sitting=sitting,
        round=round,
    )


def _numbers(sitting: Sitting) -> dict:
    return {one.id: no for no, one in enumerate(sitting.counted, start=1)}


def _phone_hands(rows: list, hands: Mapping, sitting: Sitting, actor: Actor) -> Iterator[PhoneHand]:
    names, rules, numbers = sitting.called, sitting.rules, _numbers(sitting)
    for row in rows:
        hand = hands[row.id]
        points = score(hand, rules=rules, seats=len(names), kept=True).points
        yield PhoneHand(
            id=str(row.id),
            no=numbers.get(row.id),
            by=_by(row, actor),
            at=clock(row.told_at or row.logged_at),
            revision=row.revision,
            what=describe(hand, names, rules),
            gains=gains(points, names, rules),
            hand=hand,
        )


def _by(row, actor: Actor) -> str:
    """Return who logged it. A hand that another phone handed over was not logged on this one."""
    if actor.phone and (row.told_on or row.phone) == actor.phone:
        return "this phone"
    return describe_logger(row.logged_by, row.told_on) or "a phone"
