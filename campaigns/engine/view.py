"""What somebody may see of a campaign: the only way from a state to a page, an API answer, a PDF or a feed.

The umpire (`UMPIRE`, None) sees all. A faction sees its own forces whole, those of its allies where they
stand, and of others what it has sighted. A neutral onlooker is the faction "" and sees what is public: the
map, who holds what, what factions are to each other, and battles once they are over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from campaigns.engine.forces import names
from campaigns.engine.state import (
    AreaState,
    Engagement,
    EngagementSide,
    Faction,
    Force,
    Outcome,
    Sighting,
    State,
    Story,
)

UMPIRE = None
ONLOOKER = ""
ROUGHLY = 10


@dataclass(frozen=True, slots=True)
class Ally:
    """An ally's force, as far as its friends may know: `worth` to the nearest ten."""

    id: str
    name: str
    faction: str
    at: str
    klass: str
    worth: int


@dataclass(frozen=True)
class View:
    """A campaign as `who` sees it (None: the umpire, "": a neutral onlooker).

    `state` has the shape of a State, but only holds what may be known: nothing hidden is in it. For the
    umpire it is the campaign's state itself. Neither may be changed.
    """

    who: str | None
    state: State
    allies: tuple[Ally, ...] = ()

    @property
    def umpire(self) -> bool:
        """Whether it is the umpire's view."""
        return self.who is None

    @property
    def forces(self) -> tuple[Force, ...]:
        """The forces that are seen whole and are still there, in the order of their ids."""
        return tuple(self.state.standing())

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """What is known of others' forces, the freshest first; the umpire needs none."""
        faction = self.state.factions.get(self.who) if self.who else None
        found = faction.sightings.values() if faction else ()
        return tuple(sorted(found, key=lambda each: (-each.turn, each.force)))

    @property
    def areas(self) -> Mapping[str, AreaState]:
        """What is known of the areas, by id."""
        return self.state.areas

    @property
    def factions(self) -> Mapping[str, Faction]:
        """The factions, by id: what all may know of them, and the own one whole."""
        return self.state.factions

    @property
    def engagements(self) -> tuple[Engagement, ...]:
        """The engagements that are known of, in the order of turns and ids."""
        return tuple(sorted(self.state.engagements.values(), key=lambda each: (each.turn, each.id)))

    def names(self) -> dict[str, str]:
        """Return what everything is called that is known of."""
        found = {each.force: each.name for each in self.sightings}
        found |= {each.id: each.name for each in self.allies}
        return found | names(self.state)

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON values."""
        return {
            "who": self.who,
            "umpire": self.umpire,
            "state": self.state.to_json(),
            "allies": [asdict(each) for each in self.allies],
        }


def view(state: State, who: str | None) -> View:
    """Return what may be seen of `state` by a faction (its id), the umpire (None), an onlooker ("" or any
    other).
    """
    if who is None:
        return View(None, state)
    return View(
        who if who in state.factions else ONLOOKER, _known_state(state, who), tuple(_allies(state, who))
    )


def friends(state: State, faction: str) -> tuple[str, ...]:
    """Return those who learn what a faction's forces do: itself and its allies, in the order of ids."""
    return tuple(key for key in sorted(state.factions) if state.relation(faction, key) == "alliance")


def _known_state(state: State, who: str) -> State:
    own = {key: each for key, each in state.forces.items() if each.faction == who}
    return replace(
        state,
        factions={
            key: each if key == who else _public(each, who, state.phase == "over")
            for key, each in state.factions.items()
        },
        # Sieges and looting are known to everybody, magazines to who holds them.
        areas={
            key: area if who and area.owner == who else replace(area, stock=0)
            for key, area in state.areas.items()
        },
        forces=own,
        engagements=dict(_engagements(state, who)),
        standing_orders={key: each for key, each in state.standing_orders.items() if key in own},
        fled=[key for key in state.fled if key in own],
        story=_story(state.story),
        # The number of forces ever made would reveal what enemies have raised.
        made=0,
    )


def _public(faction: Faction, who: str, over: bool) -> Faction:
    """Return a faction as others know it: its name, its relations, what it offers to `who`; its victory
    points when the campaign is over.
    """
    return Faction(
        id=faction.id, name=faction.name, colour=faction.colour, capital=faction.capital,
        neutral=faction.neutral, rating=faction.rating, relations=dict(faction.relations),
        notice=dict(faction.notice), points=faction.points if over else 0,
        offers={key: each for key, each in faction.offers.items() if key == who and each != "war"},
    )  # fmt: skip


def _engagements(state: State, who: str) -> Iterator[tuple[str, Engagement]]:
    """Yield the engagements that `who` knows; of somebody else's the news: where, which factions, who won."""
    for key, each in state.engagements.items():
        if involves(state, each, who):
            yield key, each
        elif each.outcome is not None:
            # Built anew instead of emptied: a field added later stays hidden until somebody shows it.
            sides = [EngagementSide(side.faction, []) for side in each.sides]
            won = Outcome(each.outcome.winner)
            yield key, Engagement(each.id, each.turn, each.area, sides, each.terrain, outcome=won)


def involves(state: State, engagement: Engagement, who: str) -> bool:
    """Whether a faction leads a side of an engagement, or has a force in it."""
    forces = (state.forces[key] for side in engagement.sides for key in side.forces if key in state.forces)
    return any(side.faction == who for side in engagement.sides) or any(
        each.faction == who for each in forces
    )


def _story(story: Story | None) -> Story | None:
    """Return a story as far as it has come: where it might go on stays hidden."""
    if story is None:
        return None
    known = [
        # Branches would name scenes that nobody has seen yet.
        replace(each, branches=[])
        for each in story.nodes
        if each.id == story.at or each.id in story.told
    ]
    return replace(story, nodes=known)


def _allies(state: State, who: str) -> Iterator[Ally]:
    for force in state.standing():
        if (
            force.faction != who
            and who in state.factions
            and state.relation(who, force.faction) == "alliance"
        ):
            worth = round(force.worth / ROUGHLY) * ROUGHLY
            yield Ally(force.id, force.name, force.faction, force.at, force.klass, worth)
