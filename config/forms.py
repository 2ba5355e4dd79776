"""Forms of the accounts' pages."""

from typing import Any, ClassVar

from allauth.account.forms import AddEmailForm as BaseAddEmailForm
from allauth.account.forms import ChangePasswordForm as BaseChangePasswordForm
from allauth.account.forms import LoginForm as BaseLoginForm
from allauth.account.forms import ReauthenticateForm as BaseReauthenticateForm
from allauth.account.forms import ResetPasswordForm as BaseResetPasswordForm
from allauth.account.forms import ResetPasswordKeyForm as BaseResetPasswordKeyForm
from allauth.account.forms import SetPasswordForm as BaseSetPasswordForm
from allauth.account.forms import SignupForm as BaseSignupForm
from django import forms

PASSWORD = "At least eight characters, not just digits, and not a common password."


class Labelled(forms.Form):
    """Fields in our words, without the placeholders that repeat their labels."""

    LABELS: ClassVar[dict[str, str]] = {}
    HELP: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.LABELS.get(name, field.label)
            field.help_text = self.HELP.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)


class LoginForm(Labelled, BaseLoginForm):
    """A user name or an e-mail address, and the password."""

    LABELS: ClassVar = {"login": "User name or e-mail address", "remember": "Keep me signed in"}


class SignupForm(Labelled, BaseSignupForm):
    """A user name, an e-mail address, or both; the name is what other players see."""

    LABELS: ClassVar = {"username": "User name", "email": "E-mail address (optional)"}
    HELP: ClassVar = {
        "username": "Letters, digits and @ . + - _, no spaces. Other players see it, so choose a nickname "
        "and not your real name. If you leave it empty, the part of your e-mail address before the @ becomes "
        "your name, and everybody can see that.",
        "email": "For a new password if you forget yours, and for mail about your campaigns.",
        "password1": PASSWORD,
    }

    def clean(self) -> dict[str, Any]:
        """Refuses a sign-up that gives neither a name nor an address."""
        data: dict[str, Any] = super().clean() or {}
        given = data.get("username") or data.get("email")
        if not given and not self.errors.keys() & {"username", "email"}:
            self.add_error("username", "Enter a user name, such as a nickname, or an e-mail address below.")
        return data


class AddEmailForm(Labelled, BaseAddEmailForm):
    """Another address."""

    LABELS: ClassVar = {"email": "E-mail address"}


class ChangePasswordForm(Labelled, BaseChangePasswordForm):
    """The old password and the new one."""

    LABELS: ClassVar = {
        "oldpassword": "Current password", "password1": "New password", "password2": "New password again",
    }  # fmt: skip
    HELP: ClassVar = {"password1": PASSWORD}


class SetPasswordForm(Labelled, BaseSetPasswordForm):
    """The first password."""

    LABELS: ClassVar = {"password2": "Password again"}
    HELP: ClassVar = {"password1": PASSWORD}


class ResetPasswordForm(Labelled, BaseResetPasswordForm):
    """Where to send the link to a new password."""

    LABELS: ClassVar = {"email": "E-mail address"}


class ResetPasswordKeyForm(Labelled, BaseResetPasswordKeyForm):
    """The new password."""

    LABELS: ClassVar = {"password1": "New password", "password2": "New password again"}
    HELP: ClassVar = {"password1": PASSWORD}


class ReauthenticateForm(Labelled, BaseReauthenticateForm):
    """The password once more."""
