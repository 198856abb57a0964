"""Read a tournament's file, and check that this book can store it."""

from __future__ import annotations

from collections import Counter

from django import forms

from scoring.common.fields import DayField, TextField
from scoring.common.names import name_key, why_unfit
from scoring.tournament.pure.document import BadTournament, loads
from scoring.tournament.pure.values import Tournament

MOST_SEED = 2**31 - 1
LONGEST_GROUP = 20
ASKS = "Paste a tournament or choose its file."


class TakeInTournamentForm(forms.Form):
    """A tournament (euchre-tournament/1), pasted or as a file. Once clean, `read` is the
    tournament."""

    file = forms.FileField(label="Tournament file", required=False, allow_empty_file=True)
    tournament = forms.CharField(
        label="Or paste it here",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocapitalize": "off"}),
    )
    title = TextField(label="Name", max_length=60)
    played_on = DayField(
        label="Date",
        required=False,
    )
    finished = forms.BooleanField(label="It is finished", required=False)
    counts = forms.BooleanField(label="It counts in the seasons", required=False)

    read: Tournament | None = None

    @property
    def typed(self) -> str:
        """The text that was sent, from the file or from the field."""
        file = self.files.get("file")
        if file is None:
            return self.data.get("tournament", "")
        file.seek(0)
        return file.read().decode(errors="replace")

    @property
    def about(self) -> dict:
        """The fields of the new evening, as the action takes them."""
        return {
            name: self.cleaned_data[name] for name in ("title", "played_on", "finished", "counts")
        }

    def clean(self) -> dict:
        clean = super().clean()
        if self.errors:
            return clean
        data = (
            clean["file"].read() if clean["file"] else clean["tournament"].encode(errors="replace")
        )
        if not data.strip():
            raise forms.ValidationError(ASKS)
        try:
            self.read = _fit(loads(data))
        except BadTournament as wrong:
            why = str(wrong).rstrip(".")
            raise forms.ValidationError(f"This tournament can’t be imported: {why}.") from wrong
        return clean


def _fit(tournament: Tournament) -> Tournament:
    """Return the tournament. Raise BadTournament if this book cannot store it."""
    if tournament.seed > MOST_SEED:
        raise BadTournament(f"must be {MOST_SEED} at most, not {tournament.seed}", "seed")
    if not tournament.entrants:
        raise BadTournament("nobody entered", "entrants")
    for one in tournament.rounds:
        if not one.tables:
            raise BadTournament(f"round {one.no} has no table", "rounds")
    names = [name for one in tournament.entrants for name in one.names]
    for name in names:
        if why := why_unfit(name.strip()):
            raise BadTournament(why.rstrip("."), "entrants")
    people = Counter(name_key(name) for one in tournament.players for name in one.names)
    for name in names:
        if people[name_key(name)] > 1:
            raise BadTournament(f"{name} is listed twice and can’t be told apart", "entrants")
    for one in tournament.entrants:
        if len(one.group) > LONGEST_GROUP:
            raise BadTournament(
                f"the group of {one.name} is longer than {LONGEST_GROUP} letters", "entrants"
            )
    return tournament
