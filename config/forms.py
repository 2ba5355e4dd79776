"""Forms of the accounts' pages."""

from typing import Any

from allauth.account.forms import LoginForm as BaseLoginForm
from allauth.account.forms import SignupForm as BaseSignupForm

HELP = {
    "username": "What other players see. If you leave it empty, it is taken from the address.",
    "email": "Only for a new password, should you lose yours.",
    "password1": "Eight characters or more, not only figures, and not one that everybody uses.",
}
LABELS = {"username": "User name", "email": "E-mail, if you like", "password1": "Password"}


class LoginForm(BaseLoginForm):
    """A user name or an e-mail address, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "User name or e-mail"
        for name in ("login", "password"):
            self.fields[name].widget.attrs.pop("placeholder", None)


class SignupForm(BaseSignupForm):
    """A user name, an e-mail address, or both; the name is what other players see."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in LABELS.items():
            field = self.fields[name]
            field.label, field.help_text = label, HELP[name]
            field.widget.attrs.pop("placeholder", None)

    def clean(self) -> dict[str, Any]:
        """Refuses a sign-up that gives neither a name nor an address."""
        data: dict[str, Any] = super().clean()
        given = data.get("username") or data.get("email")
        if not given and not self.errors.keys() & {"username", "email"}:
            self.add_error("username", "Give a user name or an e-mail address.")
        return data
