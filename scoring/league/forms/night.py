"""What a captain's phone sends on the night of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import uuid4

from django import forms

from scoring.common.fields import NameField, TapForm, TextField
from scoring.common.names import LONGEST, name_key
from scoring.common.refused import OUT_OF_DATE
from scoring.euchre.wording import listed
from scoring.league.forms.games import MOST_POINTS, game_of
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.card import Game
from scoring.league.queries.card import CardLine
from scoring.people.models import Player

SHORT = 14
"""Letters of a name that fit beside another on a phone."""


class PairsForm(forms.Form):
    """The players of a side, pair by pair; `pairs` has None where a place is free. `kept` is text
    entered but not sent. With `signs`, unknown names are collected, so that they can be signed."""

    def __init__(
        self,
        data=None,
        *,
        number: int,
        known: Iterable[Player],
        squad: Iterable[Player] = (),
        named: Sequence[tuple[Player | None, Player | None]] = (),
        kept: Mapping[str, str] | None = None,
        signs: bool = False,
    ) -> None:
        super().__init__(data, initial=kept)
        self.signs = signs
        self.known = {player.key: player for player in known}
        self.squad = list(squad)
        self.number = number
        for no in range(number):
            two = named[no] if no < len(named) else (None, None)
            for at, player in enumerate(two):
                self.fields[f"name{no}-{at}"] = NameField(
                    label=f"Pair {no + 1}, {'first' if at == 0 else 'second'} name",
                    max_length=LONGEST,
                    initial=player.name if player else "",
                    widget=forms.TextInput(
                        attrs={
                            "autocomplete": "off",
                            "autocapitalize": "words",
                            "data-was": player.name if player else "",
                        }
                    ),
                )

    @property
    def typed(self) -> dict[str, str]:
        """The values of its fields, by name, once it was sent."""
        return {field: self.data.get(field, "").strip() for field in self.fields}

    @property
    def is_typed(self) -> bool:
        """Whether it was sent with other names than those on the card or proposed."""
        return bool(self.typed.keys() & self.data.keys()) and self.has_changed()

    def tapped(self, player: Player) -> dict[str, str]:
        """Return the names after a tap on a squad member: they take the first free place, or leave
        theirs; without a free place nothing changes."""
        typed = self.typed
        places = [field for field, name in typed.items() if self._called(name) == player]
        free = [field for field, name in typed.items() if not name]
        if places:
            return typed | dict.fromkeys(places, "")
        return typed | dict.fromkeys(free[:1], player.name)

    @property
    def keys(self) -> list[tuple[Player, str]]:
        """All squad members, by name, with their place: "1", or "" for none."""
        stands = {}
        for no, fields in self.rows:
            for field in fields:
                player = self._called(field.value() or "")
                if player:
                    stands[player] = str(no)
        people = sorted(self.squad, key=lambda player: player.key)
        return [(player, stands.get(player, "")) for player in people]

    @property
    def strangers(self) -> list[str]:
        """The names unknown in the league, each once."""
        found = (name for name in self.typed.values() if name and self._called(name) is None)
        return list({name_key(name): name for name in found}.values())

    @property
    def rows(self) -> list[tuple[int, list]]:
        """The fields of each pair, with its number from 1."""
        return [(no + 1, [self[f"name{no}-{at}"] for at in (0, 1)]) for no in range(self.number)]

    @property
    def has_long_names(self) -> bool:
        """Whether a name that it shows needs a line of its own."""
        return any(len(self[name].value() or "") > SHORT for name in self.fields)

    @property
    def pairs(self) -> list[tuple[Player | None, Player | None]]:
        """What `actions.league.cards.name_pairs` wants."""
        clean = self.cleaned_data
        return [(clean[f"name{no}-0"], clean[f"name{no}-1"]) for no in range(self.number)]

    def clean(self) -> dict:
        clean = super().clean()
        for field, name in list(clean.items()):
            player = self._called(name) if name else None
            if name and player is None and not self.signs:
                do = "Tap a player of the squad, or register" if self.squad else "Register"
                self.add_error(
                    field, f"No player in this league is called {name}. {do} them under Squad."
                )
            clean[field] = player
        if self.signs and self.strangers:
            names = listed(self.strangers)
            self.add_error(None, f"No player in this league is called {names}.")
        return clean

    def _called(self, name: str) -> Player | None:
        """The player of this name, or the only one of the team's squad whose name begins so."""
        key = name_key(name)
        if not key:
            return None
        found = [player for player in self.squad if player.key.startswith(key)]
        return self.known.get(key) or (found[0] if len(found) == 1 else None)


