from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns: many battles joined on a map."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Engagements hear of their battles' end."""
        from battles import access, signals
        from campaigns import fighting

        access.ROW_ANNOTATIONS[fighting.ENGAGEMENT_KEY] = fighting.engagement_key()
        signals.sides_asked.connect(fighting.led)
        signals.whole_asked.connect(fighting.whole_of)
        signals.battle_over.connect(fighting.battle_over)
        signals.record_settled.connect(fighting.record_settled)
