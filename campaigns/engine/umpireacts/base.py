"""What every act of an umpire can do, and acts on one faction or one force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from campaigns.engine.events.base import ALL, Names
from campaigns.engine.maps import Key, Strict
from campaigns.engine.state import State
from campaigns.wording import unknown
from rulesets.engine.errors import Fault

Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
Amount: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Turns: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]


class UmpireAct(Strict):
    """An act. Each kind has its own fields and a word (`do`) by which it is known."""

    sentence: ClassVar[str] = ""
    """What it does: ids by their names (`{force}`), `{act.name}` for any field as it is."""

    def faults(self, state: State) -> Iterator[Fault]:
        """Yield what speaks against it as the campaign stands: names that nothing has."""
        for name, there in (("faction", state.factions), ("area", state.areas), ("force", state.forces)):
            key = getattr(self, name, "")
            if key and key not in there:
                yield Fault(name, unknown.named(name, key))

    def known(self, state: State) -> tuple[str, ...]:
        """Who learns of it."""
        return (ALL,)

    def change(self, state: State) -> None:
        """Do it."""

    def describe(self, names: Names) -> str:
        """Return what the umpire did, after "The umpire"."""
        keys = ("area", "command", "engagement", "faction", "force", "other", "unit")
        named = {key: names(value) if (value := getattr(self, key, "")) else "nobody" for key in keys}
        return self.sentence.format(act=self, **named)


class FactionAct(UmpireAct):
    """An act that concerns one faction, and that it alone learns of."""

    faction: Key

    def known(self, state: State) -> tuple[str, ...]:
        return (self.faction,)


class ForceAct(UmpireAct):
    """An act that concerns one force, and that its faction alone learns of."""

    force: Id

    def known(self, state: State) -> tuple[str, ...]:
        return (state.forces[self.force].faction,)
