"""What somebody owns in the administration: to view and archive, never to edit past the services."""

from __future__ import annotations

from typing import Any

from django.contrib import admin


class LookedAt:
    """Rows that are not added here."""

    def has_add_permission(self, *args: object) -> bool:
        return False


class OwnedAdmin(LookedAt, admin.ModelAdmin[Any]):
    """Rows with their people, without what is heavy or secret; whether they are archived may be changed."""

    def get_queryset(self, request: Any) -> Any:
        rows = super().get_queryset(request).select_related(*self.model.PEOPLE)
        return rows.defer(*(name for name in self.model.HEAVY if name not in (self.fields or ())))

    def get_readonly_fields(self, request: Any, obj: Any = None) -> Any:
        return tuple(name for name in self.fields or () if name != "archived")


class PartInline(LookedAt, admin.TabularInline[Any, Any]):
    """The rows that belong to one, to look at alone."""

    extra = 0
    can_delete = False

    def get_readonly_fields(self, request: Any, obj: Any = None) -> Any:
        return self.fields or ()
