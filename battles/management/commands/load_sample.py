"""manage.py load_sample: two users, their lists, battles and meetings to look at."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from armylists.models import ArmyList
from armylists.sample import LISTS, PASSWORD
from battles import sample


class Command(BaseCommand):
    help = "Load the sample: two users, six lists, battles, two meetings. Again it changes nothing."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        row = sample.load()
        result = row.result or {}
        self.stdout.write("Sample users, their passwords and lists:")
        for name in LISTS:
            titles = (
                ArmyList.objects.filter(owner__username=name).order_by("pk").values_list("name", flat=True)
            )
            self.stdout.write(f"  {name} / {PASSWORD}: {', '.join(titles[: len(LISTS[name])])}")
        who = f"{row.winner_name} won" if row.winner is not None else "a draw"
        self.stdout.write(
            f"Sample battle: {row.title}: {who} in turn {result.get('turns')}, {result.get('how')}"
        )
        port = os.environ.get("LEAGUER_PORT")
        if port:
            self.stdout.write(f"  http://127.0.0.1:{port}{row.shared_url or row.get_absolute_url()}")
