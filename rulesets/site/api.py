"""Systems, army books, rules and odds over the REST interface; open to everyone, the same for everyone."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, cast

from django.http import Http404
from django.utils.decorators import method_decorator
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import permissions
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from rulesets.contract import registry
from rulesets.contract.system import RuleSystem
from rulesets.engine import booksources
from rulesets.engine.books import Entry, Option, changed_profile, option_points
from rulesets.engine.errors import LeaguerError
from rulesets.site import rulebrowser
from rulesets.site import serializers as s
from rulesets.site.books import limit_words
from rulesets.site.caching import reference_answer, reference_method
from rulesets.site.odds import asked, odds_of
from rulesets.site.rulebook import rules

NOT_FOUND = OpenApiResponse(s.NotFoundSerializer, "It does not exist.")
REFUSED = OpenApiResponse(s.BadRequestSerializer, "A value is not usable; `errors` names every place.")


class Reference(APIView):
    """Public data that changes only with Leaguer: an ETag, and an hour in everybody's cache."""

    permission_classes = (permissions.AllowAny,)
    authentication_classes = ()

    @method_decorator(reference_answer)
    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return super().dispatch(request, *args, **kwargs)


def _system(slug: str) -> RuleSystem:
    try:
        return registry.get(slug)
    except LeaguerError as error:
        raise Http404(error.message) from error


class SystemsView(Reference):
    """The rule systems that Leaguer plays."""

    @extend_schema(
        operation_id="systems_list",
        tags=["systems"],
        summary="The rule systems",
        responses={200: s.SystemSerializer(many=True)},
    )
    @reference_method
    def get(self, request: Request) -> Response:
        found = [
            {
                "slug": each.slug,
                "name": each.name,
                "length_unit": each.length_unit,
                "rules_version": each.rules_version,
                "books": len(each.lists.books()),
                "rules": len(rules(each.slug)),
            }
            for each in registry.systems()
        ]
        return Response(s.SystemSerializer(found, many=True).data)


# ---------------------------------------------------------------------------- army books


class BooksView(Reference):
    """The army books of a system."""

    @extend_schema(
        operation_id="books_list",
        tags=["books"],
        summary="The army books of a system",
        responses={200: s.BookSerializer(many=True), 404: NOT_FOUND},
    )
    @reference_method
    def get(self, request: Request, system: str) -> Response:
        books = _system(system).lists.books().values()
        found = [{**vars(each), "units": len(each.entries), "options": len(each.options)} for each in books]
        return Response(s.BookSerializer(found, many=True).data)


class BookView(Reference):
    """Return an army book."""

    @extend_schema(
        operation_id="books_retrieve",
        tags=["books"],
        summary="An army book with its units and options",
        responses={200: s.FullBookSerializer, 404: NOT_FOUND},
    )
    @reference_method
    def get(self, request: Request, system: str, book: str) -> Response:
        books = _system(system).lists.books()
        if book not in books:
            raise Http404(f"There is no army book {book}: choose from {', '.join(books)}.")
        found = books[book]
        entries = [
            {
                **vars(each),
                "profile": asdict(each.profile),
                "options": [_option_row(each, option) for option in found.options_for(each.id)],
            }
            for each in found.entries
        ]
        return Response(s.FullBookSerializer({**vars(found), "entries": entries}).data)


def _option_row(entry: Entry[Any], option: Option) -> dict[str, Any]:
    return {
        **vars(option),
        "limit": limit_words(option),
        "points": option_points(entry, option),
        "profile": asdict(changed_profile(entry.profile, [option])),
    }


# ---------------------------------------------------------------------------- rules


class RulesView(Reference):
    """The rules of a system, searched and filtered."""

    serializer_class = s.RuleSerializer

    @extend_schema(
        operation_id="rules_list",
        tags=["rules"],
        summary="The rules of a system",
        parameters=[s.RuleQuerySerializer],
        responses={200: s.RulePageSerializer, 400: REFUSED, 404: NOT_FOUND},
    )
    @reference_method
    def get(self, request: Request, system: str) -> Response:
        _system(system)
        query = s.RuleQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        wanted = query.validated_data
        phases = rulebrowser.phases(system)
        if wanted.get("phase", phases[0]) not in phases:
            raise ValidationError({"phase": [f"Must be one of {', '.join(phases)}."]})
        chapters = rulebrowser.browse(
            system, wanted.get("search", ""), wanted.get("phase", ""), wanted.get("status", "")
        )
        lines = [line for chapter in chapters for line in chapter.lines]
        pages = cast("type[PageNumberPagination]", api_settings.DEFAULT_PAGINATION_CLASS)()
        page = pages.paginate_queryset(lines, request, view=self)
        rows: BaseSerializer[Any] = s.RuleSerializer(page or (), many=True)
        return pages.get_paginated_response(rows.data)


class RuleView(Reference):
    """Return a rule with everything that belongs to it."""

    @extend_schema(
        operation_id="rules_retrieve",
        tags=["rules"],
        summary="A rule",
        responses={200: s.FullRuleSerializer, 404: NOT_FOUND},
    )
    @reference_method
    def get(self, request: Request, system: str, rule_id: str) -> Response:
        _system(system)
        try:
            page = rulebrowser.rule_page(system, rule_id)
        except LeaguerError as error:
            raise Http404(f"There is no rule {rule_id}.") from error
        examples = s.ExampleSerializer(page.examples, many=True).data
        used = {"needed_by": [rule.id for rule in page.needed_by], "examples": examples}
        return Response({**s.RuleSerializer(page.line).data, **used})


# ---------------------------------------------------------------------------- odds


def _query_schema() -> dict[str, Any]:
    """Return what may be asked of each system that has odds; its `system` may be left out for the first."""
    found = registry.having("odds")
    slugs = {"type": "string", "enum": [system.slug for system in found], "default": found[0].slug}
    queries = [dict(odds_of(system.slug).query_schema) for system in found]
    each = [{**query, "properties": {"system": slugs, **query["properties"]}} for query in queries]
    return each[0] if len(each) == 1 else {"oneOf": each}


def _answer_schema() -> dict[str, Any]:
    answers = [dict(odds_of(system.slug).answer_schema) for system in registry.having("odds")]
    return answers[0] if len(answers) == 1 else {"anyOf": answers}


class OddsView(APIView):
    """Exact odds of what a rule system rolls for."""

    throttle_scope = "check"
    permission_classes = (permissions.AllowAny,)

    @extend_schema(
        operation_id="odds",
        tags=["odds"],
        summary="The odds of a shot or a round of melee",
        request={"application/json": _query_schema()},
        responses={(200, "application/json"): _answer_schema(), 400: REFUSED},
        examples=[
            OpenApiExample(system.name, request_only=True, value=dict(odds_of(system.slug).example))
            for system in registry.having("odds")
        ],
    )
    def post(self, request: Request) -> Response:
        """Work out the odds. The query's `system` says by whose rules; without it, the first system that has
        odds.
        """
        try:
            if not isinstance(request.data, dict):
                raise LeaguerError("send an object: docs/formats.md describes it", code="type")
            booksources.allowed(request.user, request.data)
            odds, query = asked(request.data)
            return Response(odds.answer(query))
        except LeaguerError as error:
            raise ValidationError(_nested(error.path, error.message)) from error


def _nested(path: str, message: str) -> dict[str, list[str]]:
    """Return an error at a path, as REST framework nests them."""
    return {path or api_settings.NON_FIELD_ERRORS_KEY: [message]}
