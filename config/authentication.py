"""Who asks over REST: whoever has the token that a request names.

REST framework reads this module while its own views are being read, so it imports none of them.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from rest_framework.authentication import TokenAuthentication as BaseTokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from armylists import apitokens
from armylists.apitokens import ApiToken
from config import wording


class TokenAuthentication(BaseTokenAuthentication):
    """`Authorization: Token ...`, looked up by what is stored of a token."""

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        """Return who acts by a token. Raises AuthenticationFailed if there is no such token."""
        row = apitokens.token_of(key)
        if row is None:
            raise AuthenticationFailed(wording.TOKEN_ENDED)
        apitokens.note_use(row)
        return row.user, row
