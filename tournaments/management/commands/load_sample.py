"""manage.py load_sample: users, their lists, battles, meetings, a campaign and a tournament to look at."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from armylists.models import ArmyList
from armylists.sample import LISTS, PASSWORD
from battles import sample
from campaigns import sample as campaign_sample
from tournaments import sample as tournament_sample


class Command(BaseCommand):
    help = "Load sample users, lists, battles, a campaign and a tournament. Running it again changes nothing."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        row = sample.load()
        campaign = campaign_sample.load(campaign_sample.users())
        tournament = tournament_sample.load(campaign_sample.users())
        result = row.result or {}
        self.stdout.write("Sample users, their passwords and lists:")
        for name in LISTS:
            titles = (
                ArmyList.objects.filter(owner__username=name).order_by("pk").values_list("name", flat=True)
            )
            owned = ", ".join(titles[: len(LISTS[name])]) or "plays in the campaign"
            self.stdout.write(f"  {name} / {PASSWORD}: {owned}")
        who = f"{row.winner_name} won" if row.winner is not None else "a draw"
        self.stdout.write(
            f"Sample battle: {row.title}: {who} in turn {result.get('turns')}, {result.get('how')}"
        )
        port = os.environ.get("LEAGUER_PORT")
        if port:
            self.stdout.write(f"  http://127.0.0.1:{port}{row.shared_url or row.get_absolute_url()}")
        self.stdout.write(f"Sample campaign: {campaign.name}, turn {campaign.turn}, umpire {campaign.owner}")
        if port:
            self.stdout.write(f"  http://127.0.0.1:{port}{campaign.get_absolute_url()}")
        self.stdout.write(f"Sample tournament: {tournament.name}, run by {tournament.owner}")
        if port:
            self.stdout.write(f"  http://127.0.0.1:{port}{tournament.get_absolute_url()}")
        league = tournament.leagues.get().league
        self.stdout.write(f"Sample league: {league.name}, {league.events.count()} tournaments")
        if port:
            self.stdout.write(f"  http://127.0.0.1:{port}{league.get_absolute_url()}")
