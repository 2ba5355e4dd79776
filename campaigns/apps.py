from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns: many battles joined on a map."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Engagements hear of their battles' end."""
        from battles import access, signals
        from campaigns import fighting, participants

        access.ROW_ANNOTATIONS[participants.ENGAGEMENT_KEY] = participants.engagement_key()
        signals.sides_asked.connect(participants.led)
        signals.whole_asked.connect(participants.whole_of)
        signals.battle_over.connect(fighting.battle_over)
        signals.record_settled.connect(fighting.record_settled)
