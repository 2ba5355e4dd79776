"""What the interface takes and gives about the day of a tournament: exchanges, invitations of helpers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes import ResultModel
from tournaments.models import Invitation


class ExchangesQuery(serializers.Serializer[Any]):
    """Whose exchanges are asked for."""

    player = serializers.CharField(max_length=60, help_text="The id of a player of the round.")


class ExchangeSerializer(serializers.Serializer[Any]):
    """An exchange with the player `other`. `said`: what it breaks, in words; `pairings`: those that come of
    it, by the ids of their players, the first deploys first; one id alone is a bye.
    """

    other = serializers.CharField()
    name = serializers.CharField()
    possible = serializers.BooleanField()
    breaks = serializers.BooleanField()
    said = serializers.CharField()
    pairings = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class PaperQuery(serializers.Serializer[Any]):
    """Of which round (the last one, if none is named), for which player alone, how many certificates."""

    round = serializers.IntegerField(required=False, min_value=1)
    player = serializers.CharField(required=False, max_length=32)
    first = serializers.IntegerField(required=False, min_value=1, max_value=100)


class FoughtSerializer(serializers.Serializer[Any]):
    """A battle or record that you may report: `side`: the name of the side that you had; `result`: what it
    gives your pairing, for a `report` action.
    """

    title = serializers.CharField()
    system = serializers.CharField()
    side = serializers.CharField()
    ended = serializers.DateTimeField()
    url = serializers.CharField()
    result = ResultModel()


class TournamentInvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation to run or judge a tournament; its token lets one person in."""

    class Meta:
        model = Invitation
        fields = ("id", "token", "role", "label", "email", "made")
        read_only_fields = ("id", "token", "made")
        extra_kwargs = {"label": {"required": False}, "email": {"required": False}}


class EntryMailSerializer(serializers.Serializer[Any]):
    """Where a player without an account is written to; empty for nowhere."""

    email = serializers.EmailField(max_length=254, allow_blank=True)
    person = serializers.IntegerField(
        min_value=0, max_value=1, default=0, help_text="Of doubles: 0 the first, 1 the second."
    )
    send = serializers.BooleanField(default=False)


class TournamentCalendarSerializer(serializers.Serializer[Any]):
    """The address of your calendar of a tournament."""

    calendar = serializers.URLField()
