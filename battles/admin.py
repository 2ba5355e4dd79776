"""Battles in the administration: to look at and put away, never to edit past the services."""

from django.contrib import admin

from battles.models import Battle, Record


@admin.register(Battle)
class BattleAdmin(admin.ModelAdmin[Battle]):
    list_display = ("title", "owner", "opponent", "system", "status", "turn", "archived", "updated")
    list_filter = ("system", "status", "archived")
    list_select_related = ("owner", "opponent")
    search_fields = ("side_a", "side_b", "owner__username", "opponent__username")
    # The seed is not among them: nobody sees it before the end.
    fields = (
        "public_id", "owner", "opponent", "side_a", "side_b", "system", "rules_version", "status", "version",
        "revision", "event_count", "turn", "hash", "winner", "result", "created", "updated", "finished",
        "archived",
    )  # fmt: skip
    readonly_fields = tuple(field for field in fields if field != "archived")

    def has_add_permission(self, *args: object) -> bool:
        return False


@admin.register(Record)
class RecordAdmin(admin.ModelAdmin[Record]):
    list_display = ("title", "owner", "opponent", "system", "revision", "settled", "archived", "updated")
    list_filter = ("system", "archived")
    list_select_related = ("owner", "opponent")
    search_fields = ("side_a", "side_b", "owner__username", "opponent__username")
    fields = (
        "public_id", "owner", "opponent", "side_a", "side_b", "system", "revision", "result", "settled",
        "created", "updated", "archived",
    )  # fmt: skip
    readonly_fields = tuple(field for field in fields if field != "archived")

    def has_add_permission(self, *args: object) -> bool:
        return False
