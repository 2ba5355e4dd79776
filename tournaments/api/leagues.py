"""Leagues over REST: the same services as the pages, and no more of each tournament than it shows itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from armylists.owned import services as rows
from armylists.owned.api import JSON_ONLY, ArchivedFilter, OwnedViewSet
from armylists.owned.services import check_fresh
from rulesets.site.caching import stored_answer
from tournaments.access import NotAllowed, viewer_of
from tournaments.api import leagueshapes as shapes
from tournaments.api.base import Unseen, seen_in
from tournaments.api.shapes import RefusedSerializer
from tournaments.cards.leagues import Against, Cell, Sheet, seasons, sheet, table
from tournaments.engine.league import Event, Person
from tournaments.engine.league import League as LeagueDocument
from tournaments.engine.ratings import Rating, ratings
from tournaments.leagues import services
from tournaments.leagues.people import linked, suggestions
from tournaments.leagues.reading import ShownLeague, as_seen, document_of, league_of, runs, state_of
from tournaments.models import League
from tournaments.wording import api as words
from tournaments.wording import services as refusals

IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER,
    description="The `revision` of the league that you saw. 409 if it is another one by now.",
)  # fmt: skip


class LeagueBase(OwnedViewSet):
    """Leagues as whoever asks may see them; those that are not private are there for everybody."""

    kind = League
    parser_classes = JSON_ONLY
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class: type[BaseSerializer[Any]] = shapes.LeagueSerializer
    queryset = League.objects.none()

    def league(self) -> League:
        """Return the league in the address; raises Http404 if it is not there for who asks."""
        return league_of(self.request.user, self.kwargs["id"])

    def own(self) -> League:
        """Return the league in the address for who runs it; raises NotAllowed for all others who see it."""
        row = self.league()
        if not runs(row, self.request.user):
            raise NotAllowed(refusals.NOT_YOURS_TO_DO)
        return row

    def stored(self, make: Callable[[ShownLeague], Response]) -> HttpResponseBase:
        """Return an answer about the league in the address, made once for all who see the same of it."""
        row, user = self.league(), self.request.user
        return stored_answer(self.request, state_of(row, user), lambda: make(as_seen(row, user)))


class LeagueFilter(ArchivedFilter):
    """Your leagues and all that are public; without `archived`, those in use."""

    class Meta:
        model = League
        fields = ("visibility",)


class LeagueViewSet(LeagueBase):
    """Leagues of tournaments."""

    filterset_class = LeagueFilter
    ordering_fields = ("name", "created", "updated")

    def get_queryset(self) -> Any:
        user = self.request.user
        public = Q(visibility=League.Visibility.PUBLIC)
        return League.objects.filter(public | Q(owner=user) if user.is_authenticated else public).light()

    def list(self, request: Request) -> Response:
        """List your leagues and those that are public, the last changed first."""
        return super().list(request)

    @extend_schema(request=shapes.NewLeagueSerializer, responses={201: shapes.OpenedLeagueSerializer})
    def create(self, request: Request) -> Response:
        """Make a league, from nothing or from a document."""
        data = self.asked(shapes.NewLeagueSerializer)
        document: LeagueDocument = data.get("document", LeagueDocument())
        document = document.model_copy(update={"name": data.get("name", document.name)})
        if not document.name:
            raise ValidationError({"name": words.NEEDS_A_NAME})
        row = services.create(self.user, document, data["visibility"])
        return self._opened(row, status.HTTP_201_CREATED)

    @extend_schema(responses=shapes.OpenedLeagueSerializer)
    def retrieve(self, request: Request, id: UUID) -> Response:
        """Show a league with its tournaments; its `ETag` is the revision."""
        return self._opened(self.league())

    @extend_schema(
        request=shapes.ChangeLeagueSerializer, parameters=[IF_MATCH],
        responses={200: shapes.OpenedLeagueSerializer, 428: RefusedSerializer},
    )  # fmt: skip
    def partial_update(self, request: Request, id: UUID) -> Response:
        """Change its name, what counts, who may see it, or archive it; only who runs it can."""
        data, row = self.asked(shapes.ChangeLeagueSerializer), self.own()
        revision = seen_in(request)
        if not isinstance(revision, int):
            raise Unseen
        check_fresh(row, revision)
        kept = document_of(row)
        changed = {name: data.get(name, getattr(kept, name)) for name in ("name", "settings")}
        services.change(row, kept.model_copy(update=changed), data.get("visibility", row.visibility))
        if "archived" in data:
            rows.archive(row, away=data["archived"])
        return self._opened(self.league())

    @extend_schema(responses=shapes.LeagueDocumentSerializer)
    def document(self, request: Request, id: UUID) -> HttpResponseBase:
        """Download the league as a document, as far as you may see its tournaments."""
        return self.stored(lambda seen: Response(seen.document.to_json()))

    def _opened(self, row: League, code: int = status.HTTP_200_OK) -> Response:
        found = as_seen(row, self.request.user)
        answer = Response({
            **shapes.LeagueSerializer(row).data, "runs": found.runs, "events": _events(found),
            "settings": found.document.settings.model_dump(mode="json"),
            "seasons": seasons(found.document), "hidden": found.hidden,
        }, status=code)  # fmt: skip
        answer["ETag"] = f'"{row.revision}"'
        return answer


class LeagueTablesViewSet(LeagueBase):
    """The standings of a league, its players and its tournaments."""

    serializer_class = shapes.LeaguePlaceSerializer

    @extend_schema(parameters=[shapes.SeasonQuery], responses=shapes.LeaguePlaceSerializer(many=True))
    def standings(self, request: Request, id: UUID) -> HttpResponseBase:
        """Show the standings of a season, or of all events."""
        season = self.queried(shapes.SeasonQuery).get("season")
        return self.stored(lambda seen: self._standings(seen.document, season))

    def _standings(self, document: LeagueDocument, season: str | None) -> Response:
        if season is not None and season not in seasons(document):
            raise NotFound(words.NO_SUCH_SEASON)
        events, places = table(document, season)
        return self.pages(
            _person(each.person, each.rating)
            | {
                "rank": each.rank,
                "total": each.total,
                "results": _results(zip(events, each.cells, strict=True)),
            }
            for each in places
        )

    @extend_schema(responses=shapes.LeaguePersonSerializer(many=True))
    def players(self, request: Request, id: UUID) -> HttpResponseBase:
        """List the players of a league with their ratings, the highest first."""
        return self.stored(lambda seen: self._players(seen.document))

    def _players(self, document: LeagueDocument) -> Response:
        rated = ratings(document, document.of_season(None))
        people = sorted(document.people, key=lambda each: (-rated[each.id].value, each.name, each.id))
        return self.pages(_person(each, rated[each.id]) for each in people)

    @extend_schema(responses=shapes.LeaguePlayerSerializer)
    def player(self, request: Request, id: UUID, key: str) -> HttpResponseBase:
        """Show a player: record, results, opponents, army books, and the rating after each event."""

        def show(found: ShownLeague) -> Response:
            try:
                return Response(_player(sheet(found.document, linked(found.row, key))))
            except KeyError:
                raise NotFound(words.NO_SUCH_PERSON) from None

        return self.stored(show)

    @extend_schema(
        request=shapes.AddToLeagueSerializer, responses={201: shapes.LeagueEventSerializer(many=True)}
    )
    def add(self, request: Request, id: UUID) -> Response:
        """Let a tournament count, or put it in another season; only who runs both can."""
        data, row = self.asked(shapes.AddToLeagueSerializer), self.own()
        tournament = viewer_of(self.user, data["tournament"]).tournament
        services.add(row, self.user, tournament, data["season"])
        return Response(_events(as_seen(row, self.user)), status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def remove(self, request: Request, id: UUID, number: int) -> Response:
        """Take a tournament out of a league; who runs either can."""
        row = self.league()
        event = row.events.select_related("tournament").filter(pk=number).first()
        if event is None:
            raise Http404
        services.remove(row, self.user, event)
        return Response(status=status.HTTP_204_NO_CONTENT)


class WhoIsWhoViewSet(LeagueBase):
    """Who is who in a league; only who runs it sees and says it."""

    serializer_class = shapes.WhoIsWhoSerializer

    @extend_schema(responses=shapes.WhoIsWhoSerializer)
    def links(self, request: Request, id: UUID) -> Response:
        """Show who is linked, and who may be one person because they are called alike."""
        return self._links(self.own())

    @extend_schema(request=shapes.LinkPeopleSerializer, responses=shapes.WhoIsWhoSerializer)
    def link(self, request: Request, id: UUID) -> Response:
        """Say that two of a league are one person."""
        data, row = self.asked(shapes.LinkPeopleSerializer), self.own()
        services.link(row, self.user, data["one"], data["other"])
        return self._links(row)

    @extend_schema(responses={204: None})
    def unlink(self, request: Request, id: UUID, key: str) -> Response:
        """Let somebody be themselves again."""
        row = self.own()
        if key not in row.links:
            raise NotFound(words.NO_SUCH_PERSON)
        services.unlink(row, key)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _links(self, row: League) -> Response:
        alike = suggestions(as_seen(row, self.request.user).document)
        found = [{"alias": key, **each} for key, each in row.links.items()]
        pairs = [(each.one.person, each.other.person) for each in alike]
        named = [{"one": one.id, "other": other.id, "name": one.name} for one, other in pairs]
        return Response({"links": found, "suggestions": named})


def _events(found: ShownLeague) -> list[dict[str, Any]]:
    return [
        {"number": each.row.pk, "tournament": str(each.viewer.tournament.public_id), "name": each.event.name,
         "date": each.event.date, "season": each.row.season, "counts": each.counts}
        for each in found.events
    ]  # fmt: skip


def _person(who: Person, rating: Rating) -> dict[str, Any]:
    rated = {name: getattr(rating, name) for name in ("value", "spread", "battles", "provisional")}
    return {"key": who.id, "name": who.name, "club": who.club, "rating": rated}


def _results(found: Iterable[tuple[Event, Cell | None]]) -> list[dict[str, Any]]:
    return [
        {"event": event.name, "date": event.date, "season": event.season, "rank": cell.rank,
         "points": cell.points, "counts": cell.counts}
        for event, cell in found
        if cell is not None
    ]  # fmt: skip


def _player(found: Sheet) -> dict[str, Any]:
    who = found.profile
    after = [{"event": event.name, "date": event.date, "rating": value} for _, event, value in found.rated]
    shown = {
        **_person(who.person, who.rating), "record": who.record, "results": _results(found.results),
        "opponents": _against(found.opponents), "books": _against(found.books), "ratings": after,
    }  # fmt: skip
    return dict(shapes.LeaguePlayerSerializer(shown).data)


def _against(found: Iterable[Against]) -> list[dict[str, Any]]:
    return [{"key": each.key, "name": each.name, "record": each.record} for each in found]
