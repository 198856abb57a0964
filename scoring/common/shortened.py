"""A list of which a page shows only the beginning, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Shortened(Generic[Item]):
    """A list in full. It is true, and as long, as the list is."""

    items: Sequence[Item]
    most: int
    """How many are shown."""

    def __len__(self) -> int:
        return len(self.items)

    @property
    def shown(self) -> Sequence[Item]:
        return self.items[: self.most]

    @property
    def more(self) -> int:
        """How many are not shown."""
        return max(0, len(self.items) - self.most)
