"""Campaigns and the maps that users make for them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from armylists.owned.models import Owned, OwnedQuerySet, owner_field
from campaigns.wording import labels as words
from campaigns.wording import unknown
from rulesets.engine.canonical import digest
from rulesets.engine.dice import seed_hash


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
    `early`: orders are carried out as soon as all players are ready. `letters`: players may write to other
    factions.
    `automatic`: the factions that the automatic commander orders for where nobody else does; `warned`: the
    turn whose deadline people were last reminded of.

    `redraws`: how often the umpire has gone back; each time new dice come from the same seed (`dice`).
    `seal`: the last link of a second chain, over the states and inputs of all parts of turns as well.
    `proof`: of an imported campaign, what the check of its file found, None for others. `peace`: the umpire
    has confirmed that it begins at peace.
    """

    class Shape(models.TextChoices):
        MAP = "map", "Map"
        LADDER = "ladder", "Ladder"
        STORY = "story", "Story"

    class Phase(models.TextChoices):
        ORDERS = "orders", words.WAITS_FOR_ORDERS
        BATTLES = "battles", words.WAITS_FOR_BATTLES
        OVER = "over", "Over"

    NOUN, HEAVY = "campaign", ("document", "map", "state")
    MISSING = unknown.NO_SUCH_CAMPAIGN
    PAGE, INDEX = "campaigns:campaign", "campaigns:index"
    WATCHED = ("campaign",)

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
    early = models.BooleanField(default=False)
    letters = models.BooleanField(default=True)
    paused = models.BooleanField(default=False)
    automatic = models.JSONField(default=list)
    warned = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    redraws = models.PositiveIntegerField(default=0)
    seal = models.CharField(max_length=64, blank=True)
    proof = models.JSONField(null=True, blank=True)
    peace = models.BooleanField(default=False)

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

    def salted(self, link: str) -> str:
        """Return a link of the log's chain as members may read it, hashed with the secret seed: from them
        one could find what is hidden between them by trying all that it may be.
        """
        return digest([self.seed, link]) if link else ""

    @property
    def dice(self) -> str:
        """What all dice are drawn from now: the seed, and after going back how often that was."""
        # Without redraws the seed alone, so that older campaigns replay as they were played.
        return f"{self.seed}|redraw {self.redraws}" if self.redraws else self.seed


class OwnMap(Owned):
    """A map that somebody made: its document, and how often it was saved (`edition`)."""

    NOUN, REVISION, HEAVY = "map", "edition", ("document",)
    STALE = words.MAP_CHANGED
    PAGE, INDEX = "campaigns:edit-map", "campaigns:maps"

    owner = owner_field("campaign_maps")
    share_token = archived = None  # type: ignore[assignment]  # how Django drops a column that is inherited
    name = models.CharField(max_length=120)
    document = models.JSONField()
    edition = models.PositiveIntegerField(default=1)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("name", "id")
