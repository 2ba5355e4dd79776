"""How the odds of any rule system read what they are asked: the form of a query, each fault with its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rulesets.contract.odds import OddsError

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=120)]
"""What something is called by: an entry of a book, a weapon, a unit of one's own."""

Query = TypeVar("Query")


class Strict(BaseModel):
    """A part of a query: what it does not know is a fault, and so are numbers that are none."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def read(form: TypeAdapter[Query], value: Mapping[str, Any], kinds: Sequence[str] = ()) -> Query:
    """The query in `value`; raises OddsError with the path of the first fault.

    `kinds`: what its `kind` may be, where `form` is one of several that it tells apart.
    """
    try:
        return form.validate_python(value)
    except ValidationError as error:
        raise _fault(error, kinds) from None


def _fault(error: ValidationError, kinds: Sequence[str]) -> OddsError:
    fault = error.errors(include_url=False)[0]
    path = ""
    for part in fault["loc"]:
        if part in kinds and not path:
            continue  # the tag of the union is no part of the document
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    if fault["type"].startswith("union_tag"):
        words = f"must be {', '.join(kinds[:-1])} or {kinds[-1]}"
        return OddsError(words, path="kind", code=fault["type"])
    return OddsError(str(fault["msg"]), path=path, code=fault["type"])
