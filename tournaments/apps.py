from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments: rounds, pairings and standings."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Pages of tournaments watch them."""
        from armylists.owned.watching import KINDS
        from tournaments.models import Tournament

        # Streams end where the third column changes: who may see it is asked anew.
        KINDS["tournament"] = Tournament.objects.values_list("pk", "revision", "visibility")
