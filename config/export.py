"""Everything of one person as one file: documents that Leaguer reads again, and what each of them is.

What they may not see elsewhere is not in it: battles come when they are over, campaigns with the orders of
others to umpires who play no faction, or when they are over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from armylists import guests
from armylists.apitokens import ApiToken
from armylists.counting import count, until_next
from armylists.models import ArmyList, OwnBook, OwnBookVersion
from armylists.owned.api import JSONView
from armylists.owned.files import file_among, file_name
from armylists.owned.models import Owned
from armylists.owned.views import person
from armylists.profiles import Profile
from armylists.wording.lists import GUESTS_HAVE_NO_TOKENS
from battles.documents import battle_json
from battles.models import Battle
from battles.recording import access as recording
from battles.recording import services as records
from battles.recording.documents import result_json
from battles.recording.models import Record
from battles.replay import played
from campaigns import mail
from campaigns.models import Member, OwnMap
from campaigns.persistence import CampaignRefusal
from campaigns.services import taken_file
from config import wording
from rulesets.engine.bookrules import to_toml
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import dump_list
from tournaments.takeout import leagues, sent_lists, taken_part, tournaments

HOUR = 3600  # seconds
TYPE = "application/zip"

Part = tuple[str, str]
"""The name of a file and its text."""


def export(user: User) -> bytes:
    """Return everything of `user` as a ZIP file. Of campaigns that go on, their members can read that the
    umpire downloaded them.
    """
    left_out: list[str] = []
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as file:
        parts = chain(
            _lists(user), _books(user), _battles(user, left_out), _records(user, left_out),
            _campaigns(user, left_out), _maps(user), tournaments(user), sent_lists(user), leagues(user),
        )  # fmt: skip
        for name, text in parts:
            file.writestr(name, text)
        file.writestr("account.json", _json(account(user)))
        context = {"name": user.get_username(), "left_out": left_out, "made": timezone.now()}
        file.writestr("README.txt", render_to_string("account/export.txt", context))
    return target.getvalue()


def account(user: User) -> dict[str, Any]:
    """Return what is stored of an account beside what it made, without anything that opens it."""
    profile = Profile.objects.filter(user=user).first()
    places = Member.objects.filter(user=user).select_related("campaign").order_by("joined")
    return {
        "user_name": user.get_username(),
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "e_mail_addresses": list(
            EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary")
        ),
        "time_zone": profile.time_zone if profile else "",
        "mail_about_campaigns": sorted(mail.wanted(user)),
        "api_tokens": list(ApiToken.objects.filter(user=user).values("name", "created", "used")),
        "campaigns": [
            {
                "name": each.campaign.name, "id": each.campaign.public_id, "role": each.role,
                "faction": each.faction, "joined": each.joined,
            }
            for each in places
        ],
        **taken_part(user),
    }  # fmt: skip


def _lists(user: User) -> Iterator[Part]:
    for row in ArmyList.objects.filter(owner=user).order_by("pk"):
        try:
            text = dump_list(row.army)
        except LeaguerError:  # its book is gone: as it is stored
            text = _json(row.document)
        yield _name("lists", row, "json"), text


def _books(user: User) -> Iterator[Part]:
    for book in OwnBook.objects.filter(owner=user).order_by("pk"):
        folder = _name("books" if book.kind == OwnBook.BOOK else "scenarios", book)
        yield f"{folder}/draft.toml", to_toml(book.draft)
        for version in OwnBookVersion.objects.filter(book=book).order_by("number"):
            yield f"{folder}/version-{version.number}.toml", to_toml(version.document)


def _battles(user: User, left_out: list[str]) -> Iterator[Part]:
    for row in Battle.objects.of(user).order_by("pk"):
        if not row.over:
            left_out.append(f"{row.title}: {row.status_words}")
            continue
        try:
            with played(row) as found:
                stopped = found.stop is not None or found.engine.result is None
                text = "" if stopped else battle_json(found.engine)
        except LeaguerError:
            stopped = True
        if stopped:
            left_out.append(wording.no_longer_replays(row.title))
            continue
        yield _name("battles", row, "json"), text


def _records(user: User, left_out: list[str]) -> Iterator[Part]:
    for row in Record.objects.of(user).order_by("pk"):
        try:
            if row.battle is None:
                participant = recording.own(user, row.public_id)
            else:
                participant = recording.at_battle(user, row.battle.public_id)
            text = result_json(records.opened(participant.record).document(participant.side))
        except LeaguerError as error:
            left_out.append(f"{row.title}: {error.message}")
            continue
        yield _name("records", row, "json"), text


def _campaigns(user: User, left_out: list[str]) -> Iterator[Part]:
    for member in Member.objects.filter(user=user).select_related("campaign", "user").order_by("pk"):
        row = member.campaign
        try:
            text = json.dumps(taken_file(row, member), ensure_ascii=False)
        except CampaignRefusal:  # orders and forces of others are in it
            left_out.append(f"{row.name}: {row.get_phase_display()}")
            continue
        yield _name("campaigns", row, "json"), text


def _maps(user: User) -> Iterator[Part]:
    for row in OwnMap.objects.filter(owner=user).order_by("pk"):
        yield _name("maps", row, "json"), _json(row.document)


def _name(folder: str, row: Owned, ending: str = "") -> str:
    name = file_among(folder, row.title, row.public_id.hex, ending or "toml")
    return name if ending else name.removesuffix(".toml")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


# -- on the page, over REST ------------------------------------------------------------------------


@never_cache
@login_required
@require_POST
def download(request: HttpRequest) -> HttpResponse:
    """Send everything of who is signed in."""
    user = person(request)
    if not _may(user):
        messages.error(request, wording.EXPORT_LATER)
        return redirect("account_email")
    return _sent(user)


class ExportView(JSONView):
    """Everything of yours as one file."""

    @extend_schema(
        operation_id="account_export", tags=["account"],
        responses={(200, TYPE): OpenApiResponse(bytes, description="A ZIP file with a README.txt.")},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Download everything of yours: lists, books, battles, campaigns, tournaments, maps, account."""
        guests.check_account(self.user, GUESTS_HAVE_NO_TOKENS)
        if not _may(self.user):
            raise Throttled(until_next(HOUR))
        return _sent(self.user)


def _may(user: User) -> bool:
    """Count a download; whether it is one of those that are allowed."""
    most: int = settings.EXPORTS_AN_HOUR
    return not most or count(f"export:{user.pk}", HOUR) <= most


def _sent(user: User) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{file_name(user.get_username(), "zip")}"'}
    return HttpResponse(export(user), content_type=TYPE, headers=headers)
