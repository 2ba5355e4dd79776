"""Who takes part in a campaign, what they bring, what they say, and what they have seen."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property

from campaigns.models.campaign import Campaign
from campaigns.wording import labels as words


def new_key() -> str:
    """Return a key for a member: short, unlike any other in a campaign."""
    return secrets.token_hex(4)


def new_token() -> str:
    """Return a secret that is part of an address."""
    return secrets.token_urlsafe(24)


class Member(models.Model):
    """Somebody in a campaign, in one role.

    An umpire sees everything, a player what their `faction` may know, a neutral what is public. `chief`: the
    commander-in-chief, who orders for all of the faction. `key` is what a force's `commander` names them by.
    `automatic`: where they give no orders, the automatic commander does. `feed`: the secret in the address of
    their calendar, `feed_used` when it was last asked for, to the minute.

    `ready`: the turn for which they said that their orders are final, 0: none. `away`: the day on which they
    are back, None: they are here; until then `deputy` orders for them, the automatic commander if it is None.
    `automatic_by`, `away_by`: the umpire who said so, "" where they said so themselves; an umpire's word
    takes nobody's battles away. `noted`: the newest entry of Fair play about them that they have confirmed.
    `read`: the newest message that they have read. `news` rises with what they may see that is no revision of
    the campaign (`waking`).

    `playing_umpire`: a player who runs the campaign as well, and sees no more than other players. An umpire
    who wants to play asks all players first: `asks_for` a faction, `accepted_by` the keys of those who agree.
    While one plays, whoever is to be umpire as well asks for "*" (`Disclosure.ALL`) in the same way, and a
    newcomer, who looks on so far, for the faction that they are invited to, `asked` at this time. `since`:
    when they came to their faction; orders and messages from before are not theirs to read (None: from before
    this was written).
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
    automatic_by = models.CharField(max_length=150, blank=True)
    ready = models.PositiveIntegerField(default=0)
    away = models.DateField(null=True, blank=True)
    away_by = models.CharField(max_length=150, blank=True)
    deputy = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="stands_in_for")
    read = models.PositiveBigIntegerField(default=0)
    noted = models.PositiveBigIntegerField(default=0)
    news = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=16, default=new_key)
    feed = models.CharField(max_length=43, default=new_token, unique=True, editable=False)
    feed_used = models.DateTimeField(null=True, blank=True)
    joined = models.DateTimeField(auto_now_add=True)
    since = models.DateTimeField(null=True, blank=True)
    playing_umpire = models.BooleanField(default=False)
    asks_for = models.CharField(max_length=60, blank=True)
    asked = models.DateTimeField(null=True, blank=True)
    accepted_by = models.JSONField(default=list)

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

    @property
    def asks_to_join(self) -> bool:
        """Whether they look on until they are accepted as a player of the faction that they ask for."""
        return self.role == self.Role.NEUTRAL and self.asks_for not in ("", Disclosure.ALL)

    @property
    def absent(self) -> bool:
        """Whether they are away today."""
        return self.away is not None and self.away > timezone.now().date()

    @property
    def left_alone(self) -> bool:
        """Whether they are away without a deputy who is there; fetch them with `deputy`."""
        return self.absent and (self.deputy is None or self.deputy.absent)

    @property
    def gone(self) -> bool:
        """Whether they are away today by their own word."""
        return self.absent and not self.away_by

    @property
    def fights(self) -> bool:
        """Whether they decide about battles of their faction: unless they have, by their own word, automatic
        orders or no deputy while they are away. Fetch them with `deputy`.
        """
        if self.automatic and not self.automatic_by:
            return False
        return not self.gone or not (self.deputy is None or self.deputy.gone)

    @cached_property
    def acts_for(self) -> tuple[Member, ...]:
        """Whose orders they write: their own, and those of who is away and has them as deputy. One query."""
        if self.role != self.Role.PLAYER:
            return (self,)
        away = Member.objects.filter(deputy=self, faction=self.faction, away__gt=timezone.now().date())
        return (self, *away)

    @property
    def leads(self) -> bool:
        """Whether they order for all of their faction: as its commander-in-chief, or as the deputy of one."""
        return self.chief or any(each.chief for each in self.acts_for)

    @property
    def runs(self) -> bool:
        """Whether they run the campaign: carry out its turns, set its deadlines, invite its people."""
        return self.umpire or self.playing_umpire


class News(models.Model):
    """What a member's open pages say has happened, written when it woke them (`waking`): a `kind` of
    `wording.news`, and what its sentence names. `number`: the member's `news` from then on.
    """

    member = models.ForeignKey(Member, models.CASCADE, related_name="heard")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    about = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        indexes = [models.Index(fields=["member", "number"], name="news_of_member")]

    def __str__(self) -> str:
        return self.kind


