from django.apps import AppConfig


class BattlesConfig(AppConfig):
    """Battles: set-up, the log, the field and the result."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "battles"
    verbose_name = "Battles"
