"""The rows of a tournament: the event itself, its log, who runs it and who plays."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from armylists.owned.models import Owned, OwnedQuerySet, owner_field
from tournaments.wording import services as words


def new_token() -> str:
    """Return a secret that is part of an address."""
    return secrets.token_urlsafe(24)


class TournamentQuerySet(OwnedQuerySet["Tournament"]):
    """Tournaments by who may see them."""

    def taking_part(self, user: object) -> Q:
        # Subqueries: a join would repeat the rows of who is in one in several ways.
        organised = Organiser.objects.filter(user=user).values("tournament")  # type: ignore[misc]
        entered = Entry.objects.filter(user=user).values("tournament")  # type: ignore[misc]
        return Q(owner=user) | Q(pk__in=organised) | Q(pk__in=entered)

    def seen_by(self, user: object) -> Any:
        """Those that `user` takes part in, and those that are not private."""
        others = ~Q(visibility=Tournament.Visibility.PRIVATE)
        signed_in = getattr(user, "is_authenticated", False)
        return self.filter(others | self.taking_part(user) if signed_in else others)


class Tournament(Owned):
    """A tournament. `document` is what the actions of the log have made of `start`; both are documents of
    `tournaments.engine.document`.

    `revision` is the number of the newest row of the log. `arranged`: the newest one that changed settings or
    pairings; whoever changes those has seen it. `invited`: the secret in the address that people enter
    themselves by where it is private.
    """

    class Visibility(models.TextChoices):
        PUBLIC = "public", words.PUBLIC
        LINK = "link", words.LINK
        PRIVATE = "private", words.PRIVATE

    NOUN, HEAVY = "tournament", ("start", "document")
    STALE = words.SEE_IT_FIRST
    PAGE, INDEX = "tournaments:tournament", "tournaments:index"
    WATCHED = ("tournament",)

    owner = owner_field("tournaments")
    share_token = None
    name = models.CharField(max_length=120)
    date = models.DateField(null=True, blank=True)
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE)
    registration = models.CharField(max_length=7, default="closed")
    start = models.JSONField()
    document = models.JSONField()
    revision = models.PositiveIntegerField(default=0)
    arranged = models.PositiveIntegerField(default=0)
    invited = models.CharField(max_length=43, default=new_token, unique=True, editable=False)

    objects = TournamentQuerySet.as_manager()  # type: ignore[misc]  # the plugin takes the base's for a class variable

    class Meta(Owned.Meta):
        indexes = [
            models.Index(fields=["owner", "archived", "-updated"], name="tournaments_of_an_owner"),
            models.Index(fields=["visibility", "-date"], name="tournaments_of_everybody"),
        ]


class LoggedAction(models.Model):
    """Something that somebody did to a tournament: an action of `tournaments.engine.actions`, or
    `{"do": "undo"}` or `{"do": "redo"}` of the row `about`. `undone_by`: the row that undid it.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    action = models.JSONField()
    about = models.PositiveIntegerField(null=True, blank=True)
    undone_by = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="each_action_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.action['do']}"


class Organiser(models.Model):
    """Somebody who runs a tournament besides its owner, or judges at it."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", words.ORGANISER
        JUDGE = "judge", words.JUDGE

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="organisers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="organises")
    role = models.CharField(max_length=9, choices=Role.choices, default=Role.ORGANISER)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_at_a_tournament")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A way to run or judge a tournament, good for one person: whoever has the token takes the role.

    `label`: for whom it is meant, `email`: where it was sent; both are for organisers alone, and empty once
    it is used.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=43, default=new_token, unique=True, editable=False)
    role = models.CharField(max_length=9, choices=Organiser.Role.choices, default=Organiser.Role.JUDGE)
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
        return self.label or self.get_role_display()

    def get_absolute_url(self) -> str:
        return reverse("tournaments:invitation", args=[self.token])


class CalendarAddress(models.Model):
    """How often somebody has renewed the address of their calendar of a tournament: it is sealed with that,
    so the old one is good no more. No row: never.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    renewed = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_calendar_of_a_tournament")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.renewed})"


class Entry(models.Model):
    """Who plays as a player of a tournament's document (`player` is their id there; `person`: 0, or 1 for the
    second of doubles).

    `user` is None until somebody claims the player by the address that has `claim` in it. `email` is for the
    organisers alone.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.CharField(max_length=32)
    person = models.PositiveSmallIntegerField(default=0)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="tournament_entries"
    )
    claim = models.CharField(max_length=43, default=new_token, unique=True, editable=False)
    email = models.EmailField(blank=True)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player", "person"], name="one_entry_a_person"),
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_a_user"),
        ]

    def __str__(self) -> str:
        return self.player


class SentList(models.Model):
    """An army list as a player sent it in: later changes of their own list do not reach it, and it never
    changes. How it stands is in the tournament's document, under the same `key`.

    `problems`: how many rules of its own system it breaks; `user`: who sent it in.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sent_lists")
    key = models.CharField(max_length=32)
    player = models.CharField(max_length=32)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=120)
    system = models.CharField(max_length=40)
    book = models.CharField(max_length=120)
    points = models.PositiveIntegerField(default=0)
    problems = models.PositiveIntegerField(default=0)
    document = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="each_sent_list_once")]

    def __str__(self) -> str:
        return self.name


class League(Owned):
    """Many tournaments, of which so many results of each player count. Its owner runs it.

    `document`: a document of `tournaments.engine.league` with its settings, and with people and events that
    came in as a file. `links`: for somebody's key, the key of the `person` that they are too, as an organiser
    confirmed, and the `name` that they were linked by.
    """

    class Visibility(models.TextChoices):
        PUBLIC = "public", words.PUBLIC
        LINK = "link", words.LINK
        PRIVATE = "private", words.OWNER_ALONE

    NOUN, HEAVY = "league", ("document", "links")
    PAGE, INDEX = "tournaments:league", "tournaments:leagues"

    owner = owner_field("leagues")
    share_token = None
    name = models.CharField(max_length=120)
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE)
    document = models.JSONField()
    links = models.JSONField(default=dict, blank=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta(Owned.Meta):
        indexes = [
            models.Index(fields=["owner", "archived", "-updated"], name="leagues_of_an_owner"),
            models.Index(fields=["visibility", "-updated"], name="leagues_of_everybody"),
        ]


class LeagueEvent(models.Model):
    """A tournament that counts for a league, in a season of it."""

    league = models.ForeignKey(League, models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="leagues")
    season = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(fields=["league", "tournament"], name="a_tournament_once_in_a_league")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} ({self.season})"
