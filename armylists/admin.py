"""Lists and own books in the administration."""

from django.contrib import admin
from django.http import HttpRequest
from rest_framework.authtoken.models import TokenProxy

from armylists.apitokens import ApiToken
from armylists.models import ArmyList, OwnBook, OwnBookVersion, Revision
from armylists.owned.admin import LookedAt, OwnedAdmin, PartInline


class RevisionInline(PartInline):
    model = Revision
    fields = ("number", "summary", "author", "created")


@admin.register(ArmyList)
class ArmyListAdmin(OwnedAdmin):
    list_display = ("title", "owner", "system", "book", "points", "version", "archived", "updated")
    list_filter = ("system", "book", "archived")
    search_fields = ("name", "owner__username")
    fields = ("public_id", "owner", "name", "system", "book", "points", "version", "document")
    inlines = (RevisionInline,)


class OwnBookVersionInline(PartInline):
    model = OwnBookVersion
    fields = ("number", "summary", "created")


@admin.register(OwnBook)
class OwnBookAdmin(OwnedAdmin):
    """To look at alone: lists and battles of others may stand on a version."""

    list_display = ("name", "owner", "system", "kind", "version", "archived", "updated")
    list_filter = ("system", "kind", "archived")
    search_fields = ("name", "owner__username")
    fields = ("public_id", "owner", "name", "system", "kind", "version", "origin", "draft")
    inlines = (OwnBookVersionInline,)

    def has_delete_permission(self, *args: object) -> bool:
        return False


admin.site.unregister(TokenProxy)  # nobody's any more: ApiToken has taken its place


@admin.register(ApiToken)
class ApiTokenAdmin(LookedAt, admin.ModelAdmin[ApiToken]):
    """To look at and delete: only its owner may know a token."""

    list_display = ("title", "user", "created", "used")
    search_fields = ("name", "user__username")
    list_select_related = ("user",)

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False
