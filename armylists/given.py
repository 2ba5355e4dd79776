"""Army lists that somebody gives to a campaign or a tournament: one of their own, a link, or a file."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404

from armylists.bookaccess import own_only
from armylists.documents import read_list, token_in
from armylists.models import ArmyList
from armylists.owned.access import owned, shared
from armylists.wording import given as words
from rulesets.contract import registry
from rulesets.contract.documents import parse_list
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList as Army


class GivenError(LeaguerError):
    """There is no list where somebody says that one is: a sentence, and what they named it by."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message, path=path, code="unknown")


def army_in(
    user: User, *, own: str = "", link: str = "", file: bytes | None = None, document: Any = None
) -> Army:
    """Return the army list that a user names: the id of one of their own, the link of a shared one, a file,
    or a document. Raises GivenError that names which, ListError for a file that is no list.
    """
    if file is not None:
        return read_list(file, *registry.PACKAGES, user=user)
    if document is not None:
        own_only(user, document)
        return parse_list(document)
    if own:
        return _saved(lambda: owned(ArmyList, user, own), "own", words.CHOOSE_A_LIST)
    token = token_in(link)
    if not token:
        raise GivenError(words.PASTE_LINK, "link")
    army = _saved(lambda: shared(ArmyList, token), "link", words.NO_SHARED_LIST)
    own_only(user, army.to_json())
    return army


def _saved(find: Any, path: str, sentence: str) -> Army:
    try:
        army: Army = find().army
    except (Http404, ValueError):
        raise GivenError(sentence, path) from None
    return army
