"""What is saved of a battle: set-up, seed and the choices made. Everything else is replayed from these.

Turn, standing and result stand beside them only to be listed and searched for. Rows are written by the
services alone (`services.py` and what it is made of).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models

from armylists.owned.models import owner_field
from battles import wording as words
from battles.sides import SIDES, TwoSides, opponent_field
from rulesets.contract import registry
from rulesets.contract.presentation import Meeting
from rulesets.engine.decisions import Refusal
from rulesets.engine.dice import seed_hash
from rulesets.engine.wording import capfirst

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ASK, NEVER = "ask", "never"


def asked() -> list[str]:
    """Both sides are asked about every reaction."""
    return [ASK for _ in SIDES]


class Battle(TwoSides):
    """A battle. `version` is the number of choices made; `seed` is shown to nobody before the end.

    The owner decides for side 0, the opponent for side 1; without an opponent the owner decides for both.
    `tacticians` holds the sides that the tactician decides for, `reactions` whether each side is asked about
    reactions: "ask", or "never" (they are declined for it).

    `revision` rises with everything that another screen has to notice, `undone` with every time that choices
    were taken back, `dice_undone` with every time that rolled dice were among them. `offer` is what one side
    has offered the other, None or `{"kind": "undo" or "draw", "by": side, "to": the number of choices that an
    undo leaves, else None}`; `declined` is the last offer that was not accepted, None or `{"kind", "by"}`,
    until the side that had made it acts again.

    `deciding` is the side that decides next, None when it is over or where it is not known yet: it was saved
    first by a later version than the battle's. `guided` holds the sides whose players see hints beside their
    decisions; `strengths` how strong the tactician is for each side, as in the set-up, [] where that says
    nothing.

    `cancelled`: why the umpire of what it was a part of cancelled it; "" unless they did. Whoever saw it
    still may, and nobody plays it any more.
    """

    class Status(models.TextChoices):
        READY = "ready", words.SET_UP
        GOING = "going", words.IN_PROGRESS
        OVER = "over", "Over"

    NOUN, HEAVY = "battle", ("setup",)
    PAGE, SHARED, INDEX = "battles:battle", "battles:shared", "battles:index"
    WATCHED = ("battle", "battle-record")

    owner = owner_field("battles")
    opponent = opponent_field("battles_against")
    rules_version = models.CharField(max_length=40)
    setup = models.JSONField()
    seed = models.CharField(max_length=64)
    tacticians = models.JSONField(default=list)
    status = models.CharField(max_length=5, choices=Status.choices, default=Status.READY)
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    undone = models.PositiveIntegerField(default=0)
    dice_undone = models.PositiveIntegerField(default=0)
    offer = models.JSONField(null=True, blank=True)
    declined = models.JSONField(null=True, blank=True)
    deciding = models.PositiveSmallIntegerField(null=True, blank=True)
    guided = models.JSONField(default=list)
    strengths = models.JSONField(default=list)
    reactions = models.JSONField(default=asked)
    event_count = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64)
    turn = models.PositiveIntegerField(default=0)
    standing = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    cancelled = models.CharField(max_length=300, blank=True)

    class Meta(TwoSides.Meta):
        indexes = [
            models.Index(fields=["owner", "archived", "-updated"], name="battles_of_an_owner"),
            models.Index(fields=["opponent", "archived", "-updated"], name="battles_of_an_opponent"),
        ]

    @property
    def over(self) -> bool:
        """Whether the battle has its result."""
        return self.status == self.Status.OVER

    @property
    def cancelled_words(self) -> str:
        """That an umpire cancelled it, and why, as a sentence; "" unless they did."""
        return capfirst(words.cancelled_because(self.cancelled)) if self.cancelled else ""

    def check_open(self) -> None:
        """Raise Refusal (`cancelled`) for a battle that an umpire has cancelled."""
        if self.cancelled:
            raise Refusal(words.cancelled_because(self.cancelled), code="cancelled")

    @property
    def undone_words(self) -> str:
        """How often choices were undone after dice had been seen; "" unless two people fought."""
        return words.dice_were_undone(self.dice_undone) if self.opponent_id and self.dice_undone else ""

    @property
    def meeting(self) -> Meeting | None:
        """What the battle is if it is fought on a real table; None if it is fought here."""
        # A row may be of a system that this site no longer has; lists of battles must still open.
        known = self.system in registry.PACKAGES
        return registry.get(self.system).presentation.meeting if known else None

    @property
    def status_words(self) -> str:
        """How far it is, in words."""
        if self.cancelled:
            return words.CANCELLED
        if self.waits:
            return words.waiting_for(self.invited)
        if self.meeting is None or self.status == self.Status.READY:
            return str(self.get_status_display())
        if not self.over:
            return words.BEING_PREPARED
        return words.TABLE_READY if self.table_ready else words.CALLED_OFF

    @property
    def table_ready(self) -> bool:
        """Whether it is a meeting that has come to its end."""
        return self.meeting is not None and self.result is not None and self.meeting.ready(self.result)

    @property
    def typed(self) -> bool:
        """Whether the players roll their own dice and type them in."""
        return bool(self.setup.get("dice") == "typed")

    @property
    def decider(self) -> User | None:
        """The person who decides next; None if the tactician does, if nobody does, or if it is not known."""
        if self.deciding is None or self.over or self.cancelled or self.waits:
            return None
        if self.deciding in self.tacticians:
            return None
        found: User | None = self.owner
        return self.opponent if self.deciding == 1 and self.opponent is not None else found

    @property
    def seed_hash(self) -> str:
        """The seed's SHA-256, which may be shown at any time."""
        return seed_hash(self.seed)

    @property
    def winner_name(self) -> str:
        """The name of the side that won; empty for a draw and while the battle is going."""
        return "" if self.winner is None else self.sides[self.winner]


class Choice(models.Model):
    """A choice that was made: by which side, at which kind of decision; `made_by` whom, None if by the
    tactician or if the side is never asked.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="choices")
    number = models.PositiveIntegerField()
    side = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=60)
    choice = models.JSONField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="one_choice_a_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.decision}"

    def to_json(self) -> dict[str, Any]:
        """Return the choice as a battle document holds it."""
        return {"side": self.side, "decision": self.decision, "choice": self.choice}


# What is recorded of battles on a table has a package of its own; Django finds its models from here.
from battles.recording.models import Claim, Record  # noqa: E402, F401
