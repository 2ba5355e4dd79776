"""manage.py campaign_import: a campaign from its file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from campaigns import services
from campaigns.fileformat import MAX_BYTES, CampaignFileError
from campaigns.management.reading import CampaignCommand
from campaigns.persistence import state_of
from rulesets.engine.errors import Fault


class Command(CampaignCommand):
    """Exit 0: it is there; 2: bad input, with one line on standard error."""

    help = "Import a whole campaign from its file. The owner becomes its umpire, the others are invited."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file written by campaign_export")
        parser.add_argument("--owner", required=True, metavar="NAME", help="the user who becomes the owner")

    def handle(self, *args: Any, file: str, owner: str, **options: Any) -> None:
        user = User.objects.filter(username=owner).first()
        if user is None:
            self.refuse("--owner", f"there is no user “{owner}”")
        with self.one_line(file):
            with Path(file).open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
            if not data:
                raise CampaignFileError(Fault("", "is empty"))
            row = services.import_file(user, data)
        self.stdout.write(f"{row.public_id}: {row.name}, turn {row.turn}")
        factions = state_of(row).factions
        for each in row.invitations.all():
            part = f"{each.role} of {factions[each.faction].name}" if each.faction in factions else each.role
            self.stdout.write(f"  invited: {each}, {part}, by {each.get_absolute_url()}")
