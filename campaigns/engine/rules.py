"""The rule set of a campaign: every number of it, as a document that the umpire edits.

Nothing of a turn is decided by a figure that does not stand here. A rule is named by its place in the
document (`attrition.per_turn`): events carry that name, and the pages lead from it to the figure. Percentages
are whole numbers from 0 to 100. Its chapter on battles, `battles`, is in battlerules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from pydantic import Field, SerializerFunctionWrapHandler, ValidationError, model_serializer

from campaigns.engine.battlerules import Battles
from campaigns.engine.maps import Count, Key, LinkKind, Percent, Strict, Terrain, Text, faults_of
from campaigns.wording import documents as words
from rulesets.engine.errors import Fault, FaultyDocumentError

FORMAT = "leaguer-campaign-rules"
VERSION = 1

Points: TypeAlias = Annotated[float, Field(ge=0, le=1000)]
Season = Literal["winter", "spring", "summer", "autumn"]
Ground = Literal["own", "friendly", "neutral", "enemy"]
Role = Literal["field", "attack", "defend", "ambush", "assault", "relief"]
OrderKind = Literal[
    "march", "hold", "scout", "forage", "raid", "besiege", "garrison", "join", "split", "recruit", "refit",
    "raise", "diplomacy", "pay",
]  # fmt: skip


class RulesError(FaultyDocumentError):
    """A rule set cannot be read: every fault with its path."""

    document = "rules"


class Weather(Strict):
    """A kind of weather: how likely it is (parts), what it does to march points and supply (per cent), and
    whether battles fought in it are fought in bad weather.
    """

    name: Text
    chance: dict[Season, Count]
    march: Annotated[int, Field(ge=0, le=200)] = 100
    supply: Annotated[int, Field(ge=0, le=200)] = 100
    bad: bool = False


class Calendar(Strict):
    """How long a turn is, which months make which season, and the weather that each season may bring."""

    length: Annotated[int, Field(ge=1, le=60)] = 1
    unit: Literal["days", "weeks", "months"] = "weeks"
    seasons: dict[Season, Annotated[list[Annotated[int, Field(ge=1, le=12)]], Field(max_length=12)]] = {
        "winter": [12, 1, 2], "spring": [3, 4, 5], "summer": [6, 7, 8], "autumn": [9, 10, 11],
    }  # fmt: skip
    weather: Annotated[list[Weather], Field(min_length=1, max_length=12)] = [
        Weather(name="fair", chance={"winter": 2, "spring": 4, "summer": 6, "autumn": 3}),
        Weather(name="rain", chance={"winter": 1, "spring": 2, "summer": 1, "autumn": 3}, march=75, bad=True),
        Weather(name="snow", chance={"winter": 3}, march=50, supply=75, bad=True),
    ]


class ForceClass(Strict):
    """A class of force: how much it may be worth, and how far it marches a turn on each kind of ground.

    `march` by whose country it marches into: march points, or areas where `march.by` is "areas".
    """

    key: Key
    name: Text
    least: Count = 0
    most: Count = 10_000
    march: dict[Ground, Points] = {"own": 6, "friendly": 6, "neutral": 6, "enemy": 6}


class March(Strict):
    """Marching. `by` "points": each link costs its cost times that of the ground it leads into; "areas": each
    link costs one area, and the class says how many.

    `columns`: per cent of forces that march from the same place over the same link and are distinguished.
    `forced`: march points more for a force that is told to hurry, `forced_loss` per cent of its steps lost.
    `mounted`: per cent of march points for a force of mounted troops alone.
    """

    by: Literal["points", "areas"] = "points"
    link_cost: dict[LinkKind, Points] = {"road": 1, "track": 2, "crossing": 2, "pass": 3, "sea": 3}
    terrain_cost: dict[Terrain, Points] = {
        "fields": 1, "open": 1, "hills": 1.5, "mountains": 2, "forest": 1.5, "marsh": 2, "steppe": 1,
        "moor": 1.5, "sea": 1,
    }  # fmt: skip
    mounted: Annotated[int, Field(ge=50, le=300)] = 150
    forced: Points = 2
    forced_loss: Percent = 5
    sea_needs_ports: bool = True
    stop_at_enemy: bool = True


class Contact(Strict):
    """Who meets whom. Two enemy columns on one link from opposite ends always meet, `crossing`: per cent that
    two meet in an area that both march through. `intercept`: per cent that a force that holds catches an
    enemy who marches through its area or a linked one (`intercept_range` links), `evade`: per cent that a
    force told to retreat if attacked gets away, `mounted_evade` if it is mounted. `ambush`: per cent that a
    holding force in rough ground is not seen until it fights.
    """

    crossing: Percent = 60
    intercept: Percent = 60
    intercept_range: Annotated[int, Field(ge=0, le=2)] = 0
    evade: Percent = 50
    mounted_evade: Percent = 75
    ambush: Percent = 25
    ambush_ground: list[Terrain] = ["forest", "hills", "mountains", "marsh"]


class Grown(Strict):
    """A chapter that has figures which older documents lack (`LATER`): they are written only where they
    differ from what older rules do, so that campaigns of then stay as they are, byte for byte.
    """

    LATER: ClassVar[tuple[str, ...]] = ()

    @model_serializer(mode="wrap")
    def _without_defaults(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        value: dict[str, Any] = write(self)
        for name in self.LATER:
            if getattr(self, name) == type(self).model_fields[name].default:
                value.pop(name, None)
        return value


class Scouting(Grown):
    """What is seen of others. Forces in the same area and `sight` links around are seen as `near` per cent
    goes, those told to scout see `scouts` links with `scouting` per cent. `error`: per cent by which a
    sighting's strength may be wrong. `rumour`: per cent a turn that a force is heard of though nobody sees
    it; a sighting is forgotten after `forgotten` turns. `cleared`: it is also dropped when one's own forces
    look at its area well enough to have noticed the force and it is not there, and it follows a force that
    retreats or is destroyed before one's eyes. `battles`: who fought a force knows it afterwards by what it
    had left as far as they saw.
    """

    LATER = ("cleared", "battles")

    sight: Annotated[int, Field(ge=0, le=5)] = 1
    near: Percent = 70
    scouts: Annotated[int, Field(ge=0, le=5)] = 2
    scouting: Percent = 90
    error: Percent = 25
    rumour: Percent = 10
    forgotten: Annotated[int, Field(ge=1, le=100)] = 4
    cleared: bool = False
    battles: bool = False


class Supply(Strict):
    """Who is fed. A force is in supply if it can trace a way over ground that no enemy holds, at most `reach`
    links (0: any number), to a `sources` feature, or to home country where `home` says so, or if its area
    feeds it: an area feeds as many units as its supply, `foraging` per cent of that more for who forages.
    `connected`: instead, a force is in supply while a linked area is friendly and free of enemies. A magazine
    holds food for `magazine` units and is filled again in a turn in which it is itself in supply.
    """

    reach: Annotated[int, Field(ge=0, le=50)] = 4
    sources: list[Literal["city", "fortress", "magazine", "port"]] = ["city", "magazine", "port"]
    home: bool = True
    connected: bool = False
    area_feeds: bool = True
    foraging: Annotated[int, Field(ge=0, le=300)] = 50
    magazine: Count = 20


class Attrition(Strict):
    """What want and hardship cost. Each turn out of supply every unit loses `steps` steps, and `percent` of
    the rest of its steps; `through_enemy` steps for every enemy force that it has to retreat through.
    `relief`: in friendly country that is not looted yet the first turn costs nothing, and loots it.
    `recovery`: steps a turn that a unit gets back in supply, `refit` those of a force told to refit.
    `winter`: steps that campaigning in winter costs each unit of a force that marches.
    `gone`: at so many per cent of its steps left, or fewer, a unit is gone for good. Who has a single step at
    full strength, as a commander, is worn down only where nobody else is left.
    """

    steps: Annotated[int, Field(ge=0, le=20)] = 1
    percent: Percent = 0
    through_enemy: Annotated[int, Field(ge=0, le=20)] = 1
    relief: bool = True
    recovery: Annotated[int, Field(ge=0, le=20)] = 0
    refit: Annotated[int, Field(ge=0, le=20)] = 1
    winter: Annotated[int, Field(ge=0, le=20)] = 0
    gone: Percent = 0


class Income(Strict):
    """What a turn brings and costs, in `currency`. `areas`: per cent of each held area's own income;
    looted areas bring nothing for `looted` turns, nor do besieged ones. What a faction gets beside stands
    with the faction; `unlooted_only`: its figures for areas count unlooted ones alone. `upkeep`: what 100 of
    a force's worth cost a turn; who cannot pay loses `unpaid` per cent of the steps.
    """

    currency: Text = "thaler"
    areas: Percent = 100
    looted: Annotated[int, Field(ge=0, le=60)] = 4
    upkeep: Points = 0
    unpaid: Percent = 5
    unlooted_only: bool = True


class Raising(Strict):
    """New men. `raise_cost`: what one point of worth of a new force or unit costs, `recruit_cost` one point
    of worth that a unit gets back beyond recovery, `per_turn`: per cent of a force's worth that it may
    recruit a turn. `at`: where (`home` country, or an area with such a feature, held by the faction).
    `merge`: whether worn units of one entry may be merged into one.
    """

    raise_cost: Points = 1
    recruit_cost: Points = 0.5
    per_turn: Percent = 25
    at: list[Literal["home", "city", "fortress", "magazine", "port", "anywhere"]] = ["city"]
    merge: bool = True


class Looting(Strict):
    """Raids. A raid brings `raid` per cent of the area's income times ten, the men may carry `carry` a unit;
    loot becomes money where `brought` says. A battle's winner takes `battle` per cent of the beaten side's
    loot, and `baggage` in currency.
    """

    raid: Percent = 50
    carry: Count = 5
    brought: Literal["at once", "home"] = "home"
    battle: Percent = 100
    baggage: Count = 5


class Sieges(Strict):
    """Sieges. A fortress of strength s falls when the works have gone as far as its walls: each turn they go
    `works` plus one for every `per_steps` steps of the besiegers, guns count `guns` times. The garrison
    starves after `stores` turns per point of its strength, then loses `starving` per cent a turn.
    `storm`: an assault is a battle with the garrison fortified; `breach`: at so many per cent of the works
    it may be made. `garrison_most`: the most worth that walls of strength 1 shelter. `watch`: per cent of the
    works that it takes where no force lies inside (0: such a fortress opens its gates). `honours`: per cent
    that a garrison that gives up may march away; else it is taken.
    """

    works: Count = 10
    per_steps: Annotated[int, Field(ge=1, le=1000)] = 20
    guns: Points = 3
    walls: Count = 10
    stores: Count = 2
    starving: Percent = 15
    breach: Percent = 50
    garrison_most: Count = 200
    watch: Percent = 50
    honours: Percent = 50


class Control(Grown):
    """Who holds an area: the last force that stood in it without an enemy (`presence`), or whose `garrison`,
    worth at least `least`, lies in its city or fortress. A fortress that holds out keeps its area.
    `marching_through`: an unwalled area falls to a force that marches through it, if nobody stands there.
    `kept`: an area that its garrison left stays with its owner; else it belongs to nobody. `fled`: a force
    that fled into an area this turn takes it as if it had marched there.
    """

    LATER = ("fled",)

    by: Literal["presence", "garrison"] = "presence"
    least: Count = 0
    marching_through: bool = False
    kept: bool = True
    fled: bool = True


class Victory(Strict):
    """How the campaign is won. `battle`: victory points for a battle won, `destroyed`: for every 100 of worth
    of the enemy destroyed, `areas`: whether areas' victory points count at the end or each turn. `turns`: the
    last turn (0: none), `points`: who has so many has won at once (0: nobody).
    """

    battle: Count = 2
    destroyed: Count = 1
    areas: Literal["end", "each turn", "no"] = "end"
    turns: Annotated[int, Field(ge=0, le=1000)] = 0
    points: Count = 0


class Diplomacy(Strict):
    """What factions are to each other unless the campaign says otherwise, whether a change of it needs the
    umpire, and after how many turns a broken truce or alliance becomes war.
    """

    default: Literal["war", "neutral", "truce", "alliance"] = "neutral"
    umpire: bool = False
    notice: Annotated[int, Field(ge=0, le=12)] = 1
    allies_pass: bool = True
    neutrals_pass: bool = False


class Ladder(Strict):
    """A ladder: how many rungs above one may challenge, and how results move players: `swap` puts a winner
    into the beaten one's place, `rating` moves both by Elo's formula with `k`; `wait`: turns before the same
    two may meet again, `open`: challenges that one may have open.
    """

    by: Literal["swap", "rating"] = "swap"
    reach: Annotated[int, Field(ge=1, le=50)] = 3
    k: Annotated[int, Field(ge=1, le=200)] = 32
    start: Count = 1500
    wait: Annotated[int, Field(ge=0, le=50)] = 1
    open: Annotated[int, Field(ge=1, le=10)] = 1
    losses: bool = False


class CampaignRules(Strict):
    """The rule set document."""

    format: Literal["leaguer-campaign-rules"] = "leaguer-campaign-rules"
    version: Literal[1] = 1
    name: Text = "House rules"
    notes: Annotated[str, Field(max_length=5000)] = ""
    orders: list[OrderKind] = list(get_args(OrderKind))
    per_turn: Annotated[int, Field(ge=0, le=100)] = 0
    calendar: Calendar = Calendar()
    classes: Annotated[list[ForceClass], Field(min_length=1, max_length=12)] = [
        ForceClass(key="force", name="Force")
    ]
    march: March = March()
    contact: Contact = Contact()
    scouting: Scouting = Scouting()
    supply: Supply = Supply()
    attrition: Attrition = Attrition()
    income: Income = Income()
    raising: Raising = Raising()
    looting: Looting = Looting()
    sieges: Sieges = Sieges()
    control: Control = Control()
    battles: Battles = Battles()
    victory: Victory = Victory()
    diplomacy: Diplomacy = Diplomacy()
    ladder: Ladder = Ladder()

    def class_of(self, key: str) -> ForceClass:
        """Return the class of force called `key`, the first where there is no such one."""
        return next((each for each in self.classes if each.key == key), self.classes[0])

    def to_json(self) -> dict[str, Any]:
        """Return the document as JSON values."""
        return self.model_dump(mode="json")


def usual() -> CampaignRules:
    """Return the rules of a new campaign that names none. Those that a document leaves out stay as they were
    when it was written, so that old campaigns go on as they began.
    """
    return CampaignRules(scouting=Scouting(cleared=True, battles=True), control=Control(fled=False))


def read_rules(value: Any) -> CampaignRules:
    """Return a rule set document; raises RulesError with every fault and its path."""
    if isinstance(value, Mapping) and isinstance(value.get("version"), int) and value["version"] > VERSION:
        raise RulesError(Fault("version", words.newer_than_this(value["version"])))
    try:
        return CampaignRules.model_validate(value)
    except ValidationError as error:
        raise RulesError(*faults_of(error)) from None
