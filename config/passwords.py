"""What a new password ends."""

from __future__ import annotations

from django.contrib.auth.models import User

from armylists import apitokens
from config import wording


class EndTokens:
    """End all API tokens of whoever gets a new password, wherever: their page, a reset, the administration.

    Django tells those who check passwords of every change; this one checks nothing.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password."""

    def password_changed(self, password: str, user: User | None = None) -> None:
        """End the tokens of `user`."""
        if user is not None and user.pk:
            apitokens.end_all(user)

    def get_help_text(self) -> str:
        """Return what people should know."""
        return wording.TOKENS_END
