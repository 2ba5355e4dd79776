"""The tokens by which programs act for a user."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.authtoken.models import Token
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armylists.owned.views import person


class TokenView(APIView):
    """Exchanges a name and a password for the token to send as `Authorization: Token ...`."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="token_create",
        tags=["token"],
        request=AuthTokenSerializer,
        responses=inline_serializer("Token", {"token": serializers.CharField()}),
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Show the token of the user; always the same one until it is renewed."""
        credentials = AuthTokenSerializer(data=request.data, context={"request": request})
        credentials.is_valid(raise_exception=True)
        token, _ = Token.objects.get_or_create(user=credentials.validated_data["user"])
        return Response({"token": token.key})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def token(request: HttpRequest) -> HttpResponse:
    """Show the page of a user's token; a POST makes a new one and shows it this once."""
    user = person(request)
    tokens = Token.objects.filter(user=user)
    if request.method != "POST":
        return render(request, "account/token.html", {"exists": tokens.exists()})
    tokens.delete()
    made = Token.objects.create(user=user)
    return render(request, "account/token.html", {"exists": True, "key": made.key})
