from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments: rounds, pairings and standings."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "tournaments"
    verbose_name = "Tournaments"
