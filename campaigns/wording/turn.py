"""Why something comes about in a turn, or comes to nothing. Events hold these words: they never change."""

from __future__ import annotations

from collections.abc import Iterable


def parted(one: str, other: str) -> str:
    return f"{one} and {other} parted without a decision."


def about_lost(name: str, percent: float) -> str:
    return f"{name} about {percent:.0f} %"


def drove_off(winner: str, loser: str, first: str, second: str) -> str:
    return f"{winner} drove {loser} off; losses: {first}, {second}."


def worth_and_luck(forces: str, worth: int, luck: int) -> str:
    return f"{forces}: worth {worth} as it stood, luck {luck} %"


IN_PHASE = {
    "orders": "the campaign waits for orders",
    "battles": "the campaign waits for its battles",
    "over": "the campaign is over",
}
NOBODY_TO_CHALLENGE = "there is nobody to challenge"


def still_to_fight(open: Iterable[str]) -> str:
    return f"still to be fought: {', '.join(open)}"


WALLS_STORMED = "its walls were stormed"

STORY_ENDED = "the story is told"

RANSOM_PAID = "the ransom is paid already"

DESTROYED = "destroyed in battle"
BATTLE_WON = "a battle won"
ENEMY_LOSSES = "the enemy's losses"


def too_weak_to_fight(enemy: str) -> str:
    return f"it was too weak to fight {enemy}"


NOBODY_LEFT = "it has nobody left"

ENEMY_IN_WAY = "the enemy stands in its way"

NO_RECRUITS_THERE = "nobody can be recruited there"
ENEMY_TOO_NEAR = "the enemy is too near"
NO_UNIT_NEEDS_MEN = "no unit needs men"
MONEY_SHORT = "the money is short"
TOO_MANY_TOGETHER = "together they would be too many for any class of force"
NOBODY_TO_JOIN = "there is nobody left to join"


def not_there(force: str) -> str:
    return f"{force} is not there"


WALLS_BETWEEN = "walls lie between them"
PART_TOO_SMALL = "a part of it would be too small for any class of force"


def detachment(force: str) -> str:
    return f"Detachment of {force}"


NOTHING_LEAVES = "names no units or commands of it that could go"
NOBODY_STAYS = "leaves nobody behind"

NOWHERE_TO_GO = "it has nowhere to go"

NO_FORTRESS = "there is no fortress"
NO_ENEMY_HOLDS_IT = "no enemy holds it"
LIES_INSIDE = "it lies inside"
WORKS_AT_WALLS = "the works have reached its walls"
GARRISON_STARVED = "its garrison starved"
GAVE_UP_FORTRESS = "it had to give up its fortress"

COUNTRY_OF_FRIENDS = "the country is that of friends"
NOTHING_TO_LOOT = "nothing is left to loot"
GO_INTO_GARRISON = "go into garrison"
NO_CITY_OR_FORTRESS = "there is neither city nor fortress"
ENEMY_LIES_IN_IT = "the enemy lies in it"
OWNED_AT_PEACE = "it belongs to somebody at peace with us"
GATES_SHUT = "its gates are shut"


def walls_shelter(most: int) -> str:
    return f"its walls shelter a worth of {most}, not more"


LAST_TURN_OVER = "its last turn is over"
AREAS_HELD = "areas held"


def points_reached(points: int) -> str:
    return f"{points} victory points reached"


OTHERS_GONE = "the others are gone"


def levy(force: str) -> str:
    return f"Levy of {force}"
