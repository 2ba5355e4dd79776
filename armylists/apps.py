from django.apps import AppConfig


class ArmyListsConfig(AppConfig):
    """Army lists, their revisions, the builder and the rosters."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "armylists"
    verbose_name = "Army lists"

    def ready(self) -> None:
        """Lets every command that reads list files take the list out of a roster PDF too, and the rules find
        the books that users save."""
        from armylists.attachments import PDF_SIGNATURE, attached_list
        from armylists.bookaccess import own_only
        from armylists.booksource import source
        from rulesets.engine import booksources
        from rulesets.site.files import register_reader

        register_reader(PDF_SIGNATURE, attached_list)
        booksources.register(source)
        booksources.guard(own_only)