class Invitation(models.Model):
    """A way into a campaign, good for one person: whoever has the token takes the role that it names.

    `key`: the member's key that they will have, "" for a new one; an imported campaign's forces wait for the
    people whose keys they name. `label`: for whom it is meant, in words. `email`: where it was sent.
    `invited`: the user name of who finds it under "Your turn"; whether somebody has that name is not said.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=43, default=new_token, unique=True, editable=False)
    role = models.CharField(max_length=7, choices=Member.Role.choices, default=Member.Role.PLAYER)
    faction = models.CharField(max_length=60, blank=True)
    chief = models.BooleanField(default=False)
    automatic = models.BooleanField(default=False)
    playing_umpire = models.BooleanField(default=False)
    key = models.CharField(max_length=16, blank=True)
    label = models.CharField(max_length=150, blank=True)
    email = models.EmailField(blank=True)
    invited = models.CharField(max_length=150, blank=True)
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


class Disclosure(models.Model):
    """An umpire saw what is hidden from players, or did something in their stead, or began or ceased to play,
    or archived the campaign, or somebody changed sides. Every member can read it.

    `name`: of the user, who may be gone since; `by`: of the umpire who removed them or acted for them.
    `revision`: the campaign's at that moment. `left` and `entered`: of who changed sides, a faction, ALL
    for the umpire's, "" for an onlooker's. `said`: what an umpire corrected, and why, or why they acted for a
    player.
    """

    ALL = "*"

    class Kind(models.TextChoices):
        PREVIEW = "preview", "previewed"
        FILE = "file", words.DOWNLOADED_FILE
        SEED = "seed", words.DOWNLOADED_SEED
        PLAYS = "plays", words.BEGAN_TO_PLAY
        STOPPED = "stopped", words.STOPPED_PLAYING
        MOVED = "moved", words.CHANGED_SIDES
        LEFT = "left", words.LEFT_CAMPAIGN
        REMOVED = "removed", words.WAS_REMOVED
        CHIEF = "chief", words.BECAME_CHIEF
        ORDERED = "ordered", words.GAVE_ORDERS
        AUTOMATIC = "auto", words.TURNED_AUTOMATIC_ON
        MANUAL = "manual", words.TURNED_AUTOMATIC_OFF
        AWAY = "away", words.SET_AWAY
        BACK = "back", words.SET_BACK
        CORRECTED = "correct", words.CORRECTED
        UPLOAD = "upload", words.UPLOADED_CAMPAIGN
        ARCHIVED = "archive", words.ARCHIVED_CAMPAIGN
        RESTORED = "restore", words.RESTORED_CAMPAIGN

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="disclosures")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    turn = models.PositiveIntegerField()
    phase = models.CharField(max_length=7)
    revision = models.PositiveIntegerField()
    name = models.CharField(max_length=150)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by = models.CharField(max_length=150, blank=True)
    left = models.CharField(max_length=60, blank=True)
    entered = models.CharField(max_length=60, blank=True)
    said = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.name} {self.get_kind_display()} turn {self.turn}"


class Deletion(models.Model):
    """A campaign was deleted: its name and `by` whom, for one who was in it and may have it open."""

    campaign = models.UUIDField(db_index=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.campaign})"


class BroughtList(models.Model):
    """An army list that a player brings for their faction; an umpire makes a force of it, or declines.

    `document` is the list as it was brought: later changes of the player's own list do not reach it.
    Until then the player may withdraw it. `problems`: how many rules of its book it breaks; `accepted_in`:
    the umpire's decision that made a force of it; `reason`: why they declined it, if they said.
    """

    class Status(models.TextChoices):
        OPEN = "open", words.WAITS_FOR_UMPIRE
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="brought_lists")
    member = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="brought_lists")
    faction = models.CharField(max_length=60)
    name = models.CharField(max_length=120)
    system = models.CharField(max_length=40)
    points = models.FloatField(default=0)
    problems = models.PositiveIntegerField(default=0)
    document = models.JSONField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    accepted_in = models.ForeignKey(
        "campaigns.TurnRow", models.SET_NULL, null=True, blank=True, related_name="accepted_lists"
    )
    reason = models.CharField(max_length=500, blank=True, default="")
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name}: {self.status}"


class Message(models.Model):
    """What somebody wrote to factions or to the umpires; it never changes.

    `sender`: None once they have left. `faction`: the sender's, "" for umpires and onlookers.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="messages")
    sender = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="messages")
    faction = models.CharField(max_length=60, blank=True)
    umpire = models.BooleanField(default=False)
    words = models.TextField(max_length=4000)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"message {self.pk}"


class Addressee(models.Model):
    """To whom a message goes: a faction, or "" for the umpires."""

    message = models.ForeignKey(Message, models.CASCADE, related_name="addressees")
    faction = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = [models.UniqueConstraint(fields=["message", "faction"], name="one_addressee_once")]

    def __str__(self) -> str:
        return self.faction or words.THE_UMPIRES


class NoMail(models.Model):
    """Somebody who does not want all mail about campaigns: `kinds` is what they do not want, [] all of it."""

    kinds = models.JSONField(default=list)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="no_campaign_mail")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)
