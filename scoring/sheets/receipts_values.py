"""What stands on a receipt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """Cash that changed hands between the club's box and somebody."""

    club: str
    number: int
    date: str
    amount: int
    """Minor units; less than nothing where the club paid it out."""
    currency: str
    who: str = ""
    """Who paid or was paid; empty leaves a line to write the name on."""
    what: str
    """For what: "Door fee", "Prize"."""
    evening: str = ""
    note: str = ""
    copy: str = ""
    """Whose copy it is, where there are two."""

    @property
    def came_in(self) -> bool:
        """Whether the club received it."""
        return self.amount > 0
