"""The tokens by which programs act for a user: over REST, and on the page of the account."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError as TooManyAttempts
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers, status
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.exceptions import Throttled, ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armylists import apitokens
from armylists.apitokens import ApiToken
from armylists.owned.api import JSON_ONLY, JSONView, check_known
from armylists.owned.views import person
from config import twofactor, wording
from rulesets.engine.errors import LeaguerError

# -- for name and password -------------------------------------------------------------------------


class CredentialsSerializer(AuthTokenSerializer):
    """A user name, a password, and a code where the account has two-factor sign-in."""

    code = serializers.CharField(
        required=False, max_length=20, help_text="A code of the app, or a recovery code."
    )
    name = serializers.CharField(
        required=False, max_length=apitokens.NAME_LENGTH,
        help_text="What the token is for. Of tokens without a name only the ten used last are kept.",
    )  # fmt: skip

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        return attrs


class TokenView(APIView):
    """Exchanges a name and a password for the token to send as `Authorization: Token ...`."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="token_create",
        tags=["token"],
        request=CredentialsSerializer,
        responses=inline_serializer("Token", {"token": serializers.CharField()}),
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Make a token, which works until it is deleted or renewed or the password changes. Wrong passwords
        count as on the sign-in page.
        """
        asked = CredentialsSerializer(data=request.data)
        check_known(asked, request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        try:
            user = get_adapter().authenticate(
                request._request, username=given["username"], password=given["password"]
            )
        except TooManyAttempts:
            raise Throttled(detail=wording.too_many_wrong("passwords")) from None
        if user is None or not user.is_active:
            raise ValidationError(wording.WRONG_PASSWORD)
        _check_code(user, given.get("code", ""))
        row, key = apitokens.make(user, given.get("name", ""))
        if row.name or apitokens.first_of_day(row):
            _notify(row, "made")
        return Response({"token": key})


def _check_code(user: User, code: str) -> None:
    """Raise ValidationError at `code` if the account asks for one and this is none, Throttled after too many
    wrong ones.
    """
    if not twofactor.is_on(user):
        return
    if not code:
        raise ValidationError({"code": [wording.NEEDS_CODE]})
    form = twofactor.AuthenticateForm(user=user, data={"code": code})
    if not form.is_valid():
        if form.has_error("code", "too_many_login_attempts"):
            raise Throttled(detail=wording.too_many_wrong("codes"))
        raise ValidationError({"code": [str(each) for each in form.errors["code"]]})
    form.authenticator.record_usage()


# -- over REST -------------------------------------------------------------------------------------


class ApiTokenSerializer(serializers.ModelSerializer[ApiToken]):
    """One of your tokens. The token itself is shown once, when it is made or renewed."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    name = serializers.CharField(max_length=apitokens.NAME_LENGTH, help_text="What it is for.")
    used = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="When it was last used, to the minute; null: not yet."
    )

    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = ("id", "name", "created", "used")
        read_only_fields = ("created",)


class NewTokenSerializer(ApiTokenSerializer):
    """The same with the token itself."""

    token = serializers.CharField(read_only=True)

    class Meta(ApiTokenSerializer.Meta):
        fields = (*ApiTokenSerializer.Meta.fields, "token")


class TokensView(JSONView):
    """Your tokens."""

    parser_classes = JSON_ONLY

    @extend_schema(operation_id="tokens", tags=["token"], responses=ApiTokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List your tokens, the newest first."""
        return Response(ApiTokenSerializer(ApiToken.objects.filter(user=self.user), many=True).data)

    @extend_schema(
        operation_id="tokens_create", tags=["token"], request=ApiTokenSerializer,
        responses={201: NewTokenSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Make a token. Store what you get: it is not shown again."""
        row, key = apitokens.make(self.user, self.asked(ApiTokenSerializer)["name"])
        _notify(row, "made")
        return _with_key(row, key, status.HTTP_201_CREATED)


class OneTokenView(JSONView):
    """One of your tokens."""

    parser_classes = JSON_ONLY

    @extend_schema(operation_id="tokens_update", tags=["token"], request=ApiTokenSerializer,
                   responses=ApiTokenSerializer)  # fmt: skip
    def patch(self, request: Request, id: UUID) -> Response:
        """Give a token another name."""
        row = apitokens.owned(self.user, id)
        row.name = self.asked(ApiTokenSerializer)["name"]
        row.save(update_fields=["name"])
        return Response(ApiTokenSerializer(row).data)

    @extend_schema(operation_id="tokens_destroy", tags=["token"], responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Delete a token: it works no more."""
        _delete(apitokens.owned(self.user, id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RenewTokenView(JSONView):
    """A token in place of an old one."""

    @extend_schema(operation_id="tokens_renew", tags=["token"], request=None, responses=NewTokenSerializer)
    def post(self, request: Request, id: UUID) -> Response:
        """Renew a token: you get a new one of the same name, and the old one works no more."""
        row = apitokens.owned(self.user, id)
        self.nothing_asked()
        return _with_key(row, _renew(row))


def _with_key(row: ApiToken, key: str, code: int = status.HTTP_200_OK) -> Response:
    data: dict[str, Any] = {**ApiTokenSerializer(row).data, "token": key}
    return Response(data, status=code)


# -- on pages --------------------------------------------------------------------------------------


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def token(request: HttpRequest) -> HttpResponse:
    """Lead to the tokens on the page of the account; a POST makes one and shows it this once."""
    if request.method != "POST":
        return _back()
    name = " ".join(request.POST.get("name", "").split())[: apitokens.NAME_LENGTH]
    if not name:
        messages.error(request, "Say what the token is for.")
        return _back()
    try:
        row, key = apitokens.make(person(request), name)
    except LeaguerError as error:
        messages.error(request, error.message)
        return _back()
    _notify(row, "made")
    return render(request, "account/token.html", {"row": row, "key": key})


@never_cache
@login_required
@require_POST
def renew(request: HttpRequest, token_id: UUID) -> HttpResponse:
    """Renew a token and show it this once."""
    row = apitokens.owned(person(request), token_id)
    return render(request, "account/token.html", {"row": row, "key": _renew(row)})


@login_required
@require_POST
def delete(request: HttpRequest, token_id: UUID) -> HttpResponse:
    """Delete a token."""
    row = apitokens.owned(person(request), token_id)
    _delete(row)
    messages.success(request, f"The token “{row.title}” is deleted.")
    return _back()


def _back() -> HttpResponse:
    return redirect(f"{reverse('account_email')}#tokens")


# -- both ------------------------------------------------------------------------------------------


def _renew(row: ApiToken) -> str:
    key = apitokens.renew(row)
    _notify(row, "renewed")
    return key


def _delete(row: ApiToken) -> None:
    row.delete()
    _notify(row, "deleted")


def _notify(row: ApiToken, done: str) -> None:
    """Tell the owner by mail what was done with a token."""
    context = {"title": row.title, "done": done}
    get_adapter().send_notification_mail("account/email/token_changed", row.user, context)
