"""Campaigns and own maps in the administration."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from armylists.owned.admin import OwnedAdmin, PartInline
from campaigns.models import Campaign, Member, OwnMap


class MemberInline(PartInline):
    model = Member
    fields = ("user", "role", "faction", "chief", "automatic", "joined")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("user")


@admin.register(Campaign)
class CampaignAdmin(OwnedAdmin):
    list_display = ("name", "owner", "shape", "turn", "phase", "deadline", "paused", "archived", "updated")
    list_filter = ("shape", "phase", "paused", "archived")
    search_fields = ("name", "owner__username")
    # Neither the seed nor the state is among them: nobody sees them past the campaign's own pages.
    fields = (
        "public_id", "name", "owner", "shape", "turn", "date", "phase", "deadline", "hours", "alone",
        "paused", "revision", "hash", "created", "updated", "archived",
    )  # fmt: skip
    inlines = (MemberInline,)


@admin.register(OwnMap)
class OwnMapAdmin(OwnedAdmin):
    list_display = ("name", "owner", "edition", "updated")
    search_fields = ("name", "owner__username")
    fields = ("public_id", "name", "owner", "edition", "created", "updated")
