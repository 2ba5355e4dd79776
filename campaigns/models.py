"""What is saved of a campaign: what it began from, how it stands, and every part of every turn.

The state is stored twice: as it is now with the campaign, and as it was before each part of a turn with
the turn's row, so that an umpire can go back. Neither holds the map, which never changes and stands once,
beside them. Rows are written by `services.py` and what it is made of alone; what somebody may see of them is
`access.py`'s to say.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from armylists.owned.models import Owned, OwnedQuerySet, owner_field
from rulesets.engine.dice import seed_hash


def new_key() -> str:
    """Return a key for a member: short, unlike any other in a campaign."""
    return secrets.token_hex(4)


def new_token() -> str:
    """Return a secret that is part of an address."""
    return secrets.token_urlsafe(24)


class CampaignQuerySet(OwnedQuerySet["Campaign"]):
    """Campaigns by who takes part in them."""

    def taking_part(self, user: object) -> Q:
        return Q(members__user=user)


class Campaign(Owned):
    """A campaign.

    `document` is what it began from and `state` how it stands now, both without their map, which is `map`
    (None for ladders and stories) with its digest in `map_hash`. `seed` is shown to nobody before the end.
    `hash`: the last link of the log's chain, which goes on from turn to turn.

    `revision` rises with everything that changes how the campaign stands or who takes part; whoever acts
    names the one that they saw. `deadline`: until when orders may be given, None: until the umpire resolves;
    `hours`: how long after a turn's beginning the next deadline is, 0: none is set. `alone`: the turn is
    concluded without the umpire when its last battle is in, and marched when its deadline has passed.
    `automatic`: the factions that the automatic commander orders for where nobody else does; `warned`: the
    turn whose deadline people were last reminded of.
    """

    class Shape(models.TextChoices):
        MAP = "map", "Map"
        LADDER = "ladder", "Ladder"
        STORY = "story", "Story"

    class Phase(models.TextChoices):
        ORDERS = "orders", "Waiting for orders"
        BATTLES = "battles", "Waiting for battles"
        OVER = "over", "Over"

    NOUN, HEAVY = "campaign", ("document", "map", "state")
    MISSING = "There is no such campaign, or you do not take part in it."
    PAGE, INDEX = "campaigns:campaign", "campaigns:index"

    owner = owner_field("campaigns")
    share_token = None
    name = models.CharField(max_length=120)
    shape = models.CharField(max_length=6, choices=Shape.choices)
    document = models.JSONField()
    map = models.JSONField(null=True, blank=True)
    map_hash = models.CharField(max_length=64, blank=True)
    state = models.JSONField()
    seed = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, blank=True)
    turn = models.PositiveIntegerField(default=1)
    date = models.CharField(max_length=10, blank=True)
    phase = models.CharField(max_length=7, choices=Phase.choices, default=Phase.ORDERS)
    deadline = models.DateTimeField(null=True, blank=True)
    hours = models.PositiveIntegerField(default=0)
    alone = models.BooleanField(default=True)
    paused = models.BooleanField(default=False)
    automatic = models.JSONField(default=list)
    warned = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)

    objects = CampaignQuerySet.as_manager()  # type: ignore[misc]  # the plugin takes the base's for a class variable

    class Meta(Owned.Meta):
        indexes = [
            models.Index(fields=["owner", "archived", "-updated"], name="campaigns_of_an_owner"),
            # What `campaign_turn --due` and its reminders look for.
            models.Index(fields=["deadline"], condition=Q(phase="orders"), name="campaigns_with_a_deadline"),
        ]

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.phase == self.Phase.OVER

    @property
    def seed_hash(self) -> str:
        """The seed's SHA-256, which may be shown at any time."""
        return seed_hash(self.seed)


class Member(models.Model):
    """Somebody in a campaign, in one role.

    An umpire sees everything, a player what his `faction` may know, a neutral what is public. `chief`: the
    commander-in-chief, who orders for all of his faction. `key` is what a force's `commander` names them by.
    `automatic`: where they give no orders, the automatic commander does. `feed`: the secret in the address of
    their calendar.
    """

    class Role(models.TextChoices):
        UMPIRE = "umpire", "Umpire"
        PLAYER = "player", "Player"
        NEUTRAL = "neutral", "Neutral"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="campaign_members")
    role = models.CharField(max_length=7, choices=Role.choices)
    faction = models.CharField(max_length=60, blank=True)
    chief = models.BooleanField(default=False)
    automatic = models.BooleanField(default=False)
    key = models.CharField(max_length=16, default=new_key)
    feed = models.CharField(max_length=43, default=new_token, unique=True, editable=False)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="one_role_in_a_campaign"),
            models.UniqueConstraint(fields=["campaign", "key"], name="one_member_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"

    @property
    def umpire(self) -> bool:
        """Whether they see and may do everything."""
        return self.role == self.Role.UMPIRE


class Invitation(models.Model):
    """A way into a campaign, good for one person: whoever has the token takes the role that it names.

    `key`: the member's key that they will have, "" for a new one; an imported campaign's forces wait for the
    people whose keys they name. `label`: for whom it is meant, in words. `email`: where it was sent.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=43, default=new_token, unique=True, editable=False)
    role = models.CharField(max_length=7, choices=Member.Role.choices, default=Member.Role.PLAYER)
    faction = models.CharField(max_length=60, blank=True)
    chief = models.BooleanField(default=False)
    automatic = models.BooleanField(default=False)
    key = models.CharField(max_length=16, blank=True)
    label = models.CharField(max_length=150, blank=True)
    email = models.EmailField(blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made = models.DateTimeField(auto_now_add=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.label or f"{self.role} {self.faction}".strip()

    def get_absolute_url(self) -> str:
        return reverse("campaigns:join", args=[self.token])


class OrdersRow(models.Model):
    """What one member orders in a turn: `draft`, as last written, and `given`, what counts (None: nothing
    yet). Of two members who order the same force, the one who gave their orders last is obeyed. `key` is the
    member's, who may have left since, or not be here yet (`member` None).
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="orders")
    turn = models.PositiveIntegerField()
    faction = models.CharField(max_length=60)
    key = models.CharField(max_length=16)
    member = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="orders")
    draft = models.JSONField()
    given = models.JSONField(null=True, blank=True)
    at = models.DateTimeField()
    given_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("given_at", "id")
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "turn", "faction", "key"], name="one_row_of_orders_a_turn"
            )
        ]

    def __str__(self) -> str:
        return f"{self.faction}, turn {self.turn}: {self.status}"

    @property
    def status(self) -> str:
        """ "given" if what was last written counts, "changed" if something older does, else "draft"."""
        if self.given is None:
            return "draft"
        return "given" if self.given == self.draft else "changed"


