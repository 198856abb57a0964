"""A card entered by the secretary: players, games, sums, signatures, and when it came."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.utils import timezone

from scoring.common.fields import DayAndHourField, NameField, TapForm, TextField
from scoring.common.names import LONGEST, folded, name_key
from scoring.euchre.wording import score_as_text
from scoring.league.forms.games import MOST_POINTS, game_of
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.card import Game, sums, too_many_won
from scoring.league.pure.eligibility import Finding
from scoring.league.pure.values import SIDES, Side
from scoring.league.queries.cards import Typed
from scoring.people.models import Player

MOST_TOTAL = 99_999
SUMS = [f"{what}-{side}" for what in ("won", "total") for side in SIDES]
Two = tuple[Player | None, Player | None]


def _figure(label: str, initial: int | None, most: int = MOST_POINTS) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=most,
        initial=initial,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": len(str(most))}
        ),
        error_messages={"invalid": "Enter a number."},
    )


@dataclass(frozen=True, kw_only=True)
class MeetingRow:
    """A meeting of the form: its round, the numbers of its pairs, its four names where partners
    change, and two fields for every game."""

    round: str
    home: str
    away: str
    names: list[tuple]
    games: list[tuple]


class CardForm(forms.Form):
    """The whole card of a match. A name is a squad number, its first letters, or whole; a blank
    beside a score below the target means the target. New players of the sides in `sign` are
    collected, so that one question covers all."""

    home_signed = forms.BooleanField(required=False)
    away_signed = forms.BooleanField(required=False)
    received = DayAndHourField(
        label="Received", error_messages={"required": "Enter when the card came."}
    )
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def __init__(
        self,
        data=None,
        *,
        agreement: Agreement,
        teams: Mapping[Side, str],
        squads: Mapping[Side, Sequence[Player]],
        known: Sequence[Player],
        stands: Typed,
        received: datetime,
        sign: Collection[Side] = (),
    ) -> None:
        super().__init__(data)
        self.teams, self.sign = teams, sign
        self.new: dict[Side, list[str]] = {side: [] for side in SIDES}
        self.barred: Sequence[Finding] = ()  # what the rules have against who is typed
        self.agreement, self.squads, self.known = agreement, squads, known
        self.free = agreement.meet == "free"
        self.fields["home_signed"].label = f"{teams['home']} signed"
        self.fields["away_signed"].label = f"{teams['away']} signed"
        self.fields["home_signed"].initial, self.fields["away_signed"].initial = stands.signed
        self.fields["received"].initial = received
        self.places: list[tuple[str, Side]] = []
        self._plan = list(_plan(agreement, stands))
        if not self.free:
            for side in SIDES:
                for no in range(agreement.settings.pairs):
                    for at in (0, 1):
                        label = f"{teams[side]}, pair {no + 1}, {('first', 'second')[at]} name"
                        self._name(f"{side}{no}-{at}", side, label, stands.name(side, no, at))
        for no, (turn, home, away) in enumerate(self._plan):
            games = stands.games[no] if no < len(stands.games) else ()
            if self.free:
                for side in SIDES:
                    for at in (0, 1):
                        label = f"Line {no + 1}, {teams[side]}, {('first', 'second')[at]}"
                        self._name(f"{side}{no}-{at}", side, label, stands.name(side, no, at))
            for game in range(self.room):
                for at, side in enumerate(SIDES):
                    label = f"{turn} {(home, away)[at]}, {teams[side]}, game {game + 1}"
                    points = games[game][at] if game < len(games) else None
                    self.fields[f"game{no}-{game}-{side}"] = _figure(label.strip(), points)
        for what, figures in (("won", stands.games_won), ("total", stands.total)):
            for at, side in enumerate(SIDES):
                word = "games won" if what == "won" else "points"
                alone = figures[at] if figures and not any(stands.games) else None
                label = f"{teams[side]}, {word} on the card"
                self.fields[f"{what}-{side}"] = _figure(label, alone, MOST_TOTAL)

    @property
    def room(self) -> int:
        """How many games fit in a row."""
        return 1 if self.free else self.agreement.games_a_meeting

    def _name(self, field: str, side: Side, label: str, player: Player | None) -> None:
        self.places.append((field, side))
        self.fields[field] = NameField(
            label=label,
            max_length=LONGEST,
            initial=player.name if player else "",
            widget=forms.TextInput(
                attrs={"list": f"squad-{side}", "data-squad": side, "autocomplete": "off"}
            ),
        )

    # -- What the page shows.

    @property
    def sides(self) -> list[tuple[Side, list[tuple[int, list]]]]:
        """The names of each side, pair by pair with its number from 1; none where partners
        change."""
        pairs = 0 if self.free else self.agreement.settings.pairs
        return [
            (side, [(no + 1, [self[f"{side}{no}-{at}"] for at in (0, 1)]) for no in range(pairs)])
            for side in SIDES
        ]

    @property
    def rows(self) -> Iterator[MeetingRow]:
        """The meetings in their order."""
        for no, (turn, home, away) in enumerate(self._plan):
            four = [[self[f"{side}{no}-{at}"] for at in (0, 1)] for side in SIDES if self.free]
            yield MeetingRow(
                round=turn,
                home=home,
                away=away,
                names=four,
                games=[
                    tuple(self[f"game{no}-{game}-{side}"] for side in SIDES)
                    for game in range(self.room)
                ],
            )

    @property
    def on_the_card(self) -> list[tuple[str, str, list]]:
        """The sums as the card has them: what decides first."""
        found = [
            ("won", "Games won", [self[f"won-{side}"] for side in SIDES]),
            ("total", "Points", [self[f"total-{side}"] for side in SIDES]),
        ]
        return found[::-1] if self.agreement.settings.decided_by == "points" else found

    # -- What it says.

    def clean(self) -> dict:
        clean = super().clean()
        for field, side in self.places:
            if said := clean.get(field):
                clean[field] = self._player(field, said, side)
        self.games = [self._games(no) for no in range(len(self._plan))]
        self.total, self.games_won = self._sum("total"), self._sum("won")
        if self.games_won and (why := too_many_won(self.games_won, self.agreement)):
            self.add_error("won-home", why)
        if not any(name.startswith(("game", "won-", "total-")) for name in self.errors):
            self._refuse_differing()
        if self.new_names:
            self.add_error(None, "Some of these players aren’t registered for any team yet.")
        return clean

    @property
    def wrong_sums(self) -> list[str]:
        """The totals on the card that its games do not add up to, in sentences: to be seen
        first."""
        return [error for name in SUMS for error in self.errors.get(name, ())]

    @property
    def new_names(self) -> list[str]:
        """The new players of both sides."""
        return [name for names in self.new.values() for name in names]

    def _player(self, field: str, said: str, side: Side) -> Player | None:
        squad = self.squads[side]
        if said.isdecimal():
            if 0 < int(said) <= len(squad):
                return squad[int(said) - 1]
            self.add_error(field, f"The squad has no number {said}, only 1 to {len(squad)}.")
            return None
        for people in (squad, self.known):
            same = [one for one in people if one.key == name_key(said)]
            found = same or [one for one in people if begins(said, one.name)]
            if len(found) == 1:
                return found[0]
            if found:
                names = ", ".join(one.name for one in found[:3])
                self.add_error(field, f"“{said}” could be {names}. Type more letters.")
                return None
        if side in self.sign:
            if name_key(said) not in map(name_key, self.new[side]):
                self.new[side].append(said)
            return None
        self.add_error(
            field,
            f"No player in this league is called “{said}”. Register them first, or leave this "
            "blank.",
        )
        return None

    def _games(self, no: int) -> list[Game]:
        target = self.agreement.settings.target
        found = (
            game_of(self, [f"game{no}-{game}-{side}" for side in SIDES], target)
            for game in range(self.room)
        )
        return [game for game in found if game]

    def _sum(self, what: str) -> Game | None:
        fields = [f"{what}-{side}" for side in SIDES]
        figures = [self.cleaned_data.get(field) for field in fields]
        if figures == [None, None]:
            return None
        if None in figures:
            self.add_error(fields[figures.index(None)], "Enter the total of both teams.")
            return None
        return figures[0], figures[1]

    def _refuse_differing(self) -> None:
        played = [game for games in self.games for game in games]
        if not played:
            return
        found = sums(played)
        for what, word, said, computed in (
            ("total", "points", self.total, found.total),
            ("won", "games", self.games_won, found.games_won),
        ):
            if said and said != computed:
                self.add_error(
                    f"{what}-home",
                    f"The games add up to {score_as_text(computed)} {word}, but the card’s total "
                    f"is {score_as_text(said)}. Correct the wrong number, or leave the total blank "
                    "to use the games.",
                )

    @property
    def typed(self) -> Typed:
        """The card, as `actions.league.typed_card.type_card` takes it."""
        clean = self.cleaned_data
        rows = range(len(self._plan) if self.free else self.agreement.settings.pairs)
        pairs = {
            side: tuple(
                (clean.get(f"{side}{no}-0") or None, clean.get(f"{side}{no}-1") or None)
                for no in rows
            )
            for side in SIDES
        }
        return Typed(
            pairs=pairs,
            games=tuple(tuple(games) for games in self.games),
            total=self.total,
            games_won=self.games_won,
            signed=(clean["home_signed"], clean["away_signed"]),
        )


def _plan(agreement: Agreement, stands: Typed) -> Iterator[tuple[str, str, str]]:
    """Yield each row of the card: its round, and the numbers of its pairs."""
    settings = agreement.settings
    if agreement.meet == "free":
        for no in range(max(settings.pairs * settings.games, len(stands.games))):
            yield f"Table {no // settings.games + 1}", "", ""
        return
    for turn, home, away in agreement.meetings():
        shown = f"Round {turn + 1}" if agreement.meet == "each" else ""
        yield shown, str(home + 1), str(away + 1)


def begins(said: str, name: str) -> bool:
    """Return whether each word that was typed begins a word of the name, in their order: "a pen"
    is Ann Penrose, and so is "pen"."""
    words = iter(folded(name).split())
    return all(any(word.startswith(piece) for word in words) for piece in folded(said).split())


class WalkoverForm(TapForm):
    """The side that gets a walkover, or neither; and the reason, once its effect was shown for this
    side (`sure`)."""

    side = forms.ChoiceField(
        choices=[(one, one) for one in (*SIDES, "neither")],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose the team that wins by walkover."
        ),
    )
    sure = forms.CharField(required=False)
    why = TextField(label="Reason", max_length=140, help_text="Everyone sees it beside the match.")

    def clean(self) -> dict:
        clean = super().clean()
        self.confirmed = bool(clean.get("side")) and clean.get("sure") == clean["side"]
        if self.confirmed and not clean.get("why") and "why" not in self.errors:
            self.add_error("why", "Enter a short reason.")
        return clean


def now_to_the_minute() -> datetime:
    """Return the default time at which a card was received."""
    return timezone.localtime().replace(second=0, microsecond=0)
