from django.apps import AppConfig


class BattlesConfig(AppConfig):
    """Battles: set-up, the log, the field and the result."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "battles"
    verbose_name = "Battles"

    def ready(self) -> None:
        """Pages watch battles and records."""
        from django.db.models.functions import Coalesce

        from armylists.owned.watching import KINDS
        from battles.models import Battle
        from battles.recording.models import Record

        KINDS["battle"] = Battle.objects.values_list("pk", "revision", "share_token")
        KINDS["record"] = Record.objects.values_list("pk", "revision", "share_token")
        recorded = Coalesce("record__revision", 0)
        KINDS["battle-record"] = Battle.objects.values_list("pk", recorded, "share_token")
