"""Lists in the administration: to look at and put away, never to edit past the services."""

from django.contrib import admin

from armylists.models import ArmyList, OwnBook, OwnBookVersion, Revision


class RevisionInline(admin.TabularInline[Revision, ArmyList]):
    model = Revision
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "summary", "author", "created")

    def has_add_permission(self, *args: object) -> bool:
        return False


@admin.register(ArmyList)
class ArmyListAdmin(admin.ModelAdmin[ArmyList]):
    list_display = ("title", "owner", "system", "book", "points", "version", "archived", "updated")
    list_filter = ("system", "book", "archived")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    fields = ("public_id", "owner", "name", "system", "book", "points", "version", "document")
    readonly_fields = fields
    inlines = [RevisionInline]

    def has_add_permission(self, *args: object) -> bool:
        return False


class OwnBookVersionInline(admin.TabularInline[OwnBookVersion, OwnBook]):
    model = OwnBookVersion
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "summary", "created")

    def has_add_permission(self, *args: object) -> bool:
        return False


@admin.register(OwnBook)
class OwnBookAdmin(admin.ModelAdmin[OwnBook]):
    """To look at alone: lists and battles of others may stand on a version."""

    list_display = ("name", "owner", "system", "kind", "version", "archived", "updated")
    list_filter = ("system", "kind", "archived")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    fields = ("public_id", "owner", "name", "system", "kind", "version", "origin", "draft")
    readonly_fields = fields
    inlines = [OwnBookVersionInline]

    def has_add_permission(self, *args: object) -> bool:
        return False

    def has_delete_permission(self, *args: object) -> bool:
        return False
