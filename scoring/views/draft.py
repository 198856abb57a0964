"""What the thumb has tapped so far: the pad's keys, the same with JavaScript (static/pad.js) and without."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from django.http import QueryDict

from scoring.forms.hands import ALONE, NOBODY


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A hand half told. `after` is the latest hand this page had seen, "" when there was none yet."""

    id: str
    after: str | None = None
    maker: int | None = None
    partner: int | str | None = None
    tricks: int | None = None
    told: QueryDict | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was tapped."""
        return self.maker is not None or self.tricks is not None

    def pressed(self, key: str) -> Draft:
        """Return the draft after a tap on a player's key (his seat), or on Alone."""
        if key == "clear":
            return replace(self, maker=None, partner=None, tricks=None)
        if key == ALONE:
            return self._alone_pressed()
        seat = int(key)
        if self.maker is None:
            return replace(self, maker=seat)
        if seat == self.maker:
            return self._alone_pressed() if self.partner != ALONE else self.pressed("clear")
        return replace(self, partner=None if seat == self.partner else seat)

    def _alone_pressed(self) -> Draft:
        if self.maker is None:
            return self
        return replace(self, partner=None if self.partner == ALONE else ALONE)

    def ticked(self, name: str) -> list[str]:
        """Return the values chosen for one of the further facts."""
        return self.told.getlist(name) if self.told else []


def draft_from(data: QueryDict, *, seats: int) -> Draft:
    """Return the draft that an address or a refused form carries; what makes no sense is left out."""
    draft = Draft(
        id=_uuid(data.get("id")) or str(uuid4()),
        after=data.get("after") if "after" in data else None,
        maker=_number(data.get("maker"), seats),
        partner=_partner(data.get("partner"), seats),
        tricks=_number(data.get("tricks"), 6),
        told=data,
    )
    tap = data.get("tap")
    return draft.pressed(tap) if tap in ("clear", ALONE) or _number(tap, seats) is not None else draft


def _partner(text: str | None, seats: int) -> int | str | None:
    return text if text in (ALONE, NOBODY) else _number(text, seats)


def _number(text: str | None, below: int) -> int | None:
    return int(text) if text in map(str, range(below)) else None


def _uuid(text: str | None) -> str | None:
    try:
        return str(UUID(text))
    except (TypeError, ValueError):
        return None
