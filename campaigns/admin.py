"""Campaigns in the administration: to look at and put away, never to edit past the services."""

from django.contrib import admin

from campaigns.models import Campaign, Member, OwnMap


class MemberInline(admin.TabularInline[Member, Campaign]):
    model = Member
    fields = ("user", "role", "faction", "chief", "automatic", "joined")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, *args: object) -> bool:
        return False

    def get_queryset(self, request: object) -> object:
        return super().get_queryset(request).select_related("user")


@admin.register(Campaign)
class CampaignAdmin(admin.ModelAdmin[Campaign]):
    list_display = ("name", "owner", "shape", "turn", "phase", "deadline", "paused", "archived", "updated")
    list_filter = ("shape", "phase", "paused", "archived")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    # Neither the seed nor the state is among them: nobody sees them past the campaign's own pages.
    fields = (
        "public_id", "name", "owner", "shape", "turn", "date", "phase", "deadline", "hours", "alone",
        "paused", "revision", "hash", "created", "updated", "archived",
    )  # fmt: skip
    readonly_fields = tuple(field for field in fields if field != "archived")
    inlines = (MemberInline,)

    def has_add_permission(self, *args: object) -> bool:
        return False

    def get_queryset(self, request: object) -> object:
        return super().get_queryset(request).defer("document", "map", "state")


@admin.register(OwnMap)
class OwnMapAdmin(admin.ModelAdmin[OwnMap]):
    list_display = ("name", "owner", "edition", "updated")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    fields = ("public_id", "name", "owner", "edition", "created", "updated")
    readonly_fields = fields

    def has_add_permission(self, *args: object) -> bool:
        return False

    def get_queryset(self, request: object) -> object:
        return super().get_queryset(request).defer("document")
