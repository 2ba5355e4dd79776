"""How people come in: guests at once, and what they made comes along when they sign up or sign in."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from armylists import guests, tasks
from armylists.room import SMALL, check_upload
from armylists.wording.lists import GUESTS_HAVE_NO_TOKENS
from config import wording
from config.api import is_api
from config.throttles import body_size

log = logging.getLogger(__name__)

ENTRANCES = frozenset({"account_login", "account_signup"})
NEEDS_ACCOUNT = frozenset(
    {
        "account_email", "account_change_password", "account_set_password", "account_reauthenticate",
        "account_export", "account_delete", "account_token", "account_renew_token", "account_delete_token",
        "mfa_index", "mfa_activate_totp", "mfa_deactivate_totp", "mfa_reauthenticate",
        "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_download_recovery_codes",
    }
)  # fmt: skip
"""Pages of an account, which a guest does not have."""

STAYS = 60 * 60 * 24 * guests.DAYS
"""How long a guest's browser remembers them after a visit, in seconds."""


KNOWN, YEAR = "known_device", 60 * 60 * 24 * 365
"""The cookie of a browser in which somebody has signed in, and how long it is one, in seconds."""


CANDIDATES = 2
"""So many passwords are checked at each sign-in, of however many accounts."""


class Backend(AuthenticationBackend):  # type: ignore[misc]  # it is not typed
    """Users by session, with the mark of a guest and their time zone: asking for these costs no query.

    Signing in takes as long for a name or an address that nobody has as for any other.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return who has this name or e-mail address and this password.

        Raises PermissionDenied if nobody has, so that no other backend is asked: each would take more time
        for some names than for others.
        """
        password = credentials.get("password")
        if not password:
            return None
        found: User | None = None
        candidates = _candidates(credentials)
        for index in range(CANDIDATES):
            user = candidates[index] if index < len(candidates) else None
            if user is None:
                User().set_password(password)  # takes as long as to check one
            elif user.check_password(password) and found is None:
                found = user
        if found is None:
            raise PermissionDenied
        if not self.user_can_authenticate(found):
            self._stash_user(found)  # allauth tells them that their account is closed
            raise PermissionDenied
        return found

    def get_user(self, user_id: Any) -> User | None:
        """Return the active user of a session."""
        return User.objects.select_related("guest", "profile").filter(pk=user_id, is_active=True).first()


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # it is not typed
    """Sign-up and sign-in, which take over what the same browser's guest has made."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": wording.WRONG_PASSWORD,
        "email_password_mismatch": wording.WRONG_PASSWORD_OF_ADDRESS,
        "incorrect_password": wording.NOT_YOUR_PASSWORD,
        "enter_current_password": wording.NOT_YOUR_PASSWORD,
        "too_many_login_attempts": wording.too_many_wrong("passwords"),
        "username_taken": wording.NAME_TAKEN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:  # it is allauth's
        """Return a name that may be chosen; raises ValidationError in the words of the page."""
        try:
            return str(super().clean_username(username, shallow))
        except ValidationError as error:
            if (
                error.code == "invalid"
            ):  # by Django's own validator, which says "username" and names no spaces
                raise ValidationError(wording.NAME_SIGNS, code="invalid") from None
            raise

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign `user` in."""
        # Looked at before the sign-in: afterwards the request has somebody else.
        now = getattr(request, "guest", request.user)
        before = now if isinstance(now, User) and guests.is_guest(now) else None
        super().login(request, user)
        # Moved after it, so that a sign-in that is refused takes nothing away from the guest.
        if before is not None and before.pk != user.pk and guests.take_over(before, user):
            messages.success(request, wording.GUEST_WORK_TAKEN)
        request.known_device = _device(user)  # type: ignore[attr-defined]

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return how somebody shows that it is them: by their password, by a code if they have none."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [each for each in methods if each["id"] == "reauthenticate"] or methods

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Have mail about an account sent; its links lead to the site's public address where that is set."""
        # The host of a request is whatever its sender says: on a server that answers to every name, a link
        # made of it would carry the key of somebody's new password to a stranger's site.
        if settings.PUBLIC_URL:
            site = urlsplit(settings.PUBLIC_URL).netloc
            context = {
                key: _public(value) if key.endswith("_url") and isinstance(value, str) else value
                for key, value in context.items()
            } | {"current_site": SimpleNamespace(domain=site, name=site)}
        # What it says, it says in the request: workers know neither its language nor its site.
        usual = {"request": self.request, "email": email, "current_site": get_current_site(self.request)}
        mail = self.render_mail(template_prefix, email, usual | context)
        tasks.send([{"to": email, "subject": mail.subject, "words": str(mail.body)}])

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell `user` by mail what was changed of their account, and where to choose a new password."""
        to = email or EmailAddress.objects.get_primary_email(user)
        if not to:
            return
        try:
            ip = self.get_client_ip(self.request)
        except PermissionDenied:  # a server that does not say: allauth counts no tries without it
            ip = ""
        reset = self.request.build_absolute_uri(reverse("account_reset_password"))
        now = {"timestamp": timezone.now(), "ip": ip, "password_reset_url": reset}
        try:
            self.send_mail(template_prefix, to, {**(context or {}), **now})
        except OSError:
            # The change is made: that no mail could be sent must not look as if it were not.
            log.warning("no mail was sent about a change to the account %s", user.pk, exc_info=True)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count the failures of a browser in which this person has signed in before by themselves: a stranger
        who guesses passwords elsewhere does not shut the owner out.
        """
        key = super()._get_login_attempts_cache_key(request, **credentials)
        names = {str(credentials.get(name) or "").lower() for name in ("username", "email")} - {""}
        known = request.COOKIES.get(KNOWN, "").split("|")
        if any(constant_time_compare(_mark(name), mark) for name in names for mark in known):
            return f"{key}:known"
        return str(key)


