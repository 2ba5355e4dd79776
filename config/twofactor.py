"""Two-factor sign-in: secrets that the database holds sealed, QR codes, and forms in our words."""

from __future__ import annotations

import base64
import logging
from io import BytesIO
from typing import Any, ClassVar

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm as BaseAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as BaseReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm as BaseActivateTOTPForm
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken
from django.contrib.auth.models import User
from django.utils.crypto import salted_hmac

from config.forms import Labelled

SALT = "leaguer.two-factor"
log = logging.getLogger(__name__)


class Adapter(DefaultMFAAdapter):
    """What allauth asks of the site: words, drawings and how secrets are stored."""

    error_messages: ClassVar = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "This code is not correct. The app shows a new one every 30 seconds: enter the one "
        "that it shows now. A recovery code works once.",
    }

    def get_totp_label(self, user: User) -> str:
        """Return what the app calls the account."""
        return user.get_username()

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code of an address as SVG: black on white, whatever page it stands on."""
        drawn = BytesIO()
        segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=6, light="white")
        return drawn.getvalue().decode()

    def encrypt(self, text: str) -> str:
        """Seal a secret: whoever reads the database alone, or a backup of it, can make no codes."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return a secret again. Under another key than it was sealed with it is lost, and no code fits."""
        try:
            return _box().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.error("A secret of two-factor sign-in was sealed with another LEAGUER_SECRET_KEY.")
            # Not an empty one: anybody could work out the codes of that.
            return str(generate_totp_secret())


def _box() -> Fernet:
    return Fernet(base64.urlsafe_b64encode(salted_hmac(SALT, "", algorithm="sha256").digest()))


class AuthenticateForm(Labelled, BaseAuthenticateForm):
    """The second factor at sign-in."""

    LABELS: ClassVar = {"code": "Code"}
    HELP: ClassVar = {"code": "Six digits from your app, or one of your recovery codes."}


class ReauthenticateForm(Labelled, BaseReauthenticateForm):
    """A code once more, from somebody who has no password."""

    LABELS: ClassVar = {"code": "Code"}


class ActivateForm(Labelled, BaseActivateTOTPForm):
    """The first code of an app."""

    LABELS: ClassVar = {"code": "Code"}
    HELP: ClassVar = {"code": "The six digits that the app shows now."}


def is_on(user: User) -> bool:
    """Return whether `user` signs in with a code too. One query."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def state_of(user: User) -> dict[str, Any]:
    """Return whether it is on, since when, and how many recovery codes are left. One query."""
    rows = {each.type: each for each in Authenticator.objects.filter(user=user)}
    app, codes = rows.get(Authenticator.Type.TOTP), rows.get(Authenticator.Type.RECOVERY_CODES)
    return {
        "on": app is not None,
        "since": app.created_at if app is not None else None,
        "used": app.last_used_at if app is not None else None,
        "codes": len(codes.wrap().get_unused_codes()) if codes is not None else 0,
    }
