from __future__ import annotations

from django import forms

from scoring.common.fields import KeysField, NamesField, OtherNameField, TextField
from scoring.common.names import name_key

SEATS, PEOPLE = "seats", "people"


class ReseatForm(forms.Form):
    """Who really sat where, from which hand on, and whether hands go with the players. Cleans to
    `names` too.

    `sat` are the recorded players by key and name, `known` the names to choose from, `hands` the
    number of hands that count. A form that was sent about other players is not checked against
    them.
    """

    seen = KeysField()
    from_no = forms.IntegerField(label="From hand", min_value=1, max_value=9999, initial=1)
    stay_with = forms.ChoiceField(
        label="What was wrong?",
        widget=forms.RadioSelect,
        initial=SEATS,
        choices=[
            (SEATS, "A different player sat there. Move the hands to that player."),
            (PEOPLE, "The same players in another order. Players keep their hands."),
        ],
        error_messages={"required": "Choose what was wrong, the players or their order."},
    )
    why = TextField(label="Reason (optional, kept with the score)")

    def __init__(self, *args, sat: dict[int, str], known: list[str], hands: int, **kwargs) -> None:
        super().__init__(*args, initial={"seen": ",".join(map(str, sat))}, **kwargs)
        self.sat, self.most = sat, max(1, hands)
        self.fields["from_no"].widget.attrs |= {"max": self.most, "inputmode": "numeric"}
        count = f"; {hands} hands count" if hands > 1 else ""
        self.fields["from_no"].help_text = f"1 is the whole sitting{count}."
        choices = [(name, name) for name in dict.fromkeys([*sat.values(), *known])]
        for no, name in enumerate(sat.values()):
            self.fields[f"seat_{no}"] = NamesField(
                label=f"Seat {no + 1}", most=1, initial=name, widget=forms.Select(choices=choices)
            )
            other = OtherNameField(label="Or a new name")
            other.widget.attrs["aria-label"] = f"Seat {no + 1}: another name"
            self.fields[f"other_{no}"] = other

    @property
    def seats(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each seat, one to choose a name and one to type it."""
        return [(self[f"seat_{no}"], self[f"other_{no}"]) for no in range(len(self.sat))]

    def clean(self) -> dict:
        clean = super().clean()
        if self.errors:
            return clean
        names = [(clean[f"other_{no}"] or clean[f"seat_{no}"])[0] for no in range(len(self.sat))]
        keys = [name_key(name) for name in names]
        twice = next(
            (name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), None
        )
        if twice:
            raise forms.ValidationError(f"{twice} cannot sit in two seats.")
        if clean["seen"] == list(self.sat):
            self._measure(keys, clean)
        return clean | {"names": names}

    def _measure(self, keys: list[str], clean: dict) -> None:
        """Refuse what cannot be by who is said to sit there now."""
        before = [name_key(name) for name in self.sat.values()]
        if keys == before:
            raise forms.ValidationError("These seats are the same as before. Change a seat.")
        if clean["stay_with"] == PEOPLE and set(keys) != set(before):
            raise forms.ValidationError(
                "If only the order was wrong, name the same players. Otherwise choose “A different "
                "player sat there”."
            )
