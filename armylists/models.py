"""What is saved of an army list: its document, and every state it went through.

The document is the list; name, book and points stand beside it only to be searched for. Totals and legality
are never saved: they are judged anew whenever they are shown. Rows are written by `services.py` alone.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from armylists.owned.models import Owned, owner_field
from armylists.wording import lists as words
from rulesets.contract.documents import parse_list, title_of
from rulesets.engine.booksources import PREFIX
from rulesets.engine.lists import ArmyList as Document


class ArmyList(Owned):
    """An army list as it is now. `version` is the number of its latest revision."""

    NOUN, READERS, REVISION = "list", words.READ_THE_LIST, "version"
    STALE = words.LIST_CHANGED
    PAGE, SHARED, INDEX = "armylists:list", "armylists:shared", "armylists:index"

    owner = owner_field("army_lists")
    name = models.CharField(max_length=120, blank=True)
    system = models.CharField(max_length=40)
    book = models.CharField(max_length=80)
    points = models.PositiveIntegerField()
    document = models.JSONField()
    version = models.PositiveIntegerField(default=1)

    class Meta(Owned.Meta):
        indexes = [models.Index(fields=["owner", "archived", "-updated"], name="lists_of_an_owner")]

    @property
    def title(self) -> str:
        """What to call the list: its name, or its army book and its cost where it has none."""
        return self.name or title_of(self.document)

    @property
    def army(self) -> Document:
        """The list itself; raises ListError if its book is no longer known."""
        return parse_list(self.document)


class Revision(models.Model):
    """A state of a list, and in words what was changed to reach it.

    `repeats` is the number of an earlier revision with the same document, where this one undoes or redoes.
    """

    army_list = models.ForeignKey(ArmyList, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    summary = models.CharField(max_length=300)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField()
    repeats = models.PositiveIntegerField(null=True, blank=True)

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


class OwnBook(Owned):
    """An army book or a scenario that a user wrote. `version` is the number of its newest version, 0: none.

    The draft is what the editor works on; it may have faults. `edition` counts its changes, so that two
    browsers do not overwrite each other. Lists and battles name a version, and a version never changes; a
    book whose owner has left stays for those that were built on it.
    """

    NOUN, READERS, REVISION, HEAVY = "book", words.READ_AND_COPY, "edition", ("draft",)
    STALE = words.BOOK_CHANGED
    PAGE, SHARED, INDEX = "armylists:own-book", "armylists:shared-book", "armylists:own-books"
    BOOK, SCENARIO = "book", "scenario"
    NOUN_COLUMN = "kind"
    KINDS = ((BOOK, "army book"), (SCENARIO, "scenario"))

    owner = owner_field("own_books", stays=True)
    system = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=KINDS, default=BOOK)
    name = models.CharField(max_length=120)
    draft = models.JSONField()
    edition = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=0)
    origin = models.CharField(max_length=120, blank=True)

    class Meta(Owned.Meta):
        indexes = [models.Index(fields=["owner", "archived", "-updated"], name="books_of_an_owner")]

    @property
    def key(self) -> str:
        """What lists call it: `own.` and the digits of its public id."""
        return f"{PREFIX}{self.public_id.hex}"


class OwnBookVersion(models.Model):
    """A version of a book as it was saved; it never changes."""

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


# ----------------------------------------------------------------------------- guests, profiles, tokens

# What marks a guest stands with what is done with one, and a profile likewise; Django finds both from here.
from armylists.apitokens import ApiToken  # noqa: E402, F401
from armylists.guests import Guest  # noqa: E402, F401
from armylists.profiles import Profile  # noqa: E402, F401
