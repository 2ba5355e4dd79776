"""Leagues as the REST interface reads and writes them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from armylists.owned.shapes import shape
from tournaments.api.schema import Modelled
from tournaments.api.shapes import object_in
from tournaments.engine.league import League as LeagueDocument
from tournaments.engine.league import LeagueSettings, read_league, read_settings
from tournaments.engine.ratings import Rating
from tournaments.models import League


class LeagueDocumentSerializer(Modelled):
    """A league’s document."""

    name, model = "League", LeagueDocument

    @staticmethod
    def read(data: Any) -> LeagueDocument:
        return read_league(object_in(data))

    def to_representation(self, instance: LeagueDocument) -> Any:
        return instance.to_json()


class LeagueSettingsSerializer(Modelled):
    """What counts in a league."""

    name, model = "LeagueSettings", LeagueSettings

    @staticmethod
    def read(data: Any) -> LeagueSettings:
        return read_settings(object_in(data))

    def to_representation(self, instance: LeagueSettings) -> Any:
        return instance.model_dump(mode="json")


class LeagueSerializer(serializers.ModelSerializer[League]):
    """A league. `revision` rises with each change of its settings."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)

    class Meta:
        model = League
        fields: tuple[str, ...] = (
            "id", "owner", "name", "visibility", "archived", "revision", "created", "updated"
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields


class LeagueEventSerializer(serializers.Serializer[Any]):
    """A tournament of a league. `number` is what it is taken out by; `counts`: it is over, and its standings
    are published.
    """

    number = serializers.IntegerField()
    tournament = serializers.UUIDField()
    name = serializers.CharField()
    date = serializers.DateField()
    season = serializers.CharField(allow_blank=True)
    counts = serializers.BooleanField()


class OpenedLeagueSerializer(LeagueSerializer):
    """A league as you see it. `runs`: it is yours; `hidden`: how many of its tournaments you may not see."""

    runs = serializers.BooleanField(read_only=True)
    settings = LeagueSettingsSerializer(read_only=True)
    seasons = serializers.ListField(child=serializers.CharField(), read_only=True)
    events = LeagueEventSerializer(many=True, read_only=True)
    hidden = serializers.IntegerField(read_only=True)

    class Meta(LeagueSerializer.Meta):
        fields = (*LeagueSerializer.Meta.fields, "runs", "settings", "seasons", "events", "hidden")
        read_only_fields = fields


class NewLeagueSerializer(serializers.Serializer[Any]):
    """A new league: a `name`, a whole `document`, or both."""

    name = serializers.CharField(max_length=120, required=False)
    document = LeagueDocumentSerializer(required=False)
    visibility = serializers.ChoiceField(choices=League.Visibility.choices, default=League.Visibility.PRIVATE)


class ChangeLeagueSerializer(serializers.Serializer[Any]):
    """What is changed of a league; what is left out stays."""

    name = serializers.CharField(max_length=120, required=False)
    settings = LeagueSettingsSerializer(required=False)
    visibility = serializers.ChoiceField(choices=League.Visibility.choices, required=False)
    archived = serializers.BooleanField(required=False)


class AddToLeagueSerializer(serializers.Serializer[Any]):
    """A tournament that you run, and the season that it counts for."""

    tournament = serializers.UUIDField()
    season = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)


class SeasonQuery(serializers.Serializer[Any]):
    """Which standings are asked for."""

    season = serializers.CharField(max_length=120, required=False, help_text="Of this season, not of all.")


class LeagueResultSerializer(serializers.Serializer[Any]):
    """What an event brought somebody. `counts`: it is one of the results that count for them."""

    event = serializers.CharField(allow_blank=True)
    date = serializers.DateField()
    season = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField()
    points = serializers.CharField()
    counts = serializers.BooleanField()


class LeaguePersonSerializer(serializers.Serializer[Any]):
    """Somebody who plays in a league, and their rating: `value`, which is within `spread` of the true one 19
    times of 20; `provisional`: too few battles are behind it.
    """

    key = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    rating = shape(Rating)()


class LeaguePlaceSerializer(LeaguePersonSerializer):
    """A place in a league."""

    rank = serializers.IntegerField()
    total = serializers.CharField()
    results = LeagueResultSerializer(many=True)


class LeagueRecordSerializer(serializers.Serializer[Any]):
    """Battles won, drawn and lost."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class AgainstSerializer(serializers.Serializer[Any]):
    """A record against an opponent, or with an army book, by its `key`."""

    key = serializers.CharField()
    name = serializers.CharField()
    record = LeagueRecordSerializer()


class RatingAfterSerializer(serializers.Serializer[Any]):
    """A rating after an event."""

    event = serializers.CharField(allow_blank=True)
    date = serializers.DateField()
    rating = serializers.IntegerField()


class LeaguePlayerSerializer(LeaguePersonSerializer):
    """A player of a league: record, results, opponents, army books, and the rating after each event."""

    record = LeagueRecordSerializer()
    results = LeagueResultSerializer(many=True)
    opponents = AgainstSerializer(many=True)
    books = AgainstSerializer(many=True)
    ratings = RatingAfterSerializer(many=True)


class LinkedSerializer(serializers.Serializer[Any]):
    """Somebody who is `person` too, because who runs the league says so."""

    alias = serializers.CharField()
    name = serializers.CharField()
    person = serializers.CharField()


class AlikeSerializer(serializers.Serializer[Any]):
    """Two who are called alike and were never in the same event: they may be one person."""

    one = serializers.CharField()
    other = serializers.CharField()
    name = serializers.CharField()


class WhoIsWhoSerializer(serializers.Serializer[Any]):
    """Who is linked, and who may be the same."""

    links = LinkedSerializer(many=True)
    suggestions = AlikeSerializer(many=True)


class LinkPeopleSerializer(serializers.Serializer[Any]):
    """Two keys that are one person, who has the first from now on."""

    one = serializers.CharField(max_length=32)
    other = serializers.CharField(max_length=32)