class TurnRow(models.Model):
    """A part of a turn that has happened, in the order of `number` over the whole campaign.

    `state_before` without the map, `figures` those of the factions in it, so that charts read no states;
    `hash_before` the chain's last link before it. `inputs`: what it followed
    from, `{"orders": {faction: orders}}` or `{"outcomes": {engagement: outcome}}` or `{"acts": [...],
    "reason": ...}`. `entries`: `{"n", "event", "hash", "words"}`. `undone`: the umpire went back to before.
    """

    class Part(models.TextChoices):
        MARCH = "march", "March"
        CONCLUDE = "conclude", "Conclusion"
        OVERRIDE = "override", "Umpire's decision"
        BACK = "back", "Went back"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    date = models.CharField(max_length=10, blank=True)
    part = models.CharField(max_length=8, choices=Part.choices)
    state_before = models.JSONField()
    figures = models.JSONField(default=dict)
    hash_before = models.CharField(max_length=64, blank=True)
    inputs = models.JSONField(default=dict)
    entries = models.JSONField(default=list)
    hash = models.CharField(max_length=64, blank=True)
    undone = models.BooleanField(default=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_part_a_number")]

    def __str__(self) -> str:
        return f"{self.turn}: {self.part}"


class EngagementRow(models.Model):
    """How an engagement of the state comes to its outcome: on the board, automatically, by the campaign's own
    dice, or on a table, of which both sides report what happened.

    `claim_a`, `claim_b`: what each side says that the outcome was; alike they settle it, unlike the umpire
    decides. `outcome` is written once, by whoever is first, and applied once, when the turn concludes.
    `standins`: the armies that stand in for the forces in another system; whole ones are what is fought, and
    what is reported of. `scenario`: on whose map the umpire lets it be fought.
    `undone`: the umpire went back to before it; its key may be there again.
    """

    class Status(models.TextChoices):
        OPEN = "open", "To be fought"
        FIGHTING = "fighting", "Being fought"
        REPORTED = "reported", "Reported by one side"
        DISPUTED = "disputed", "Disputed"
        SETTLED = "settled", "Settled"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="engagements")
    turn = models.PositiveIntegerField()
    key = models.CharField(max_length=40)
    faction_a = models.CharField(max_length=60)
    faction_b = models.CharField(max_length=60)
    battle = models.ForeignKey(
        "battles.Battle", models.SET_NULL, null=True, blank=True, related_name="engagements"
    )
    record = models.ForeignKey(
        "battles.Record", models.SET_NULL, null=True, blank=True, related_name="engagements"
    )
    means = models.CharField(max_length=9, blank=True)
    standins = models.JSONField(null=True, blank=True)
    scenario = models.JSONField(null=True, blank=True)
    claim_a = models.JSONField(null=True, blank=True)
    claim_b = models.JSONField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled = models.DateTimeField(null=True, blank=True)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ("turn", "key")
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "key"], condition=Q(undone=False), name="one_engagement_a_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"

    @property
    def factions(self) -> tuple[str, str]:
        """The factions of both sides."""
        return self.faction_a, self.faction_b

    @property
    def claims(self) -> tuple[Any, Any]:
        """What each side says; None where it has said nothing."""
        return self.claim_a, self.claim_b

    @property
    def status(self) -> str:
        """How far it is: one of `Status`."""
        if self.outcome is not None:
            return str(self.Status.SETTLED)
        said = [each for each in self.claims if each is not None]
        if said:
            return str(self.Status.DISPUTED if len(said) == 2 else self.Status.REPORTED)
        return str(self.Status.FIGHTING if self.battle_id or self.record_id else self.Status.OPEN)

    @property
    def status_words(self) -> str:
        """How far it is, in words."""
        return str(self.Status(self.status).label)


class NoMail(models.Model):
    """Somebody who wants no mail about campaigns."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="no_campaign_mail")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)


class OwnMap(Owned):
    """A map that somebody made: its document, and how often it was saved (`edition`)."""

    NOUN, REVISION, HEAVY = "map", "edition", ("document",)
    STALE = (
        "The map was changed in another window meanwhile. Nothing was overwritten: here it is as it"
        " stands now, without what was changed last."
    )
    PAGE, INDEX = "campaigns:edit-map", "campaigns:maps"

    owner = owner_field("campaign_maps")
    share_token = archived = None  # type: ignore[assignment]  # how Django drops a column that is inherited
    name = models.CharField(max_length=120)
    document = models.JSONField()
    edition = models.PositiveIntegerField(default=1)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("name", "id")
