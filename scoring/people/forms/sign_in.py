"""Sign in with a user name and a password. Django has the rules for passwords."""

from __future__ import annotations

from django import forms
from django.contrib.auth import forms as auth
from django.contrib.auth.password_validation import password_validators_help_texts

LONGEST_USERNAME = 150


class SignInForm(auth.AuthenticationForm):
    """Django's, which itself lets a name of any length through to the database."""

    username = auth.UsernameField(
        max_length=LONGEST_USERNAME, widget=forms.TextInput(attrs={"autofocus": True})
    )


class TwicePlainly:
    """The two fields of a new password, with its rules in one line, and a short label for the
    second."""

    fields_of_a_password = ("new_password1", "new_password2")

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        first, again = (self.fields[name] for name in self.fields_of_a_password)
        first.help_text = " ".join(password_validators_help_texts())
        again.label, again.help_text = "Repeat the password", ""


class SignUpForm(TwicePlainly, auth.UserCreationForm):
    """A new account; it is `actions.invitations.sign_up` that stores it."""

    fields_of_a_password = ("password1", "password2")

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields[
            "username"
        ].help_text = "You use it to sign in. Letters, digits and @ . + - _ only."


class ChosenPasswordForm(TwicePlainly, auth.SetPasswordForm):
    """Set a new password after forgetting the old one."""


class NewPasswordForm(TwicePlainly, auth.PasswordChangeForm):
    """Change a known password."""
