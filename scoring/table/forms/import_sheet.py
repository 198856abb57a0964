from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from django import forms
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.days import YEARS
from scoring.common.fields import OnceForm, refuse_unfit
from scoring.euchre.game_notation import loads
from scoring.euchre.notation import forget_names
from scoring.euchre.sheet import BadSheet, Entry, Sheet, play
from scoring.table.forms.tables import HIGHEST_STAKE

LONGEST_NOTE = 200
ASKS = "Choose a score sheet file, or paste it."


class TakeInForm(OnceForm):
    """A sheet (euchre-sheet/1), or a record in Euchre Game Notation, pasted or as a file. `read` is
    the Sheet in it.

    Its reader refuses an impossible sheet. This form refuses one that this club cannot import.
    """

    file = forms.FileField(label="Score sheet file", required=False, allow_empty_file=True)
    sheet = forms.CharField(
        label="Or paste it here",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocapitalize": "off"}),
    )

    read: Sheet | None = None

    def __init__(self, *args, currency: str, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.currency = currency

    @property
    def typed(self) -> str:
        """The text that was sent, whichever way it came."""
        file = self.files.get("file")
        if file is None:
            return self.data.get("sheet", "")
        file.seek(0)
        return file.read().decode(errors="replace")

    def clean(self) -> dict:
        clean = super().clean()
        if self.errors:
            return clean
        data = clean["file"].read() if clean["file"] else clean["sheet"].encode(errors="replace")
        if not data.strip():
            raise forms.ValidationError(ASKS)
        try:
            self.read = fit(loads(data), self.currency)
        except BadSheet as wrong:
            raise forms.ValidationError(f"Can’t import this sheet: {wrong}") from wrong
        finally:
            forget_names()
        return clean


def fit(sheet: Sheet, currency: str) -> Sheet:
    """Return the sheet; raise BadSheet for what its rules forbid or a club with this currency
    cannot keep."""
    play(sheet)
    _refuse_stake(sheet, currency)
    _refuse_names(sheet)
    ids = Counter(entry.id and entry.id.lower() for entry in sheet.hands)
    for no, entry in enumerate(sheet.hands, start=1):
        if entry.id and ids[entry.id.lower()] > 1:
            raise BadSheet("another hand has the same id", hand=no)
        _refuse_what_is_kept(entry, no)
    return sheet


def _refuse_stake(sheet: Sheet, currency: str) -> None:
    stake = sheet.stake
    if stake and stake.minor and stake.currency != currency:
        raise BadSheet(f"it is played for {stake.currency}, and this club settles in {currency}")
    if stake and stake.minor > HIGHEST_STAKE:
        raise BadSheet(
            f"{written(stake.minor, stake.currency)} a point is too much. Check the stake"
        )


def _refuse_names(sheet: Sheet) -> None:
    """Raise BadSheet unless the club can keep its names, and tell them apart."""
    if any(set(name) & {*",;\n"} for name in sheet.players):
        raise BadSheet(
            "a name here holds no comma, no semicolon and no end of a line", field="players"
        )
    try:
        refuse_unfit(sheet.players)
    except forms.ValidationError as wrong:
        raise BadSheet(" ".join(wrong.messages), field="players") from wrong


def _refuse_what_is_kept(entry: Entry, no: int) -> None:
    if len(entry.note or "") > LONGEST_NOTE:
        raise BadSheet(f"its note is longer than {LONGEST_NOTE} characters", hand=no)
    try:
        found = datetime.fromisoformat(entry.at) if entry.at else timezone.now()
        found = found if timezone.is_aware(found) else timezone.make_aware(found)
        known = found.astimezone(UTC).year in YEARS
    except (OverflowError, ValueError):
        known = False
    if not known:
        raise BadSheet(f"no one played at {entry.at}", hand=no)
