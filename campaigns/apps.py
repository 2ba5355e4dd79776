from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns: many battles joined on a map."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "campaigns"
    verbose_name = "Campaigns"
