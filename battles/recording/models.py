"""The record of a battle on a table, and every claim that was made in it.

Nothing that follows from claims is saved beside them but what both sides have signed (`Record.result`), to be
listed by. Rows are written by `services.py` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from armylists.owned.models import owner_field
from battles import wording as words
from battles.sides import TwoSides, opponent_field


class Record(TwoSides):
    """What was lost on the table in one battle: of a meeting (`battle`), or of two lists without one.

    The owner is side 0, the opponent side 1; without an opponent the owner records for both. `frame` is what
    the record begins with: `{"scenario": {"key", "name", "turns"}, "points": [[...], [...]], "values": {},
    "needless": []}`.
    `revision` is the number of its last claim. `settled`: when both sides signed it, None while it is open.
    """

    NOUN, HEAVY = "record", ("lists", "frame", "battle__setup")
    STALE = words.ENTRY_CHANGED
    PAGE, SHARED, INDEX = "battles:own-record", "battles:shared-own-record", "battles:records"
    WATCHED = ("record",)

    battle = models.OneToOneField(
        "battles.Battle", models.CASCADE, null=True, blank=True, related_name="record"
    )
    owner = owner_field("records")
    opponent = opponent_field("records_against")
    lists = models.JSONField()
    frame = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    settled = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        battle_id: int | None

    class Meta(TwoSides.Meta):
        indexes = [
            models.Index(fields=["owner", "archived", "-updated"], name="records_of_an_owner"),
            models.Index(fields=["opponent", "archived", "-updated"], name="records_of_an_opponent"),
        ]

    def get_absolute_url(self) -> str:
        if self.battle is not None:
            return reverse("battles:record", args=[self.battle.public_id])
        return super().get_absolute_url()

    @property
    def watched(self) -> tuple[str, int] | None:
        """What pages watch: of a meeting's record its battle, which is there before the record is."""
        return super().watched if self.battle_id is None else ("battle-record", self.battle_id)

    @property
    def people(self) -> tuple[Any, Any]:
        """Who leads each side; None where that is not known."""
        return self.owner, self.opponent

    @property
    def scenario(self) -> dict[str, Any]:
        """Key, name and number of turns of the scenario, as far as they are known."""
        found: dict[str, Any] = self.frame.get("scenario") or {}
        return found


class Claim(models.Model):
    """One thing that one side did in a record, never changed afterwards: the history, and all there is.

    `kind`: `claim` says that entry `key` has `value`, `turn` that turn `value` has begun, `sign` that the
    record is right as it stands, `reopen` that it is not. `by`: the side, None if one person has both.
    """

    class Kind(models.TextChoices):
        CLAIM = "claim", "recorded"
        TURN = "turn", words.BEGAN_TURN
        SIGN = "sign", "signed"
        REOPEN = "reopen", "reopened"

    record = models.ForeignKey(Record, models.CASCADE, related_name="claims")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.CLAIM)
    by = models.PositiveSmallIntegerField(null=True, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    turn = models.PositiveSmallIntegerField(default=0)
    key = models.CharField(max_length=140, blank=True)
    value = models.JSONField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=["record", "number"], name="one_claim_a_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.key}"