def _candidates(credentials: dict[str, Any]) -> list[User]:
    """Return whom a name or an e-mail address may mean: whoever has it as a name, then whoever has confirmed
    the address, else those who have given it, the oldest account first.
    """
    login, email = (str(credentials.get(name) or "") for name in ("username", "email"))
    named = get_user_by_username(login) if login else None
    by_address = filter_users_by_email(email or login, prefer_verified=True, for_login=True)
    people = [named, *sorted(by_address, key=lambda user: user.pk)]
    return list(dict.fromkeys(user for user in people if user is not None))


def _public(url: str) -> str:
    """Return an address of this site as its public one."""
    path = urlsplit(url)._replace(scheme="", netloc="").geturl()
    return f"{settings.PUBLIC_URL}{path}"


def _device(user: User) -> str:
    """Return what a browser is given in which `user` has signed in: what they sign in with, sealed."""
    return "|".join(_mark(name.lower()) for name in (user.username, user.email) if name)


def _mark(name: str) -> str:
    return salted_hmac(KNOWN, name, algorithm="sha256").hexdigest()


class GuestMiddleware:
    """Keep guests for as long as they come back, and send people from pages that are not for them.

    Members who are signed in need no sign-in; guests have no password, e-mail or token to look after.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # Only where somebody has asked who it is anyway: a page that does not care costs no query for this.
        user = getattr(request, "_cached_user", None)
        if guests.is_guest(user) and guests.touch(user.guest):  # type: ignore[union-attr]
            request.session.set_expiry(STAYS)
        if device := getattr(request, "known_device", ""):
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(KNOWN, device, YEAR, secure=secure, httponly=True, samesite="Lax")
        return response

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponseBase | None:
        """Redirect members from the entrances; refuse the pages of an account to guests."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name == "mfa_authenticate" and guests.is_guest(request.user):
            # allauth asks for a code only while nobody is signed in. `Adapter.login` takes over their work.
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        if name in ENTRANCES and request.user.is_authenticated and not guests.is_guest(request.user):
            return redirect("home")
        size = body_size(request)
        if size > SMALL and not is_api(request) and isinstance(request.user, User):
            check_upload(request.user, size)
        if name in NEEDS_ACCOUNT:
            guests.check_account(request.user, GUESTS_HAVE_NO_TOKENS)
        return None
