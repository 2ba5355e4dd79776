"""Lists and own books in the administration."""

from django.contrib import admin

from armylists.models import ArmyList, OwnBook, OwnBookVersion, Revision
from armylists.owned.admin import OwnedAdmin, PartInline


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
