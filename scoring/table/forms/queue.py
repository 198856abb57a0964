from __future__ import annotations

from django import forms

from scoring.common.fields import SharedFields, UnseenForm

NAMELESS = (
    "This doesn’t say which hand it is about. Reload the page; your hands are still saved here."
)
A_WEEK = 7 * 24 * 3600


class QueuedForm(UnseenForm):
    """A request that a phone kept, with its key, its action, its hand, how long it was kept, and
    the id of the phone it was made on."""

    key = forms.UUIDField()
    do = forms.ChoiceField(choices=[(do, do) for do in ("hand", "take-back", "put-back")])
    hand_id = forms.UUIDField()
    ago = forms.CharField(required=False)
    phone = forms.CharField(required=False)

    def clean_ago(self) -> int:
        """Return seconds: 0 to a week, whatever the phone's clock made of them."""
        seconds = self.cleaned_data["ago"]
        return (
            min(int(seconds), A_WEEK)
            if seconds.isascii() and seconds.isdigit() and len(seconds) < 12
            else 0
        )

    @property
    def complaint(self) -> str:
        """What is wrong, in a sentence."""
        return NAMELESS


QueuedForm.base_fields = SharedFields(QueuedForm.base_fields)
