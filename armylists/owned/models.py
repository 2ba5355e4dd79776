"""The abstract row of everything that somebody owns."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.db import models
from django.urls import reverse

from armylists.wording import lists as words

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Row = TypeVar("Row", bound="Owned")


class OwnedQuerySet(models.QuerySet[Row]):
    """Rows by who may see them, and with how much of them is read."""

    def of(self, user: object) -> Self:
        """Those that `user` owns or takes part in; none for someone who is not signed in."""
        return (
            self.filter(self.taking_part(user)) if getattr(user, "is_authenticated", False) else self.none()
        )

    def taking_part(self, user: object) -> models.Q:
        """Return what holds for the rows of somebody who is signed in."""
        return models.Q(owner=user)

    def in_use(self) -> Self:
        """Those that are not archived."""
        return self.filter(archived=False)

    def with_people(self) -> Self:
        """With their people, as every page names them."""
        return self.select_related(*self.model.PEOPLE)

    def light(self) -> Self:
        """With their people, without what only one's own page needs."""
        return self.with_people().defer(*self.model.HEAVY)


def owner_field(rows: str, *, stays: bool = False) -> Any:
    """Whose a row is; a user has them as `rows`. `stays`: it does when the user leaves."""
    if stays:
        return models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name=rows)
    return models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name=rows)


class Owned(models.Model):
    """Something that somebody owns, who may archive it and let others read it under a link.

    Its `owner` is declared where it is, by `owner_field`. Whoever changes what it holds names the state that
    they saw, which is counted in the column `REVISION`: see `services.write`.
    """

    NOUN: ClassVar[str]
    """What it is called in a sentence."""
    NOUN_COLUMN: ClassVar[str] = ""
    """The column that says what a row is called, where they are called differently."""
    MISSING: ClassVar[str] = words.NO_SUCH
    STALE: ClassVar[str] = words.MOVED_ON
    """What is said to who was about to change an older state; `at` is the number of the newest one."""
    READERS: ClassVar[str] = words.LOOK_AT
    """What may be done by who has its link."""
    REVISION: ClassVar[str] = "revision"
    PAGE: ClassVar[str]
    """The name of its own page, `SHARED` of the one under its link, `INDEX` of the page of all of them."""
    SHARED: ClassVar[str] = ""
    INDEX: ClassVar[str]
    PEOPLE: ClassVar[tuple[str, ...]] = ("owner",)
    HEAVY: ClassVar[tuple[str, ...]] = ()
    """The columns that only its own page needs."""
    WATCHED: ClassVar[tuple[str, ...]] = ()
    """The kinds of `watching.KINDS` that have its primary key: the first of them for its own revision."""

    public_id = models.UUIDField("public id", default=uuid.uuid4, unique=True, editable=False)
    share_token = models.CharField(max_length=43, null=True, blank=True, unique=True, editable=False)
    archived = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    if TYPE_CHECKING:
        pk: int
        owner: User | None
        owner_id: int | None
        name: str

    class Meta:
        abstract = True
        ordering = ("-updated", "-id")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse(self.PAGE, args=[self.public_id])

    @classmethod
    def say(cls, words: str) -> str:
        """One of the sentences above, of this kind of thing."""
        return words.format(noun=cls.NOUN)

    @property
    def noun(self) -> str:
        """What it is called, where rows of one kind are called differently."""
        return str(getattr(self, self.NOUN_COLUMN)) if self.NOUN_COLUMN else self.NOUN

    @property
    def title(self) -> str:
        """What to call it."""
        return self.name

    def check_archived(self) -> None:
        """Raise LeaguerError where it cannot be archived now."""

    @property
    def at_revision(self) -> int:
        """The number of the state that this is."""
        number: int = getattr(self, self.REVISION)
        return number

    @property
    def watched(self) -> tuple[str, int] | None:
        """What it is called where pages watch it; None where none does."""
        return (self.WATCHED[0], self.pk) if self.WATCHED else None

    @property
    def shared_url(self) -> str:
        """The address that anyone may see it at; empty while it is private."""
        return reverse(self.SHARED, args=[self.share_token]) if self.SHARED and self.share_token else ""

    def become(self, other: Self) -> None:
        """Take over everything that was read in a later reading of the same row."""
        for field in self._meta.concrete_fields:
            # Deferred columns are not in __dict__: asking for them here would cost a query each.
            if field.attname in other.__dict__:
                setattr(self, field.attname, getattr(other, field.attname))
        self._state.adding = other._state.adding
