"""Lists and books of the people of the tests."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from armylists import services
from armylists.models import ArmyList, OwnBook
from rulesets.baroque.armies import sample_lists
from rulesets.engine.lists import ArmyList as Document
from tests.armylists.own_books import kept_book


@pytest.fixture
def book(alice: User) -> OwnBook:
    """Alice's private book with one version."""
    return kept_book(alice)


@pytest.fixture
def royalists() -> Document:
    """A legal army of 600 points in three commands."""
    return sample_lists()["royalist-oxford-army"]


@pytest.fixture
def kept(alice: User, royalists: Document) -> ArmyList:
    """Alice's private list."""
    return services.create(alice, royalists)


@pytest.fixture
def shared(kept: ArmyList) -> ArmyList:
    """Alice's list, shared."""
    services.share(kept)
    return kept


@pytest.fixture
def with_units(royalists: Document) -> Callable[[int], Document]:
    """`with_units(30)`: the army with so many units in its first command."""

    def with_units(number: int) -> Document:
        command = royalists.commands[0]
        units = tuple(
            command.units[0].model_copy(update={"id": f"u-{uuid4().hex[:8]}"}) for _ in range(number)
        )
        changed = command.model_copy(update={"units": units})
        return royalists.model_copy(update={"commands": (changed, *royalists.commands[1:])})

    return with_units
