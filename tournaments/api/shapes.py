"""Tournaments as the REST interface reads and writes them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from rest_framework import serializers

from tournaments.api.schema import Modelled
from tournaments.engine.actions import Action, AnyAction, read_action
from tournaments.engine.document import Player, Result, Round, read_tournament
from tournaments.engine.document import Tournament as Document
from tournaments.models import LoggedAction, Organiser, Tournament
from tournaments.wording import api as words


def object_in(data: Any) -> Any:
    """Return some JSON that is an object; raises ValidationError for any other."""
    if not isinstance(data, dict):
        raise serializers.ValidationError(words.NO_OBJECT)
    return data


class DocumentSerializer(Modelled):
    """A tournament's document."""

    name, model = "Document", Document

    @staticmethod
    def read(data: Any) -> Document:
        return read_tournament(object_in(data))

    def to_representation(self, instance: Document) -> Any:
        return instance.to_json()


class ActionSerializer(Modelled):
    """Something that is done to a tournament; `do` says what."""

    name, model = "Action", Annotated[AnyAction, Field(discriminator="do")]

    @staticmethod
    def read(data: Any) -> Action:
        return read_action(object_in(data))


class RoundModel(Modelled):
    """A round as the document holds it."""

    name, model = "Round", Round


class ResultModel(Modelled):
    """A result as the document holds it."""

    name, model = "Result", Result


class PlayerModel(Modelled):
    """A player as the document holds them."""

    name, model = "Player", Player


# -- the event -------------------------------------------------------------------------------------


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament. `revision` rises with everything that is done."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "id", "owner", "name", "date", "visibility", "registration", "archived", "revision", "created",
            "updated",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields


class MyPartSerializer(serializers.Serializer[Any]):
    """Your part in a tournament: `role` is empty for who neither runs it nor judges, `player` the id of the
    player that you are, or empty.
    """

    role = serializers.ChoiceField(choices=["", *Organiser.Role.values])
    player = serializers.CharField(allow_blank=True)


class OpenedTournamentSerializer(TournamentSerializer):
    """A tournament with your part in it. `now` is the server's time, which clocks of rounds go by; `invited`
    the token to enter by, null for all but organisers.
    """

    mine = MyPartSerializer(read_only=True)
    players = serializers.IntegerField(read_only=True, help_text="How many play; the waiting list is not.")
    rounds = serializers.IntegerField(read_only=True, help_text="How many rounds you can see.")
    now = serializers.DateTimeField(read_only=True)
    invited = serializers.CharField(read_only=True, allow_null=True)

    class Meta(TournamentSerializer.Meta):
        fields = (*TournamentSerializer.Meta.fields, "mine", "players", "rounds", "now", "invited")
        read_only_fields = fields


class NewTournamentSerializer(serializers.Serializer[Any]):
    """What a new tournament begins from: one of `preset`, `document` and `trf`."""

    preset = serializers.CharField(max_length=60, required=False, help_text="The key of a preset.")
    document = DocumentSerializer(required=False)
    trf = serializers.CharField(
        required=False, trim_whitespace=False, help_text="FIDE’s Tournament Report File."
    )
    name = serializers.CharField(
        max_length=120, required=False, help_text="Needed unless the document has one."
    )
    date = serializers.DateField(required=False, allow_null=True)
    visibility = serializers.ChoiceField(
        choices=Tournament.Visibility.choices, default=Tournament.Visibility.PRIVATE
    )


class ChangeTournamentSerializer(serializers.Serializer[Any]):
    """Who may see it, and whether it is archived. Everything else is changed by actions."""

    visibility = serializers.ChoiceField(choices=Tournament.Visibility.choices, required=False)
    archived = serializers.BooleanField(required=False)


