from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns: many battles joined on a map."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Engagements hear of their battles' end."""
        from battles import access, signals
        from campaigns import fighting, seats

        access.TOLD_OF_ROWS[seats.TOLD] = seats.engagement_key()
        signals.seat_taken.connect(seats.led)
        signals.whole_asked.connect(seats.whole_of)
        signals.battle_over.connect(fighting.battle_over)
        signals.record_settled.connect(fighting.record_settled)
