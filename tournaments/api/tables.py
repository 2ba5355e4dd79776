"""Spreadsheets over REST: tables out, and players and results in."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.files import sent
from tournaments.api.base import TournamentBase
from tournaments.tables.asked import WORKBOOK, file_of
from tournaments.tables.sheets import MAX_BYTES
from tournaments.tables.taking import TAKEN, take
from tournaments.wording import api as words


class SpreadsheetSerializer(serializers.Serializer[Any]):
    """A CSV or XLSX file, at most 2 MB."""

    file = serializers.FileField()


class TookSerializer(serializers.Serializer[Any]):
    """How many players or results were taken, and the headings of columns that say nothing to Leaguer."""

    count = serializers.IntegerField()
    ignored = serializers.ListField(child=serializers.CharField())


class TablesViewSet(TournamentBase):
    """The tables of a tournament."""

    parser_classes = (MultiPartParser,)
    serializer_class = TookSerializer

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.BINARY})
    def table(self, request: Request, id: UUID, what: str) -> HttpResponse:
        """Download a table as CSV: `players`, `pairings`, `results` or `standings`; or `all` of them as an
        XLSX workbook.
        """
        return sent(*file_of(self.viewer(), what, "xlsx" if what == WORKBOOK else "csv"))

    @extend_schema(request={"multipart/form-data": SpreadsheetSerializer}, responses={201: TookSerializer})
    def take(self, request: Request, id: UUID, what: str) -> Response:
        """Add the `players` of a spreadsheet (organisers can) or enter its `results` (judges can too). 400
        names every fault with its row and column; then nothing is taken.
        """
        found = self.viewer()
        if what not in TAKEN:
            raise NotFound(words.NO_SUCH_TABLE)
        file = self.asked(SpreadsheetSerializer)["file"]
        took = take(found, what, file.read(MAX_BYTES + 1))
        return Response(TookSerializer(took).data, status=status.HTTP_201_CREATED)
