"""How the odds of any rule system read what they are asked: the form of a query, each fault with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulesets.contract import wording
from rulesets.contract.odds import OddsError
from rulesets.engine.books import Book
from rulesets.engine.errors import fault_of
from rulesets.engine.lists import ListRules

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=120)]
"""What something is called by: an entry of a book, a weapon, a unit of one's own."""

Query = TypeVar("Query", bound=BaseModel)


class Strict(BaseModel):
    """A part of a query: what it does not know is a fault, and so are numbers that are none."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def read_query(value: Mapping[str, Any], *forms: type[Query]) -> Query:
    """Return the query in `value`, of the one of `forms` that its `kind` names; raises OddsError with the
    path of the first fault.
    """
    kinds = {get_args(form.model_fields["kind"].annotation)[0]: form for form in forms}
    form, kind = forms[0], value.get("kind")
    if len(forms) > 1:
        if not isinstance(kind, str) or kind not in kinds:
            code = "union_tag_invalid" if "kind" in value else "union_tag_not_found"
            raise OddsError(wording.one_of([*kinds]), path="kind", code=code)
        form = kinds[kind]
    try:
        return form.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        fault = fault_of(first)
        raise OddsError(fault.message, path=fault.path, code=first["type"]) from None


def entry_book(lists: ListRules, fighter: Any, path: str) -> Book[Any] | None:
    """Return the book of the `entry` that a fighter names; None if it gives a `profile` of its own.

    Raises OddsError below `path` for one that does both or neither, whose entry is in no book, or whose
    `options` (if it has any) the entry does not have.
    """
    options = getattr(fighter, "options", ())
    if (fighter.entry is None) == (fighter.profile is None):
        raise OddsError(wording.ENTRY_OR_PROFILE, path=path, code="missing")
    if fighter.profile is not None:
        if options:
            raise OddsError(wording.OPTIONS_WITH_PROFILE, path=f"{path}.options")
        return None
    book = lists.book_with(fighter.entry)
    if book is None:
        message = wording.no_such_entry(fighter.entry)
        raise OddsError(message, path=f"{path}.entry", code="unknown")
    offered = {option.id for option in book.options_for(fighter.entry)}
    for index, option in enumerate(options):
        if option not in offered:
            message = wording.not_an_option(option, fighter.entry)
            raise OddsError(message, path=f"{path}.options[{index}]", code="unknown")
    return book
