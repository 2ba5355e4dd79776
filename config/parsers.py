"""Reading the bodies of REST requests without trusting them."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser

from config import wording
from rulesets.engine.jsontext import JSONError, read_json


class TooLarge(APIException):
    """The body is larger than any document of ours."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self) -> None:
        megabytes = settings.LEAGUER_MAX_UPLOAD_BYTES / 1_048_576
        super().__init__(wording.request_too_large(megabytes))


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
            return read_json(body)
        except JSONError as error:
            raise JSONError(wording.the_request(error.message), path=error.path) from None