class GamesForm(forms.Form):
    """The scores of a card. Where a game has a target, a blank winner's field means the target.

    The page sends each field's value from when it was loaded, so untouched fields never overwrite
    newer scores.
    """

    key = forms.UUIDField(
        initial=uuid4,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid"), OUT_OF_DATE),
    )

    def __init__(
        self,
        data=None,
        *,
        lines: Sequence[CardLine],
        agreement: Agreement,
        kept: Mapping[str, str] | None = None,
    ) -> None:
        self.lines, self.agreement = lines, agreement
        super().__init__(data, initial=kept)
        for line in lines:
            for field, names, game, points in self._fields_of(line):
                self.fields[field] = forms.IntegerField(
                    label=f"{names}, game {game + 1}",
                    required=False,
                    min_value=0,
                    max_value=MOST_POINTS,
                    initial=points,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )
        self.told = data or {}
        self.typed = self._typed()
        if data:
            self.data = self._stored() | self.typed | {"key": data.get("key", "")}

    def _fields_of(self, line: CardLine) -> Iterator[tuple[str, str, int, int | str]]:
        """The fields of a meeting: names, side, game and current value."""
        for game in range(self.agreement.games_a_meeting):
            stored = line.games[game] if game < len(line.games) else ("", "")
            for side, names, points in zip(
                ("home", "away"), (line.home, line.away), stored, strict=True
            ):
                yield f"{side}{line.meeting.no}-{game}", names, game, points

    def _names_of(self, line: CardLine) -> list[str]:
        return [field for field, *_ in self._fields_of(line)]

    def _stored(self) -> dict[str, str]:
        return {
            field: str(points)
            for line in self.lines
            for field, _, _, points in self._fields_of(line)
        }

    def _typed(self) -> dict[str, str]:
        """The scores of the meetings that were changed. Without a `seen` value, the current one
        counts as seen."""
        data, stored, found = self.told, self._stored(), {}
        for line in self.lines:
            sent = {field: data[field].strip() for field in self._names_of(line) if field in data}
            if any(
                said != data.get(f"seen-{field}", stored[field]) for field, said in sent.items()
            ):
                found |= sent
        return found

    def rows_of(self, lines: Iterable[CardLine]) -> list[tuple[CardLine, list[tuple]]]:
        """The fields of these meetings, two a game, each with its current value."""
        stored = self._stored()
        found = []
        for line in lines:
            names = self._names_of(line)
            shown = [(self[field], stored[field]) for field in names]
            found.append((line, list(zip(shown[::2], shown[1::2], strict=True))))
        return found

    @property
    def is_typed(self) -> bool:
        """Whether something was typed into it."""
        return bool(self.typed)

    @property
    def changed(self) -> Mapping[CardLine, list[Game]]:
        """The meetings whose scores differ from the card. A phone that kept a round sends no
        others."""
        return {
            line: games
            for line, games in self._found.items()
            if games != line.games and not self.typed.keys().isdisjoint(self._names_of(line))
        }

    def seen(self, line: CardLine) -> list[Game] | None:
        """The games of a meeting that a phone had on its screen; None where it does not say."""
        names = self._names_of(line)
        points = [self.told.get(f"seen-{field}") for field in names]
        if None in points:
            return None
        target = self.agreement.settings.target
        figures = [int(one) if one.isdecimal() else target for one in points]
        games = zip(points[::2], points[1::2], figures[::2], figures[1::2], strict=True)
        return [(home, away) for *said, home, away in games if any(said)]

    @property
    def reason(self) -> str:
        """Its errors in sentences, for a phone that kept it."""
        return " ".join(
            f"{self.fields[field].label}: {why}" if field != "key" else why
            for field, found in self.errors.items()
            for why in found
        )

    def clean(self) -> dict:
        clean, target = super().clean(), self.agreement.settings.target
        self._found = {}
        for line in self.lines:
            names = self._names_of(line)
            twos = zip(names[::2], names[1::2], strict=True)
            games = [game_of(self, two, target) for two in twos]
            self._found[line] = [game for game in games if game]
        return clean


class SeenForm(TapForm):
    """Which version of the card a captain looked at."""

    sentence = "This page is out of date. Reload it and check the card."
    seen = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


class DisputeForm(TapForm):
    """Why a captain does not agree."""

    why = TextField(
        label="What is wrong",
        max_length=300,
        required=True,
        error_messages={"required": "Say in a few words what is wrong."},
    )

    @property
    def is_typed(self) -> bool:
        """Whether something was written."""
        return bool(self.data.get("why", "").strip())
