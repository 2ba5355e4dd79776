from django.apps import AppConfig


class ArmyListsConfig(AppConfig):
    """Army lists, their revisions, the builder and the rosters."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "armylists"
    verbose_name = "Army lists"

    def ready(self) -> None:
        """Lets every command that reads list files take the list out of a roster PDF too."""
        from armylists.documents import PDF_SIGNATURE, attached_list
        from rulesets.listfiles import register_reader

        register_reader(PDF_SIGNATURE, attached_list)
