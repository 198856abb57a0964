"""What a captain's phone sends on the night of a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from uuid import uuid4

from django import forms

from scoring.forms.fields import NameField, TapForm, TextField
from scoring.leagues.agreement import Agreement
from scoring.leagues.card import Game, why_no_game
from scoring.models import Player
from scoring.queries.league.card import CardLine
from scoring.rules.names import LONGEST, name_key

MOST_POINTS = 999


class PairsForm(forms.Form):
    """Who plays for a side, pair by pair; `pairs` are players, None where a place is free."""

    def __init__(
        self,
        data=None,
        *,
        number: int,
        known: Iterable[Player],
        squad: Iterable[Player] = (),
        named: Sequence[tuple[Player | None, Player | None]] = (),
    ) -> None:
        super().__init__(data)
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
                        attrs={"list": "squad", "autocomplete": "off", "autocapitalize": "words"}
                    ),
                )

    @property
    def rows(self) -> list[tuple[int, list]]:
        """The fields of each pair, with its number from 1."""
        return [(no + 1, [self[f"name{no}-{at}"] for at in (0, 1)]) for no in range(self.number)]

    @property
    def pairs(self) -> list[tuple[Player | None, Player | None]]:
        """What `actions.league.cards.name_pairs` wants."""
        clean = self.cleaned_data
        return [(clean[f"name{no}-0"], clean[f"name{no}-1"]) for no in range(self.number)]

    def clean(self) -> dict:
        clean = super().clean()
        for field, name in list(clean.items()):
            player = self._called(name) if name else None
            if name and player is None:
                self.add_error(
                    field,
                    f"Nobody of this league is called {name}. Choose from the list, or sign them "
                    "first.",
                )
            clean[field] = player
        return clean

    def _called(self, name: str) -> Player | None:
        """Who goes by this name, or is the only one of the team's squad whose name begins so."""
        key = name_key(name)
        found = [player for player in self.squad if player.key.startswith(key)]
        return self.known.get(key) or (found[0] if len(found) == 1 else None)


class RoundForm(forms.Form):
    """What the games of a round came to. Where a game has a target, the winners' field may stay
    empty: it means the target."""

    key = forms.UUIDField(
        initial=uuid4,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "invalid"), "Open this page anew; nothing was stored."
        ),
    )

    def __init__(self, data=None, *, lines: Sequence[CardLine], agreement: Agreement) -> None:
        super().__init__(data)
        self.lines, self.agreement = lines, agreement
        for line in lines:
            for game in range(agreement.games_a_meeting):
                stored = line.games[game] if game < len(line.games) else ("", "")
                for side, names, points in zip(
                    ("home", "away"), (line.home, line.away), stored, strict=True
                ):
                    self.fields[self._field(line, game, side)] = forms.IntegerField(
                        label=f"{names}, game {game + 1}",
                        required=False,
                        min_value=0,
                        max_value=MOST_POINTS,
                        initial=points,
                        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                    )

    @staticmethod
    def _field(line: CardLine, game: int, side: str) -> str:
        return f"{side}{line.meeting.no}-{game}"

    @property
    def rows(self) -> list[tuple[CardLine, list[tuple]]]:
        """The fields of each meeting, two a game."""
        games = range(self.agreement.games_a_meeting)
        return [
            (
                line,
                [
                    (self[self._field(line, game, "home")], self[self._field(line, game, "away")])
                    for game in games
                ],
            )
            for line in self.lines
        ]

    @property
    def changed(self) -> Mapping[CardLine, list[Game]]:
        """The meetings of which something else is said than what stands. A phone that kept a round
        sends nothing of the others."""
        return {
            line: games
            for line, games in self._found.items()
            if games != line.games and self._field(line, 0, "home") in self.data
        }

    def seen(self, line: CardLine) -> list[Game] | None:
        """The games of a meeting that a phone had on its screen when it kept the round; None where
        it does not say."""
        found = []
        for game in range(self.agreement.games_a_meeting):
            fields = (f"seen-{self._field(line, game, side)}" for side in ("home", "away"))
            points = [self.data.get(field) for field in fields]
            if None in points:
                return None
            if any(points):
                target = self.agreement.settings.target
                found.append(tuple(int(one) if one.isdecimal() else target for one in points))
        return found

    @property
    def reason(self) -> str:
        """What is wrong with it in sentences, for a phone that kept it."""
        return " ".join(
            f"{self.fields[field].label}: {why}" if field != "key" else why
            for field, found in self.errors.items()
            for why in found
        )

    def clean(self) -> dict:
        clean = super().clean()
        self._found = {}
        for line in self.lines:
            games = (self._game(line, game) for game in range(self.agreement.games_a_meeting))
            self._found[line] = [game for game in games if game]
        return clean

    def _game(self, line: CardLine, no: int) -> Game | None:
        fields = [self._field(line, no, side) for side in ("home", "away")]
        points = [self.cleaned_data.get(field) for field in fields]
        if points == [None, None]:
            return None
        target = self.agreement.settings.target
        if None in points:
            known = next(one for one in points if one is not None)
            if target is None or known >= target:
                self.add_error(fields[points.index(None)], "Tell both.")
                return None
            points = [target if one is None else one for one in points]
        if why := why_no_game(points, target):
            self.add_error(fields[0], why)
            return None
        return points[0], points[1]


class SeenForm(TapForm):
    """Which version of the card a captain looked at."""

    sentence = "Look at the card again. Nothing was stored."
    seen = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


class DisputeForm(TapForm):
    """Why a captain does not agree."""

    why = TextField(
        label="What is not right?",
        max_length=300,
        required=True,
        error_messages={"required": "Say in a few words what is not right."},
    )
