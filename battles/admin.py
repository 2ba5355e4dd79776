"""Battles and records in the administration."""

from django.contrib import admin

from armylists.owned.admin import OwnedAdmin
from battles.models import Battle
from battles.recording.models import Record


@admin.register(Battle)
class BattleAdmin(OwnedAdmin):
    list_display = ("title", "owner", "opponent", "system", "status", "turn", "archived", "updated")
    list_filter = ("system", "status", "archived")
    search_fields = ("side_a", "side_b", "owner__username", "opponent__username")
    # The seed is not among them: nobody sees it before the end.
    fields = (
        "public_id", "owner", "opponent", "side_a", "side_b", "system", "rules_version", "status", "version",
        "revision", "event_count", "turn", "hash", "winner", "result", "created", "updated", "finished",
        "archived",
    )  # fmt: skip


@admin.register(Record)
class RecordAdmin(OwnedAdmin):
    list_display = ("title", "owner", "opponent", "system", "revision", "settled", "archived", "updated")
    list_filter = ("system", "archived")
    search_fields = ("side_a", "side_b", "owner__username", "opponent__username")
    fields = (
        "public_id", "owner", "opponent", "side_a", "side_b", "system", "revision", "result", "settled",
        "created", "updated", "archived",
    )  # fmt: skip