class PresetSerializer(serializers.Serializer[Any]):
    """Settings to begin with. `whose`: whose figures these are, `ours` for Leaguer’s own."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    whose = serializers.CharField()
    settings = serializers.JSONField()


# -- the log ---------------------------------------------------------------------------------------


class LoggedSerializer(serializers.ModelSerializer[LoggedAction]):
    """What somebody did. `said`: in a sentence; `about`: the number of the one that this undoes or does
    again; `undone_by`: the number of the one that undid it.
    """

    user = serializers.CharField(source="user.username", allow_null=True, default=None, read_only=True)
    said = serializers.CharField(read_only=True)
    action = serializers.JSONField(read_only=True)

    class Meta:
        model = LoggedAction
        fields = ("number", "user", "at", "action", "said", "about", "undone_by")
        read_only_fields = fields


class RefusedSerializer(serializers.Serializer[Any]):
    """Why something is not done."""

    detail = serializers.CharField()


# -- rounds ----------------------------------------------------------------------------------------


class RoundLineSerializer(serializers.Serializer[Any]):
    """How far a round is. `missing`: how many results are; `ends`: when time is up, while its clock runs."""

    number = serializers.IntegerField()
    published = serializers.BooleanField()
    tables = serializers.IntegerField()
    missing = serializers.IntegerField()
    ends = serializers.DateTimeField(allow_null=True)


class TableSideSerializer(serializers.Serializer[Any]):
    """A side of a table; the first deploys first. `points` and `small` once the result counts."""

    id = serializers.CharField()
    name = serializers.CharField()
    points = serializers.CharField(allow_null=True)
    small = serializers.CharField(allow_null=True)


class TournamentReportSerializer(serializers.Serializer[Any]):
    """What a side has reported: 0 the first player, 1 the second; `said`: all of it in words."""

    side = serializers.IntegerField()
    result = ResultModel()
    said = serializers.CharField()


class DisputeSerializer(serializers.Serializer[Any]):
    """A side says that what the other has reported is wrong."""

    side = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)


class TableSerializer(serializers.Serializer[Any]):
    """A pairing. `state`: open, reported, disputed or settled; `mark`: what whoever reports, confirms,
    disputes or decides sends as `If-Match`; `breaks`: the criteria that it does not meet, in words, for
    organisers.
    """

    table = serializers.IntegerField()
    players = TableSideSerializer(many=True)
    scenario = serializers.CharField(allow_blank=True)
    state = serializers.CharField()
    result = ResultModel(allow_null=True)
    level = serializers.CharField(allow_blank=True)
    reports = TournamentReportSerializer(many=True)
    dispute = DisputeSerializer(allow_null=True)
    decided = serializers.CharField(allow_blank=True)
    locked = serializers.BooleanField()
    mark = serializers.CharField()


class TournamentByeSerializer(serializers.Serializer[Any]):
    """Somebody without an opponent."""

    player = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()


class RoundSerializer(RoundLineSerializer):
    """A round with its tables."""

    pairings = TableSerializer(many=True)
    byes = TournamentByeSerializer(many=True)


class CostSerializer(serializers.Serializer[Any]):
    """What the proposed round costs by a criterion: no round costs less by the first in which it differs."""

    criterion = serializers.CharField()
    cost = serializers.IntegerField()


class WhySerializer(serializers.Serializer[Any]):
    """Why a player, or a team, meets whom they meet."""

    player = serializers.CharField()
    opponent = serializers.CharField(allow_blank=True, help_text="Empty for a bye.")
    why = serializers.CharField()


class ProposalSerializer(serializers.Serializer[Any]):
    """The next round as Leaguer would pair it: send `round` in a `pair` action, changed or not. `how`: the
    rules that made it; `costs` and `why` are empty where no criteria did.
    """

    number = serializers.IntegerField()
    round = RoundModel()
    how = serializers.CharField()
    costs = CostSerializer(many=True)
    why = WhySerializer(many=True)


# -- standings -------------------------------------------------------------------------------------


class TieRuleSerializer(serializers.Serializer[Any]):
    """A tie-break, and whose rule it is."""

    tie_break = serializers.CharField()
    rule = serializers.CharField()


class WorkedSerializer(serializers.Serializer[Any]):
    """A tie-break worked out: the figures that were added up, and those that were left out."""

    tie_break = serializers.CharField()
    value = serializers.CharField()
    terms = serializers.ListField(child=serializers.CharField())
    cut = serializers.ListField(child=serializers.CharField())


class PlaceSerializer(serializers.Serializer[Any]):
    """A place, with the tie-breaks that were needed to part it from the others."""

    rank = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    points = serializers.CharField()
    tie_breaks = WorkedSerializer(many=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings after a round. `provisional`: results are missing."""

    after = serializers.IntegerField()
    provisional = serializers.BooleanField()
    tie_breaks = TieRuleSerializer(many=True)
    places = PlaceSerializer(many=True)


class RateRowSerializer(serializers.Serializer[Any]):
    """How often something won, in per cent: a draw is half a win. From `low` to `high`: Wilson’s interval,
    which holds the true share 19 times of 20.
    """

    name = serializers.CharField()
    battles = serializers.IntegerField()
    share = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class HonourSerializer(serializers.Serializer[Any]):
    """An award, and the names of who gets it."""

    honour = serializers.CharField()
    names = serializers.CharField()


class TournamentStatisticsSerializer(serializers.Serializer[Any]):
    """Win rates of army books, of each against the others, and of who deploys first (null before a battle is
    over); awards once all results are in.
    """

    books = RateRowSerializer(many=True)
    pairings = RateRowSerializer(many=True)
    first = RateRowSerializer(allow_null=True)
    awards = HonourSerializer(many=True)


class StandingsQuery(serializers.Serializer[Any]):
    """Which standings are asked for."""

    after = serializers.IntegerField(
        min_value=1, max_value=30, required=False, help_text="After this round, not the last one."
    )


# -- people ----------------------------------------------------------------------------------------


class TournamentEntrySerializer(serializers.Serializer[Any]):
    """Who plays as a player (`person`: 0, or 1 for the second of doubles): `user` null
    until somebody claims them by the token `claim`; `email` if the
    organisers noted one.
    """

    player = serializers.CharField()
    person = serializers.IntegerField()
    user = serializers.CharField(allow_null=True)
    claim = serializers.CharField()
    email = serializers.CharField(allow_blank=True)


class JoiningSerializer(serializers.Serializer[Any]):
    """What you say of yourself. `partner`: who plays beside you in doubles."""

    name = serializers.CharField(max_length=120)
    partner = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    club = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    nation = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    book = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    allegiance = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)


class TokenSerializer(serializers.Serializer[Any]):
    """The token at the end of an address that an organiser gave you."""

    token = serializers.CharField(max_length=64)


class JoinByTokenSerializer(JoiningSerializer, TokenSerializer):
    """What you say of yourself where you are invited."""


class OrganiserSerializer(serializers.ModelSerializer[Organiser]):
    """Somebody who runs a tournament besides its owner, or judges at it."""

    name = serializers.CharField(source="user.username")

    class Meta:
        model = Organiser
        fields = ("name", "role")
