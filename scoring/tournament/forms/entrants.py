"""The forms to add entrants to a tournament, by a tap, by name, or as a pasted list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django import forms

from scoring.common.fields import PersonField, TapForm, TextField, choice_of
from scoring.common.lists import (
    COLUMNS_OF_NAMES,
    TOGETHER,
    names_in,
    pasted_lines,
    without_mark,
)
from scoring.common.names import LONGEST, clean_name, folded, name_key, why_unfit
from scoring.common.refused import OUT_OF_DATE
from scoring.euchre.wording import listed
from scoring.evening.forms.check_in import YES_OR_NO
from scoring.people.models import Player
from scoring.tournament.models import Entrant
from scoring.tournament.pure.values import MOST_ENTRANTS
from scoring.tournament.pure.wishes import WISHES

LARGEST_KEY = 2**62
LONGEST_KEYS = 20 * 2 * MOST_ENTRANTS
NO_PLAYERS = dict.fromkeys(("required", "max_length"), "Choose the players.")


def _key(sentence: str, **what) -> forms.IntegerField:
    wrong = ("required", "invalid", "min_value", "max_value")
    return forms.IntegerField(
        min_value=1, max_value=LARGEST_KEY, error_messages=dict.fromkeys(wrong, sentence), **what
    )


class EnterForm(TapForm):
    """An entrant to add, by the key of a person in the club (`player`) or by `name`. For a pair,
    `first` is the key of the partner.

    `no` is the former number of an entrant to put back.
    """

    sentence = "Tap a name or type one."
    player = _key(sentence, required=False)
    name = PersonField()
    first = _key(sentence, required=False)
    group = TextField(max_length=20)
    no = _key(sentence, required=False)

    def clean(self) -> dict:
        clean = super().clean()
        if not self.errors and not (clean.get("player") or clean.get("name")):
            raise forms.ValidationError(self.sentence)
        return clean


def _yes_or_no(sentence: str) -> forms.TypedChoiceField:
    messages = dict.fromkeys(("required", "invalid_choice"), sentence)
    return forms.TypedChoiceField(choices=YES_OR_NO, coerce="yes".__eq__, error_messages=messages)


class HereForm(TapForm):
    """Whether a player (by key) is here."""

    player = _key("Choose a player.")
    here = _yes_or_no("Tap “here” again.")


class PaidForm(TapForm):
    """Whether a player (by key) has paid the entry fee."""

    player = _key("Choose a player.")
    paid = _yes_or_no("Tap “paid” again.")


class AllForm(TapForm):
    """Entered players (by key) to check in ("here") or to mark as paid together, or to undo it."""

    what = choice_of("", {"here": "here", "paid": "paid"})
    done = _yes_or_no("Choose what to do.")
    player = forms.CharField(max_length=LONGEST_KEYS, error_messages=NO_PLAYERS)

    def clean_player(self) -> list[int]:
        keys = self.cleaned_data["player"].split(".")
        if not all(key.isascii() and key.isdigit() and len(key) < 19 for key in keys):
            raise forms.ValidationError(NO_PLAYERS["required"])
        return [int(key) for key in keys]


class ChangeForm(TapForm):
    """An entrant by number, and their new `group`."""

    no = _key("Choose a player.")
    group = forms.ChoiceField(
        label="Group",
        required=False,
        error_messages={"invalid_choice": "There is no such group here."},
    )

    def __init__(self, data=None, *, groups: tuple[str, ...] = (), **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.fields["group"].choices = [("", "no group"), *((one, one) for one in groups)]


class WishForm(TapForm):
    """Two entrants by number, and their `wish`. "" means none."""

    sentence = "Choose two players."
    no = _key(sentence, label="Player", widget=forms.Select)
    other = _key(sentence, label="Other player", widget=forms.Select)
    wish = forms.ChoiceField(
        label="They want",
        required=False,
        choices=[("", "No wish"), *WISHES.items()],
        error_messages={"invalid_choice": "Choose what they want."},
    )

    def __init__(self, *args, entrants: Iterable[Entrant] = (), **kwargs) -> None:
        super().__init__(*args, auto_id="id_wish_%s", **kwargs)
        offered = [("", "choose a player"), *((one.no, f"{one.no} {one}") for one in entrants)]
        for name in ("no", "other"):
            self.fields[name].widget.choices = offered


class AbsentForm(TapForm):
    """The absent entrants. `no` cleans to their numbers."""

    sentence = "Choose the players who are not here."
    no = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(str(no), no) for no in range(1, MOST_ENTRANTS + 1)],
        error_messages=dict.fromkeys(("required", "invalid_choice", "invalid_list"), sentence),
    )


WHOM_TO_TICK = (("members", "Members"), ("all", "Guests too"), ("nobody", "No one"))


class LookForm(forms.Form):
    """The options of the club's list. `q` filters by name, `by` sorts by first or last name, and
    `tick` ticks several people at once."""

    q = TextField(label="Find a name", max_length=LONGEST)
    by = forms.ChoiceField(required=False, choices=[("first", ""), ("last", "")])
    tick = forms.ChoiceField(required=False, choices=[(whom, "") for whom, _ in WHOM_TO_TICK])

    @property
    def whom(self) -> str:
        """The people to tick now, as a key of WHOM_TO_TICK. "" leaves the ticks as they are."""
        return self.cleaned_data["tick"] if self.is_valid() else ""

    @property
    def said(self) -> str:
        return self.cleaned_data.get("q", "") if self.is_valid() else ""

    @property
    def by_last_name(self) -> bool:
        return self.is_valid() and self.cleaned_data["by"] == "last"


class TickedForm(TapForm):
    """The ticked ones of these `people`. `player` cleans to them, and to exactly two for a pair."""

    sentence = "Tick at least one player."

    def __init__(
        self, data, *, people: Sequence[Player], groups: tuple[str, ...], pairs: bool
    ) -> None:
        super().__init__(data)
        self.people, self.pairs = people, pairs
        known = {str(player.pk): player for player in people}
        self.fields["player"] = forms.TypedMultipleChoiceField(
            choices=[(key, player.name) for key, player in known.items()],
            coerce=known.get,
            error_messages=dict.fromkeys(("required", "invalid_list"), self.sentence)
            | {"invalid_choice": OUT_OF_DATE},
        )
        self.fields["group"] = forms.ChoiceField(
            label="They are in",
            required=False,
            choices=[("", "no group yet"), *((one, one) for one in groups)],
            error_messages={"invalid_choice": "There is no such group here."},
        )

    @property
    def ticked(self) -> set[int]:
        """The keys of the ticked people, even if the form has errors."""
        sent = set(self.data.getlist("player"))
        return {player.pk for player in self.people if str(player.pk) in sent}

    def clean_player(self) -> list[Player]:
        found = self.cleaned_data["player"]
        if self.pairs and len(found) != 2:
            raise forms.ValidationError("Tick both partners of a pair.")
        return found


NOTHING = "Type or paste at least one name."
TWO = re.compile(rf"{TOGETHER.pattern}|\s*[,\t]\s*", re.IGNORECASE)
"""The separators between the two names of a pair in a line."""
COLUMNS = {
    *COLUMNS_OF_NAMES,
    *("pair", "pairs", "partner", "partners", "player 1", "player 2", "name 1", "name 2"),
    *("first player", "second player", "partner 1", "partner 2"),
}
"""What the columns of a list of pairs are called."""


class ListForm(forms.Form):
    """A list of names, or of a pair in each line if `pairs`. Once clean, `names` has a tuple for
    each entrant.

    Entrants who are listed more than once are in `twice`, and once in `names`.
    """

    text = forms.CharField(
        label="Names",
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": NOTHING},
    )
    group = forms.ChoiceField(
        label="All of them are in",
        required=False,
        error_messages={"invalid_choice": "There is no such group here."},
    )
    # Shown only if a name is like one in the club or another in the list, or is listed twice.
    sure = forms.BooleanField(label="These names are right", required=False)

    def __init__(self, data=None, *, pairs: bool, groups: tuple[str, ...] = ()) -> None:
        super().__init__(data)
        self.pairs, self.names, self.twice = pairs, [], []
        single = "One name per line, or separated by commas."
        one_each = "One pair per line, such as Ann & Ben." if pairs else single
        self.fields["text"].help_text = f"{one_each} New names are added as guests."
        self.fields["group"].choices = [("", "no group yet"), *((one, one) for one in groups)]

    def clean_text(self) -> str:
        text = self.cleaned_data["text"]
        found = pairs_in(text) if self.pairs else [(name,) for name in names_in(text)]
        if not found:
            raise forms.ValidationError(NOTHING)
        wrong = next(filter(None, (why_unfit(name) for one in found for name in one)), None)
        if wrong:
            raise forms.ValidationError(wrong)
        for one in found:
            self._keep(one)
        return self.cleaned_data["text"]

    def _keep(self, one: tuple[str, ...]) -> None:
        """Add an entrant once. Raise ValidationError if a player is in two pairs."""
        keys = _keys(one)
        before = next((other for other in self.names if keys & _keys(other)), None)
        if before is None:
            self.names.append(one)
        elif _keys(before) == keys:
            self.twice.append(" and ".join(one))
        else:
            both = listed([" and ".join(before), " and ".join(one)])
            raise forms.ValidationError(f"A player is in two pairs: {both}. Correct one of them.")


def _keys(one: tuple[str, ...]) -> set[str]:
    return {name_key(name) for name in one}


def pairs_in(text: str) -> list[tuple[str, ...]]:
    """Return the pairs in a list, one a line, perhaps under a heading. Raise ValidationError if a
    line is not a pair."""
    lines = [part for line in pasted_lines(text) for part in _apart(line)]
    headed = len(lines) > 1 and all(
        folded(cell).strip(" :") in COLUMNS for cell in TWO.split(lines[0])
    )
    return list(map(_pair, lines[headed:]))


def _apart(line: str) -> list[str]:
    """Return the pairs in a line, parted by semicolons unless these part the two names of one."""
    parts = [without_mark(part) for part in line.split(";") if part.strip()]
    one = len(parts) == 2 and not any(map(TWO.search, parts))
    return [" & ".join(parts)] if one else parts


def _pair(line: str) -> tuple[str, ...]:
    both = tuple(filter(None, map(clean_name, TWO.split(line))))
    if len(both) != 2 or name_key(both[0]) == name_key(both[1]):
        raise forms.ValidationError(
            f"“{line[:80]}” is not a pair. Write one pair per line, such as Ann & Ben."
        )
    return both
