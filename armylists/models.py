"""What is kept of an army list: its document, and every state it went through.

The document is the list; name, book and points stand beside it only to be searched for. Totals and legality
are never kept: they are judged anew whenever they are shown. Rows are written by `services.py` alone.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.urls import reverse

from rulesets.contract.documents import parse_list
from rulesets.engine.booksources import PREFIX
from rulesets.engine.lists import ArmyList as Document

if TYPE_CHECKING:
    from datetime import datetime


class ArmyListQuerySet(models.QuerySet["ArmyList"]):
    """Lists by who may see them."""

    def of(self, user: object) -> ArmyListQuerySet:
        """Those that `user` owns; none for someone who is not signed in."""
        return self.filter(owner=user) if getattr(user, "is_authenticated", False) else self.none()

    def in_use(self) -> ArmyListQuerySet:
        """Those that are not put away."""
        return self.filter(archived=False)

    def light(self) -> ArmyListQuerySet:
        """With their owner, as every page names him."""
        return self.select_related("owner")


class ArmyList(models.Model):
    """An army list as it is now. `version` is the number of its latest revision."""

    public_id = models.UUIDField("public id", default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="army_lists")
    name = models.CharField(max_length=120, blank=True)
    system = models.CharField(max_length=40)
    book = models.CharField(max_length=80)
    points = models.PositiveIntegerField()
    document = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    share_token = models.CharField(max_length=43, null=True, blank=True, unique=True, editable=False)
    archived = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField()

    objects = ArmyListQuerySet.as_manager()

    if TYPE_CHECKING:
        owner_id: int
        pk: int
        created: datetime

    class Meta:
        ordering = ("-updated", "-id")
        indexes = [models.Index(fields=["owner", "archived", "-updated"], name="lists_of_an_owner")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("armylists:list", args=[self.public_id])

    @property
    def title(self) -> str:
        """What to call the list: its name, or a word where it has none."""
        return self.name or "Unnamed list"

    @property
    def army(self) -> Document:
        """The list itself; raises ListError if its book is no longer known."""
        return parse_list(self.document)

    @property
    def shared_url(self) -> str:
        """The address that anyone may read the list at; empty while it is private."""
        return reverse("armylists:shared", args=[self.share_token]) if self.share_token else ""


class Revision(models.Model):
    """A state of a list, and in words what was changed to reach it."""

    army_list = models.ForeignKey(ArmyList, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    summary = models.CharField(max_length=300)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField()

    class Meta:
        ordering = ("-number",)
        constraints = [models.UniqueConstraint(fields=["army_list", "number"], name="one_revision_a_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.summary}"

    @property
    def army(self) -> Document:
        """The list as it was; raises ListError if its book is no longer known."""
        return parse_list(self.document)


# ------------------------------------------------------------------------------------------------ own books


class OwnBookQuerySet(models.QuerySet["OwnBook"]):
    """Books by who may see them."""

    def of(self, user: object) -> OwnBookQuerySet:
        """Those that `user` owns; none for someone who is not signed in."""
        return self.filter(owner=user) if getattr(user, "is_authenticated", False) else self.none()

    def in_use(self) -> OwnBookQuerySet:
        """Those that are not put away."""
        return self.filter(archived=False)

    def light(self) -> OwnBookQuerySet:
        """With their owner, and without the draft that only the editor needs."""
        return self.select_related("owner").defer("draft")


class OwnBook(models.Model):
    """An army book or a scenario that a user wrote. `version` is the number of its newest version, 0: none.

    The draft is what the editor works on; it may have faults. `edition` counts its changes, so that two
    browsers do not overwrite each other. Lists and battles name a version, and a version never changes; a
    book whose owner has left stays for those that were built on it.
    """

    BOOK, SCENARIO = "book", "scenario"
    KINDS = ((BOOK, "army book"), (SCENARIO, "scenario"))

    public_id = models.UUIDField("public id", default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="own_books")
    system = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=KINDS, default=BOOK)
    name = models.CharField(max_length=120)
    draft = models.JSONField()
    edition = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=0)
    origin = models.CharField(max_length=120, blank=True)
    share_token = models.CharField(max_length=43, null=True, blank=True, unique=True, editable=False)
    archived = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField()

    objects = OwnBookQuerySet.as_manager()

    if TYPE_CHECKING:
        owner_id: int | None
        pk: int
        created: datetime
        versions: models.Manager[OwnBookVersion]

    class Meta:
        ordering = ("-updated", "-id")
        indexes = [models.Index(fields=["owner", "archived", "-updated"], name="books_of_an_owner")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("armylists:own-book", args=[self.public_id])

    @property
    def key(self) -> str:
        """What lists call it: `own.` and the digits of its public id."""
        return f"{PREFIX}{self.public_id.hex}"

    @property
    def shared_url(self) -> str:
        """The address that anyone may read the book at; empty while it is private."""
        return reverse("armylists:shared-book", args=[self.share_token]) if self.share_token else ""


class OwnBookVersion(models.Model):
    """A version of a book as it was kept; it never changes."""

    book = models.ForeignKey(OwnBook, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    summary = models.CharField(max_length=300)
    created = models.DateTimeField()

    class Meta:
        ordering = ("-number",)
        constraints = [models.UniqueConstraint(fields=["book", "number"], name="one_version_a_number")]

    def __str__(self) -> str:
        return f"{self.book_id}, version {self.number}"
