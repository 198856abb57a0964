"""What people can say of a hand that waits: a button each."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Sitting
from scoring.rules.wording import listed
from scoring.views.waiting_words import Fact, Telling


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A button: what it says, and what it sends."""

    says: str
    keep: str
    """ "yes": log it; "no": leave it out; "instead": put it in the place of `same_as`."""
    same_as: str = ""
    revision: int | str = ""
    """How often `same_as` had been corrected when this was offered."""
    number: int | str = ""
    """How many of the chain it decides about; nothing for one."""
    strong: bool = False
    whose: str = ""
    """Which of the two columns it stands under, for those who do not see it."""


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A hand to decide about, the hand that was told for the same deal, and what waits behind
    it."""

    here: Telling
    there: Telling | None
    """None where nothing was told for that deal."""
    facts: tuple[Fact, ...]
    twice: tuple[int, ...]
    """The numbers of the hands that it, and those behind it, say the same as, one by one."""
    also: Telling | None
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
        """Those who sit or sat there."""
        return listed([player.called for player in self.sitting.players])

    @property
    def next(self) -> int:
        """The number that it would get."""
        return self.hands + 1

    @property
    def flows(self) -> bool:
        """Whether what is behind it counts by itself, as soon as the last hand is the one before
        it."""
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
                Choice(says="It was not played: leave it out", keep="no"),
            ]
        if len(self.twice) > 1:
            return [_twice(self.twice), _played(self)]
        if self.twice:
            return [_same(self.there, "The same hand: count it once"), _played(self)]
        if self.also is not None:
            return [
                _same(self.also, f"The same as hand {self.also.no}: count it once"),
                _played(self),
            ]
        unlike = self.run == 1 and self.there.hand.maker != self.here.hand.maker
        return [_played(self, strong=unlike)]

    @property
    def late(self) -> list[Choice]:
        """The buttons, where it came after a tournament's round was over at this table."""
        rung, twice, there = self.round["ended"], bool(self.twice), self.there
        says = (
            "It was finished before the end: count it" if rung else "One more was played: count it"
        )
        found = [Choice(says=says, keep="yes", strong=rung and not twice)]
        if twice:
            return [_same(there, f"The same as hand {there.no}: count it once"), *found]
        if there is not None:
            says = f"The same deal as hand {there.no}, and this is right: put it there"
            found.append(
                Choice(says=says, keep="instead", same_as=there.id, revision=there.revision)
            )
        says = "It was not finished: leave it out" if rung else "Leave it out"
        return [*found, Choice(says=says, keep="no", strong=not rung)]

    @property
    def singly(self) -> list[Choice]:
        """The buttons for the first one of a chain alone, where those above decide about more."""
        found = []
        if len(self.twice) > 1:
            found.append(
                _same(
                    self.there,
                    f"Only the first is the same as hand {self.there.no}: count it once",
                    strong=False,
                )
            )
        if self.run > 1 and not self.flows:
            found.append(
                Choice(says=f"Only the first was played: count it as hand {self.next}", keep="yes")
            )
        return found

    @property
    def then(self) -> str:
        """What becomes of those behind it."""
        if not self.flows:
            return "You are asked about the next one after that."
        reached = self.twice[-1] if self.twice else self.there.no if self.there else self.hands
        if reached == self.hands:
            return "Once you have chosen, what came after it counts by itself."
        return f"The next one is compared with hand {reached + 1} then."


def _twice(hands: tuple[int, ...]) -> Choice:
    number, (first, *_, last) = len(hands), hands
    says = f"These {number} are the same as hands {first}–{last}: count them once"
    return Choice(says=says, keep="no", number=number, strong=True)


def _same(telling: Telling, says: str, *, strong: bool = True) -> Choice:
    return Choice(says=says, keep="no", same_as=telling.id, strong=strong)


def _played(wait: Waiting, *, strong: bool = False) -> Choice:
    if wait.run > 1:
        too = " too" if wait.there else ""
        says = (
            f"These {wait.run} were played{too}: count them as hands "
            f"{wait.next}–{wait.hands + wait.run}"
        )
        return Choice(says=says, keep="yes", number=wait.run, strong=strong)
    says = "Both were played: count the new one" if wait.there else "It was played: count it"
    return Choice(says=f"{says} as hand {wait.next}", keep="yes", strong=strong)
