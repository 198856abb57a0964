"""How often any two met, and what once more would cost: what a search asks at every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

Pair = tuple[int, int]


class Tally:
    """Meetings of one kind between people numbered from 0.

    `more[a][b]` is what one more meeting of two would cost, `less[a][b]` what one fewer would save.
    """

    def __init__(
        self,
        people: int,
        *,
        price: Sequence[int],
        wishes: Mapping[Pair, int],
        met: Mapping[Pair, int],
    ) -> None:
        """`price` has what the first meeting of two costs, the second, and so on; `wishes` what
        each costs besides, for some; `met` how often some met before.
        """
        self.price = price
        self.times = [[0] * people for _ in range(people)]
        self.wish = [[0] * people for _ in range(people)]
        for (one, other), cost in wishes.items():
            self.wish[one][other] = self.wish[other][one] = cost
        self.more = [[price[0] + cost for cost in row] for row in self.wish]
        self.less = [[0] * people for _ in range(people)]
        for (one, other), times in met.items():
            self.add(one, other, times)

    def add(self, one: int, other: int, by: int) -> None:
        """Count so many meetings more of two, or fewer."""
        self.times[one][other] = self.times[other][one] = times = self.times[one][other] + by
        self.more[one][other] = self.more[other][one] = self.price[times] + self.wish[one][other]
        self.less[one][other] = self.less[other][one] = (
            self.price[times - 1] + self.wish[one][other]
        )

    def cost(self) -> int:
        """Return what all meetings cost together."""
        return sum(
            sum(self.price[: self.times[one][other]])
            + self.wish[one][other] * self.times[one][other]
            for one, other in combinations(range(len(self.times)), 2)
        )

    def least(self, meetings: int) -> int:
        """Return what so many meetings more would cost at least, wishes aside, all of them spread
        evenly."""
        pairs = list(combinations(range(len(self.times)), 2))
        each, over = divmod(
            meetings + sum(self.times[one][other] for one, other in pairs), len(pairs)
        )
        return len(pairs) * sum(self.price[:each]) + over * self.price[each]
