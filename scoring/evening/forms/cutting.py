from __future__ import annotations

from django import forms

from scoring.common.fields import OLD, KeysField, OtherNameField, TapForm

HIGHEST = 2**31


class OneOfSeveral(TapForm):
    """A form beside others on a page, whose fields have ids of their own."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, auto_id=f"{type(self).__name__.lower()}-%s", **kwargs)


class SittingForm(OneOfSeveral):
    """What every form about the people of a table carries: the sitting that its page showed."""

    sitting = forms.IntegerField(
        min_value=0,
        max_value=HIGHEST,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), OLD),
    )


class ConsentForm(SittingForm):
    """The others' consent, where it `takes` one at the sitting `now`; a form about another is sent
    twice."""

    sentence = "The other players must agree to this before it is over."
    consent = forms.BooleanField(label="The other players agree", required=False)

    def __init__(self, *args, now: int, takes: bool, **kwargs) -> None:
        super().__init__(*args, initial={"sitting": now}, **kwargs)
        self.now, self.takes = now, takes
        self.fields["consent"].widget.attrs["required"] = takes

    def clean(self) -> dict:
        clean = super().clean()
        if self.takes and clean.get("sitting") == self.now and not clean.get("consent"):
            self.add_error("consent", self.sentence)
        return clean


class ChangeForm(ConsentForm):
    """The change that the page showed: the players waiting, and those due to go out."""

    seen = KeysField()
    out = KeysField()

    def __init__(self, *args, seen: str = "", out: str = "", **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.initial |= {"seen": seen, "out": out}


class WhoForm(OneOfSeveral):
    """A name from a list or a typed one; cleans to `name`."""

    sentence = "Choose a name, or type one."
    who = forms.ChoiceField(required=False, error_messages={"invalid_choice": sentence})
    other = OtherNameField(label="Or another name")

    def __init__(self, *args, names: list[str], label: str, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].label = label
        self.fields["who"].choices = [("", "Choose…"), *((name, name) for name in names)]

    def clean(self) -> dict:
        clean = super().clean()
        names = clean.get("other") or [clean.get("who")]
        if not self.errors and not names[0]:
            self.add_error("who", self.sentence)
        return clean | {"name": names[0]}


class SitterField(forms.IntegerField):
    """A player at the table; cleans to their key, or to None if the choice is optional."""

    sentence = "Choose a player at this table."
    widget = forms.Select

    def __init__(self, **kwargs) -> None:
        super().__init__(min_value=0, max_value=HIGHEST, **kwargs)
        self.error_messages |= dict.fromkeys(("required", "invalid"), self.sentence)

    def offer(self, sitters: list[tuple[int, str]], *, nobody: str = "") -> None:
        """Offer these players, and no one if that choice has a name."""
        self.widget.choices = [("", nobody or "Choose…"), *sitters]


class LeaveForm(ConsentForm):
    """The player who leaves the table."""

    player = SitterField(label="Player who leaves")

    def __init__(self, *args, sitters: list[tuple[int, str]], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].offer(sitters)


class StandInForm(WhoForm, ConsentForm):
    """The absent player and the substitute."""

    player = SitterField(label="Player who is away")

    def __init__(self, *args, sitters: list[tuple[int, str]], **kwargs) -> None:
        super().__init__(*args, label="Substitute", takes=True, **kwargs)
        self.fields["player"].offer(sitters)
        self.order_fields(("player", "who", "other", "consent"))


class ComeBackForm(OneOfSeveral):
    """The player who is here again."""

    player = SitterField(widget=forms.HiddenInput)


class BreakUpForm(SittingForm):
    """The player who broke the table up, if there is one."""

    player = SitterField(label="Player who breaks it up", required=False)

    def __init__(self, *args, now: int, sitters: list[tuple[int, str]], **kwargs) -> None:
        super().__init__(*args, initial={"sitting": now}, **kwargs)
        self.fields["player"].offer(sitters, nobody="No one: all stop")
