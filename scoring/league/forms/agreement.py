"""What the teams of a league agree on, as a secretary types it: a season's agreement field by
field, with the league's own words."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.functional import cached_property

from scoring.common.fields import (
    MoneyField,
    NameField,
    OnceForm,
    TapForm,
    TextField,
    choice_of,
    hour,
    tick,
    whole_number,
)
from scoring.common.names import clean_name
from scoring.euchre.books import SHELF
from scoring.league.models import League
from scoring.league.pure import agreement as agreements
from scoring.league.pure.agreement import FORMAT, PLAY_OFFS, WORDS, Agreement
from scoring.league.pure.league_file import WEEKDAYS, BadLeague
from scoring.league.pure.values import RULES
from scoring.league.pure.wording import ORDER

MEET = {
    "each": "each pair meets every pair",
    "one": "pairs with the same number meet",
    "drawn": "the captains draw the pairs",
    "free": "partners change all night",
}
"""As short as the list of a phone is wide; the pages say it in the words of MEETS."""
PLAYS_OFF = PLAY_OFFS | {
    "parts": "winners of the halves play off",
    "divisions": "division winners play off",
    "four": "the first four, then a final",
}
GOES_BY = ORDER | {"head-to-head": "matches between tied teams"}
DECIDES = {"games": "games won", "points": "total points of all games"}
LATE = {
    "winner": "the winners lose points",
    "home": "the home team loses points",
    "both": "both teams lose points",
}
ORDERS = tuple(f"order_{place}" for place in range(1, len(RULES) + 1))
POINTS = ("win", "draw", "loss", "game", "walkover", "walkover_against")
PLAYERS = ("least", "squad", "borrowed", "transfers")
FEES = {
    "entry": "For the season",
    "match": "For each match",
    "signing": "To register a player",
    "transfer": "To transfer a player",
    "late_card": "For a late card",
}
TROPHIES = (1, 2)
FIELD_OF = {"order": ORDERS[0], "card": "card_weekday", "trophies": "trophy_1_name"}
"""The field that shows the error of a part of the file, where its name differs."""
LARGEST_FILE = 60_000


def _own_words(about: str) -> TextField:
    return TextField(
        label=f"Your league’s own words: {WORDS[about]}",
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )


class LeagueForm(OnceForm):
    """A season of a league: name, visibility and agreement. `now` is the current agreement. Once
    clean, `agreement` is the new one, and `document` the same as its file has it."""

    name = NameField(
        label="League name",
        required=True,
        max_length=60,
        error_messages={"required": "Enter the league’s name, such as Sugar River."},
    )
    season = NameField(
        label="Season",
        required=True,
        max_length=40,
        error_messages={"required": "Enter the season, such as 2026-27."},
    )
    starts_at = hour("Start time")
    pairs = whole_number("Pairs in a team", 1, 99, "Three pairs mean six players.")
    meet = choice_of("Pairings", MEET)
    games = whole_number("Games a pair plays in a match", 1, 99)
    target = whole_number(
        *("Points to win a game", 1, 999, "Leave blank if games end after a set number of hands."),
        required=False,
    )
    rules = choice_of("Rules of the game", {})
    decided_by = choice_of("Match decided by", DECIDES, widget=forms.RadioSelect)
    win = whole_number("Match won", -999, 999)
    draw = whole_number("Match drawn", -999, 999)
    loss = whole_number("Match lost", -999, 999)
    game = whole_number("Each game won", -999, 999)
    rounds = whole_number("Meetings of two teams", 1, 99, "In each half, if there are halves.")
    home_and_away = tick("Equal home and away matches")

    walkover = whole_number("To the team given the match", -999, 999)
    walkover_against = whole_number("To the other team", -999, 999)

    least = whole_number("Minimum squad members per match", 0, 99, "0 means no minimum.")
    squad = whole_number("Largest squad", 1, 99, "Leave blank for no limit.", required=False)
    borrowed = whole_number(
        *("Borrowings per player", 0, 99, "In a season. Leave blank for no limit."),
        required=False,
    )
    transfers = whole_number(
        *("Transfers per player", 0, 99, "In a season. Leave blank for no limit."),
        required=False,
    )
    on_the_night = tick("New players may sign on a match night")

    card_weekday = choice_of(
        "Card due on",
        {"": "no day", **{day: f"{day.capitalize()} after" for day in WEEKDAYS}},
        required=False,
    )
    card_at = hour("At")
    card_late = choice_of("Late card penalty", LATE, required=False)
    card_points = whole_number("Points lost", 0, 99, required=False)

    parts = NameField(
        label="Halves",
        max_length=160,
        help_text="Such as “First half, Second half”. Leave blank for one season.",
    )
    play_off = choice_of("Play-off", PLAYS_OFF, required=False)
    up = whole_number("Teams promoted", 0, 9, required=False)
    down = whole_number("Teams relegated", 0, 9, required=False)
    cup = NameField(
        label="Knock-out name", max_length=60, help_text="Leave blank for no knock-out."
    )
    stages = NameField(
        label="Stages",
        max_length=160,
        help_text="Such as “Zone, District, Province”. Promoted teams go to the next stage. "
        "Leave blank for none.",
    )
    averages = tick("Show averages")
    by_player = tick("Average by player, not by pair")
    honours = tick("Show each night’s high, low and skunks")
    open_to_all = tick(
        "Anyone with the address can see the league",
        "Fixtures, results and standings only, never personal data.",
    )
    names = choice_of("How players are named to them", {})

    def __init__(
        self, data=None, *, now: Agreement, currency: str, league=None, name="", season=""
    ) -> None:
        """`name` and `season` are proposed where there is no league yet."""
        self.now, self.currency = now, currency
        super().__init__(data, initial=_shown(now) | _about(league, name, season))
        sets = {
            key: rules.name
            for key, rules in SHELF.items()
            if rules.partners == "fixed" and 4 in rules.pack
        }
        self.fields["rules"].choices = list(sets.items())
        self.fields["names"].choices = League.Names.choices
        self._own_order()
        self._own_money()
        self.fields |= {f"words_{about}": _own_words(about) for about in WORDS}
        for about in WORDS:
            self.initial[f"words_{about}"] = now.words.get(about, "")

    def _own_order(self) -> None:
        for place, name in enumerate(ORDERS):
            nothing = {"": "share the place"} if place else {}
            label = "Order teams by" if not place else "If tied, then by"
            self.fields[name] = choice_of(label, nothing | GOES_BY, required=not place)

    def _own_money(self) -> None:
        for fee, label in FEES.items():
            field = MoneyField(label=label, required=False)
            field.currency = self.currency
            self.fields[f"fee_{fee}"] = field
        for no in TROPHIES:
            self.fields[f"trophy_{no}_name"] = NameField(
                label="Side trophy",
                max_length=60,
                help_text="Name of the trophy. Leave blank for none.",
            )
            for what, label in (("win", "A win"), ("game", "A game"), ("walkover", "A walkover")):
                self.fields[f"trophy_{no}_{what}"] = whole_number(label, 0, 99, required=False)

    @property
    def orders(self) -> list[forms.BoundField]:
        return [self[name] for name in ORDERS]

    @property
    def fees(self) -> list[forms.BoundField]:
        return [self[f"fee_{fee}"] for fee in FEES]

    @property
    def trophies(self) -> list[list[forms.BoundField]]:
        """The fields of each side trophy: its name, then its points."""
        return [
            [self[f"trophy_{no}_{what}"] for what in ("name", "win", "game", "walkover")]
            for no in TROPHIES
        ]

    def wrong_in(self, *names: str) -> bool:
        """Whether something is wrong with a field whose name begins so."""
        return any(error.startswith(names) for error in self.errors)

    @cached_property
    def wrong(self) -> dict[str, bool]:
        """Which folds of the page have something wrong in them."""
        if not self.is_bound:
            return {}
        return {
            "order": self.wrong_in("order_", "trophy_", "words_order"),
            "walkover": self.wrong_in("walkover", "words_walkover", "words_late"),
            "players": self.wrong_in(*PLAYERS, *(f"words_{one}" for one in PLAYERS)),
            "card": self.wrong_in("card_", "words_card", "words_disputes"),
            "season": self.wrong_in("parts", "stages", "up", "down", "cup", "play_off"),
            "fees": self.wrong_in("fee_", "words_fees"),
        }

    def clean(self) -> dict:
        clean = super().clean()
        if bool(clean.get("card_weekday")) != bool(clean.get("card_at")):
            missing = "card_at" if clean.get("card_weekday") else "card_weekday"
            self.add_error(missing, "Enter both a day and a time for the card, or neither.")
        if self.errors:
            return clean
        self.document = self._document(clean)
        try:
            self.agreement = agreements.read(self.document)
        except BadLeague as wrong:
            self._complain(wrong)
        return clean

    def _complain(self, wrong: BadLeague) -> None:
        section, _, key = wrong.place.partition(".")
        key = key or section
        found = next(
            (one for one in (FIELD_OF.get(section), key, f"words_{key}") if one in self.fields),
            None,
        )
        self.add_error(found, f"{wrong.message[:1].upper()}{wrong.message[1:]}.")

    def _document(self, clean: Mapping) -> dict:
        found = {
            "format": FORMAT,
            "name": clean["name"],
            "where": self.now.where,
            "source": self.now.source,
            "match": {
                **{key: clean[key] for key in ("pairs", "games", "target", "decided_by", "meet")},
                "rules": clean["rules"],
                "options": dict(self.now.options) if clean["rules"] == self.now.rules else {},
            },
            "points": {key: clean[key] for key in POINTS},
            "order": [clean[name] for name in ORDERS if clean[name]],
            "season": {
                **{key: clean[key] for key in ("rounds", "home_and_away", "cup")},
                "parts": _names(clean["parts"]) or [""],
                "stages": _names(clean["stages"]),
                "play_off": clean["play_off"] or "none",
                "up": clean["up"] or 0,
                "down": clean["down"] or 0,
            },
            "players": {key: clean[key] for key in (*PLAYERS, "on_the_night")},
            "fees": {fee: clean[f"fee_{fee}"] or 0 for fee in FEES},
            "trophies": [one for no in TROPHIES if (one := _trophy(clean, no))],
            "shows": {key: clean[key] for key in ("averages", "by_player", "honours")},
            "words": {
                about: " ".join(clean[f"words_{about}"].split())
                for about in WORDS
                if clean[f"words_{about}"]
            },
        }
        if clean["card_weekday"]:
            found["card"] = {
                "weekday": clean["card_weekday"],
                "at": f"{clean['card_at']:%H:%M}",
                "late": clean["card_late"] or "home",
                "points": clean["card_points"] or 0,
            }
        return found

    @property
    def what(self) -> dict:
        """What the season stores, as the verbs of actions.league.seasons want it."""
        keys = ("name", "season", "starts_at", "open_to_all", "names")
        return {"settings": self.document, **{key: self.cleaned_data[key] for key in keys}}


def _names(text: str) -> list[str]:
    return list(filter(None, map(clean_name, text.split(","))))


def _trophy(clean: Mapping, no: int) -> dict | None:
    name = clean[f"trophy_{no}_name"]
    given = {what: clean[f"trophy_{no}_{what}"] or 0 for what in ("win", "game", "walkover")}
    return {"name": name, **given} if name else None


def _about(league, name: str, season: str) -> dict:
    if league is None:
        names = League.Names.SHORT
        return {"name": name, "season": season, "open_to_all": False, "names": names}
    keys = ("name", "season", "starts_at", "open_to_all", "names")
    return {key: getattr(league, key) for key in keys}


def _shown(now: Agreement) -> dict:
    """Return an agreement as the fields show it."""
    settings, card = now.settings, now.card
    keys = ("pairs", "games", "target", "decided_by", "rounds", "home_and_away")
    shown = {
        **{key: getattr(settings, key) for key in keys},
        **{key: getattr(settings.points, key) for key in POINTS},
        **dict(zip(ORDERS, settings.order, strict=False)),
        **{key: getattr(now, key) for key in ("meet", "rules", "play_off", "up", "down", "cup")},
        **{key: getattr(now, key) for key in ("averages", "by_player", "honours")},
        **{key: getattr(now.players, key) for key in (*PLAYERS, "on_the_night")},
        **{f"fee_{fee}": getattr(now.fees, fee) or None for fee in FEES},
        "parts": ", ".join(filter(None, now.parts)),
        "stages": ", ".join(now.stages),
    }
    if card:
        shown |= {
            "card_weekday": WEEKDAYS[card.weekday],
            "card_at": card.at,
            "card_late": card.late,
            "card_points": card.points,
        }
    for no, trophy in zip(TROPHIES, now.trophies, strict=False):
        shown |= {f"trophy_{no}_{what}": value for what, value in vars(trophy).items()}
    return shown


class BringLeagueForm(TapForm):
    """A league's settings as a file (league-settings/1); cleans to the `agreement` in it."""

    sentence = "Choose a settings file."
    file = forms.FileField(
        label="Settings file",
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages=dict.fromkeys(("required", "missing", "empty", "invalid"), sentence),
    )

    def clean(self) -> dict:
        clean = super().clean()
        if "file" in clean:
            try:
                self.agreement = agreements.loads(clean["file"].read(LARGEST_FILE))
            except BadLeague as wrong:
                raise forms.ValidationError(f"{clean['file'].name}: {wrong}.") from wrong
        return clean
