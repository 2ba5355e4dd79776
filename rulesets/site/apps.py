from django.apps import AppConfig


class RulesetsConfig(AppConfig):
    """The rules of each system, its army books, and the pages and commands that show them."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "rulesets.site"
    label = "rulesets"
    verbose_name = "Rule systems"
