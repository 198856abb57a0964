"""Forms to subscribe to notifications, on a phone or by e-mail."""

from __future__ import annotations

from django import forms

from scoring.common.fields import TapForm
from scoring.people.pure.contact import LONGEST_EMAIL
from scoring.public.models.notifications import LONGEST_ENDPOINT


class PhoneForm(TapForm):
    """What a browser's push service gave it."""

    complaint = "This browser sent no address by which it could be told."

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.RegexField(r"^[-\w]+=*\Z", max_length=100)
    auth = forms.RegexField(r"^[-\w]+=*\Z", max_length=40)


class MovedForm(PhoneForm):
    """The same, and the address of before."""

    before = forms.CharField(max_length=LONGEST_ENDPOINT)


class StopForm(TapForm):
    """The phone whose notifications to turn off."""

    complaint = "This browser did not say which phone."

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)


class MailForm(forms.Form):
    """An address of mail."""

    address = forms.EmailField(
        label="Your mail address",
        max_length=LONGEST_EMAIL,
        error_messages={"invalid": "This is no mail address, such as zoe@example.org."},
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
