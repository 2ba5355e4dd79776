"""A campaign on the Isle of Merrow to look around in; loading it again changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from battles import sample as battle_sample
from campaigns import consent, services
from campaigns.engine.commander import orders_for
from campaigns.engine.shipped import campaigns
from campaigns.engine.view import view
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of

KEY = "island"
SEED = "Merrow"
UMPIRE = "alice"
PLAYERS = {"bob": "crown", "carol": "company"}
TURNS = 2
"""So many turns have been played, with the orders of the automatic commander."""
TIME = timedelta(days=7)
"""So long players had for the orders of a turn."""


def load(users: Mapping[str, User]) -> Campaign:
    """Return the sample's campaign: Alice is its umpire, Bob and Carol play, the third faction is the
    automatic commander's. Its first turns are played, as far as the first battle that somebody plays: the
    other side has proposed how to fight it. Players gave their orders, so that going back finds them again.
    """
    row = find()
    if row is not None:
        return row
    for user in users.values():
        services.set_mail(user, on=False)
    row = services.create(users[UMPIRE], campaigns()[KEY], seed=SEED)
    umpire = row.members.get(user=users[UMPIRE])
    for faction in campaigns()[KEY].factions:
        if faction.id not in PLAYERS.values():
            services.set_automatic(row, umpire, faction=faction.id)
    players = [
        services.add_member(row, users[name], "player", key, chief=True) for name, key in PLAYERS.items()
    ]
    for _ in range(TURNS):
        if row.phase == Campaign.Phase.ORDERS:
            services.set_deadline(row, umpire, timezone.now() + TIME)
            for player in players:
                _order(row, player)
            services.resolve(row, row.revision, users[UMPIRE])
    _propose(row)
    return row


def _order(row: Campaign, player: Member) -> None:
    """Let a player give the orders that the automatic commander would, from what their faction sees."""
    seen = view(state_of(row), player.faction).state
    services.give_orders(row, player, orders_for(seen, player.faction, row.dice).to_json())


def _propose(row: Campaign) -> None:
    """Let Bob's enemy propose how to fight the first of their battles, if there is one."""
    own = PLAYERS["bob"]
    for found in row.engagements.filter(turn=row.turn, undone=False, outcome__isnull=True):
        enemy = row.members.filter(faction__in=set(found.factions) - {own}, role="player").first()
        if own in found.factions and enemy is not None:
            consent.propose(row, found.key, enemy, "table")
            return


def find() -> Campaign | None:
    """Return the sample's campaign if it was loaded."""
    rows = Campaign.objects.filter(owner__username=UMPIRE, seed=SEED)
    return rows.defer("document", "map", "state").order_by("pk").first()


def users() -> dict[str, User]:
    """Return the sample's users by name."""
    names = [name for name, _ in battle_sample.USERS]
    return {each.username: each for each in User.objects.filter(username__in=names)}
