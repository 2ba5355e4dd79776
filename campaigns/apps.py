from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns: many battles joined on a map."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Engagements hear of their battles' end, campaigns of deleted accounts; pages watch them."""
        from django.db.models import Value
        from django.db.models.signals import post_delete

        from armylists.owned.watching import KINDS
        from battles import access, signals
        from campaigns import fighting, people, waking
        from campaigns.models import Campaign, Member

        KINDS["campaign"] = Campaign.objects.values_list("pk", "revision", Value(""))
        KINDS[waking.KIND] = Member.objects.values_list("pk", "news", Value(""))
        access.ROW_ANNOTATIONS[fighting.ENGAGEMENT_KEY] = fighting.engagement_key()
        signals.sides_asked.connect(fighting.led)
        signals.looking_on_asked.connect(fighting.opens_battle)
        signals.whole_asked.connect(fighting.whole_of)
        signals.archiving.connect(fighting.still_fought)
        signals.colours_asked.connect(fighting.colours)
        signals.resigning_asked.connect(fighting.price_of_resigning)
        signals.battle_over.connect(fighting.battle_over)
        signals.record_settled.connect(fighting.record_settled)
        post_delete.connect(people.account_deleted, sender=Member)
        post_delete.connect(waking.member_gone, sender=Member)
