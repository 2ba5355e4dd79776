"""What happens in the turns of a campaign: orders, parts, engagements, more time."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.models.campaign import Campaign
from campaigns.models.people import Member
from campaigns.wording import labels as words


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

    @property
    def final(self) -> bool:
        """Whether they count and whoever gave them is ready, so that they are not changed any more."""
        return self.given is not None and self.member is not None and self.member.ready == self.turn


class TurnRow(models.Model):
    """A part of a turn that has happened, in the order of `number` over the whole campaign.

    `state_before` without the map, `figures` those of the factions in it, so that charts read no states;
    `hash_before` the chain's last link before it. `inputs`: what it followed
    from, `{"orders": {faction: orders}}` or `{"outcomes": {engagement: outcome}}` or `{"acts": [...],
    "reason": ...}`, with `"redraw"` where dice were drawn anew, and a random `"salt"`. `entries`: `{"n",
    "event", "hash", "words"}`. `undone`: the umpire went back to before. `seal`: see `Campaign`; "" for parts
    from before there were seals. `deadline_before`: until when orders could be given.
    """

    class Part(models.TextChoices):
        MARCH = "march", "March"
        ANSWER = "answer", "Challenge"
        CONCLUDE = "conclude", "Conclusion"
        OVERRIDE = "override", words.UMPIRES_DECISION
        BACK = "back", words.WENT_BACK

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
    seal = models.CharField(max_length=64, blank=True)
    deadline_before = models.DateTimeField(null=True, blank=True)
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

    `proposal`: the method that one side proposes, `agreed`: the one that holds until it is begun, by consent
    of both sides or the umpire's decision (both are a `fields.Method`). `means`: how it was begun, "" before
    that: until then nobody sees the other side's units. `opened`: when it could first be fought; a deadline
    counts from here. `claim_a`, `claim_b`: what each side says that the outcome was; alike they settle it,
    unlike the umpire decides. `outcome` is written once, by whoever is first, and applied once, when the turn
    concludes. `standins`: the armies that stand in for the forces in another system; whole ones are what is
    fought, and what is reported of. `scenario`: on whose map the umpire lets it be fought. `undone`: the
    umpire went back to before it; its key may be there again. `dealings`: who did what about it, and when (a
    list of `dealings.Dealing`). `cancelled`: the battles that it was until the umpire cancelled them.
    """

    class Status(models.TextChoices):
        OPEN = "open", words.TO_BE_FOUGHT
        FIGHTING = "fighting", words.IN_PROGRESS
        REPORTED = "reported", words.ONE_REPORT
        DISPUTED = "disputed", words.REPORTS_DIFFER
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
    opened = models.DateTimeField(null=True, blank=True)
    proposal = models.JSONField(null=True, blank=True)
    agreed = models.JSONField(null=True, blank=True)
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
    dealings = models.JSONField(default=list)
    cancelled = models.ManyToManyField("battles.Battle", related_name="cancelled_engagements")

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
        return str(self.Status.FIGHTING if self.means else self.Status.OPEN)

    @property
    def begun(self) -> bool:
        """Whether both sides may see who takes the field."""
        return bool(self.means) or self.outcome is not None

    @property
    def changeable(self) -> bool:
        """Whether the umpire can still decide on another method: nothing is fought yet, at most both armies
        are shown for a table, and nothing is reported.
        """
        return self.outcome is None and self.claims == (None, None) and (self.shown or not self.means)

    @property
    def shown(self) -> bool:
        """Whether both armies are shown for a table of which both sides report."""
        return self.means == "table" and self.battle_id is None and self.record_id is None

    @property
    def seen(self) -> bool:
        """Whether each side has seen the other's units: it was begun, if only to be cancelled."""
        # Without a method it was cancelled when that let both sides agree anew.
        return self.begun or (
            self.agreed is not None and any(each["did"] == "began" for each in self.dealings)
        )

    @property
    def status_words(self) -> str:
        """How far it is, in words."""
        return str(self.Status(self.status).label)


class Extension(models.Model):
    """More time for a turn's orders that a player asks for: `hours`, and why. `granted`: None while the
    umpire has not answered.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="extensions")
    turn = models.PositiveIntegerField()
    member = models.ForeignKey(Member, models.CASCADE, related_name="extensions")
    hours = models.PositiveIntegerField()
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    granted = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(
                fields=["member", "turn"], condition=Q(granted__isnull=True), name="one_open_extension"
            )
        ]

    def __str__(self) -> str:
        return words.more_hours(self.hours, self.turn)
