"""Where the beaten go: back the way they came, else to the nearest ground that no enemy holds."""

from __future__ import annotations

from heapq import heappop, heappush

from campaigns.engine.events.battle import Retreated
from campaigns.engine.events.strength import ThroughEnemy
from campaigns.engine.state import NOBODY, Force
from campaigns.engine.turn.battle_aftermath import Battle
from campaigns.engine.turn.ground import Ground
from campaigns.engine.turn.losses import capture, exposed, pairs, weaken
from campaigns.wording import turn as words

ATTACKERS = ("attack", "assault", "relief")
Path = tuple[str, ...]


def fall_back(battle: Battle, ground: Ground) -> None:
    """Let the beaten side, or after a draw the attackers, leave to the others what they fought for."""
    leaving = _leaving(battle)
    if leaving is None:
        return
    for force in battle.forces(leaving):
        if force.inside and ground.area(force.at).walls:
            # Beaten in an assault a garrison is taken; after a sally it stays behind its walls.
            if battle.loser == leaving and battle.engagement.sides[1 - leaving].role == "assault":
                capture(battle.log, force, battle.winner, words.WALLS_STORMED, "sieges.breach")
                ground.move(force, force.at)
        elif ground.in_the_field(force.at, force.faction):
            retreat(battle, force, ground)


def _leaving(battle: Battle) -> int | None:
    """Return the side that goes: of two who both marched into each other and drew, the weaker."""
    if battle.loser is not None:
        return battle.loser
    sides = battle.engagement.sides
    attackers = [index for index in (0, 1) if sides[index].role in ATTACKERS]
    if len(attackers) == 1:
        return attackers[0]
    if not all(battle.forces(side) for side in (0, 1)):
        return None
    worth = [sum(force.worth for force in battle.forces(side)) for side in (0, 1)]
    return 0 if worth[0] < worth[1] else 1


def retreat(battle: Battle, force: Force, ground: Ground) -> None:
    """Let a force retreat, at a price if only through enemies; one that cannot is taken."""
    found = way_back(ground, force, battle.rules.retreat)
    log, came_from = battle.log, force.at
    if found is None:
        captor = ground.in_the_field(force.at, force.faction)[0].faction
        capture(log, force, captor, words.NOWHERE_TO_GO, "battles.aftermath.retreat")
        ground.move(force, came_from)
        return
    path, passed = found
    if path:
        log.apply(Retreated("battles.aftermath.retreat", battle.factions, force.id, force.at, path))
    steps = passed * log.state.rules.attrition.through_enemy
    lost = {unit.id: min(unit.left, steps) for unit in exposed(force)}
    weaken(log, ThroughEnemy("attrition.through_enemy", (force.faction,), force.id, pairs(lost), passed))
    ground.move(force, came_from)


def way_back(ground: Ground, force: Force, least: int) -> tuple[Path, int] | None:
    """Return the best way of at least `least` links to an area without enemies, and how many enemy forces
    stand on it; None if there is none. The fewest enemies first, then no trespassing, the fewest links, the
    way that it came, ground of friends, none before an enemy's walls, the ids. Beaten men find no ships but
    those that brought them.
    """
    if least == 0:
        return (), 0
    queue: list[tuple[int, int, int, int, Path]] = [(0, 0, 0, 0, ())]
    done: set[tuple[str, Path]] = set()
    while queue:
        passed, trespass, links, foreign, path = heappop(queue)
        at = path[-1] if path else force.at
        if links >= least and not ground.enemies(at, force.faction):
            return path, passed
        # The first steps are part of the key: a way must be `least` links long, so its beginning matters.
        if (at, path[:least]) in done:
            continue
        done.add((at, path[:least]))
        for key, link in ground.ways(at):
            if key == force.at or key in path or (link.kind == "sea" and key != force.came_by):
                continue
            enemies, strange, other = _step(ground, force, key, first=not path)
            # The costs in order of importance, the path last: the heap compares ids only between equals.
            heappush(queue, (passed + enemies, trespass + strange, links + 1, foreign + other, (*path, key)))
    return None


def _step(ground: Ground, force: Force, area: str, *, first: bool) -> tuple[int, int, int]:
    """Of a step into an area: enemy forces passed, trespassing on a neutral, how foreign the ground is."""
    enemies = len(ground.enemies(area, force.faction))
    if ground.friendly(area, force.faction) or (first and area == force.came_by):
        return enemies, 0, 0 if first and area == force.came_by else 1
    if ground.hostile(area, force.faction) or ground.owner(area) == NOBODY:
        return enemies, 0, 3 if ground.area(area).walls else 2
    return enemies, 0 if ground.state.rules.diplomacy.neutrals_pass else 1, 2
