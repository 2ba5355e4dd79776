"""Reading the bodies of REST requests without trusting them."""

import io
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """The body is larger than any document of ours."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self) -> None:
        megabytes = settings.LEAGUER_MAX_UPLOAD_BYTES / 1_048_576
        super().__init__(f"The request is too large; {megabytes:.0f} MB are allowed.")


class LimitedJSONParser(JSONParser):
    """JSON of at most LEAGUER_MAX_UPLOAD_BYTES, and not nested beyond what Python can read."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(settings.LEAGUER_MAX_UPLOAD_BYTES + 1)
        if len(body) > settings.LEAGUER_MAX_UPLOAD_BYTES:
            raise TooLarge
        try:
            return super().parse(io.BytesIO(body), media_type, parser_context)
        except RecursionError as error:
            raise ParseError("JSON parse error - nested too deeply.") from error
