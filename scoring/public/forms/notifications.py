"""Forms to subscribe to notifications, on a phone or by e-mail."""

from __future__ import annotations

from django import forms

from scoring.common.fields import TapForm
from scoring.people.pure.contact import LONGEST_EMAIL
from scoring.public.models.notifications import LONGEST_ENDPOINT


class PhoneForm(TapForm):
    """What a browser's push service gave it."""

    complaint = "This browser can’t receive notifications."

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.RegexField(r"^[-\w]+=*\Z", max_length=100)
    auth = forms.RegexField(r"^[-\w]+=*\Z", max_length=40)


class MovedForm(PhoneForm):
    """The same, and the address of before."""

    before = forms.CharField(max_length=LONGEST_ENDPOINT)


class StopForm(TapForm):
    """The phone whose notifications to turn off."""

    complaint = "This browser didn’t send its address. Reload the page and try again."

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)


class MailForm(forms.Form):
    """An address of mail."""

    address = forms.EmailField(
        label="Your e-mail address",
        max_length=LONGEST_EMAIL,
        error_messages={"invalid": "Enter an e-mail address such as zoe@example.org."},
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
