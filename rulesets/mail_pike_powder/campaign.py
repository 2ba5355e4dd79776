"""Mail, Pike & Powder in campaigns: what its units count for, how worn armies take the field, what a battle
leaves. All of it is ours: the play sheet knows no campaigns.

Steps are Stamina, worth is points. A unit that stands at the end keeps a step, shaken or not: its casualties
are tired and scattered men, most of whom come back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rulesets.contract.campaign import (
    Arm,
    BattleGround,
    BattleReport,
    CampaignSystem,
    CampaignUnit,
    Fallen,
    GroundRow,
    Grounds,
    UnitOutcome,
    battle_report,
    campaign_units,
    roomy_table,
)
from rulesets.contract.documents import read_setup
from rulesets.engine.books import data, read_toml
from rulesets.engine.dice import SeededDice, drawn
from rulesets.engine.fielding import battle_losses
from rulesets.engine.lists import ArmyList, ListUnit
from rulesets.mail_pike_powder import setup as setting_up
from rulesets.mail_pike_powder import tables
from rulesets.mail_pike_powder.armies import LISTS, PowderBook
from rulesets.mail_pike_powder.core import CORE
from rulesets.mail_pike_powder.record import TALLY, ended

_FALLEN: Mapping[str, Fallen] = {
    "shattered": "destroyed", "destroyed": "destroyed", "broken": "fled", "left": "fled",
}  # fmt: skip
"""MPP-1.3.5: who breaks or leaves the table has run."""
_STEP = 12.0  # inches by which a table that is too small is made wider


@data
class TableGround(GroundRow):
    """A ground on a table. `pool`: how likely each kind of piece is."""

    pool: Mapping[str, int]


@data
class TableGrounds(Grounds[TableGround]):
    """data/campaigning.toml."""

    ground: tuple[TableGround, ...]
    draws: int
    walls: int


@cache
def grounds() -> TableGrounds:
    """Return the grounds of maps; raises BookError."""
    return read_toml(tables.DATA / "campaigning.toml", TableGrounds)


def units(army: ArmyList) -> tuple[CampaignUnit, ...]:
    """Return every unit of a list; raise ListError for an unknown book or entries that it has not."""
    book = LISTS.book_of(army)
    assert isinstance(book, PowderBook)

    def counted(unit: ListUnit) -> tuple[int, float, Arm]:
        profile = book.unit(unit.entry, unit.options)
        arm: Arm = "horse" if profile.mounted else "foot"
        if profile.unit_class == "artillery":
            arm = "guns"
        elif profile.unit_class == "baggage":
            arm = "other"
        elif profile.mounted and profile.unit_class != "cavalry":
            arm = "dragoons"
        return profile.stamina, float(profile.points), arm

    return campaign_units(army, book, counted)


def substitute() -> str:
    """Return the rating of who takes over a battalia (MPP-C-38): none may be without a commander."""
    return str(tables.figures().replacement)


def setup(
    lists: Sequence[Mapping[str, Any]],
    lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: BattleGround,
    turns: int,
    seed: str,
) -> dict[str, Any]:
    """Return the set-up of a battle of two worn lists, with the casualties that their units come with.

    `lost` by the ids of the lists. The table is as large as the greater army needs. The rules know neither
    weather nor ambushes, so those change nothing. Raises SetupError for lists that cannot fight.
    """
    losses = battle_losses(lists, lost)
    begun = {
        "system": LISTS.slug, "lists": [*lists], "sides": [*sides], "max_turns": turns, "terrain": "roll",
    }  # fmt: skip
    table = roomy_table(
        setting_up.table_for(max(int(each["points"]) for each in lists)),
        lambda table: setting_up.check_setup(
            read_setup({**begun, "table": table, "options": {"losses": losses}})
        ),
        _STEP,
        CORE.table.most_width,
    )
    dice = SeededDice(f"{seed}|ground")
    pool = [drawn(dice, grounds().row(ground.terrain).pool) for _ in range(grounds().draws)]
    pieces = [*_river(ground, **table), *_works(ground, **table)]
    options = {"losses": losses, "ground": {"pool": pool, "pieces": pieces}}
    return read_setup({**begun, "table": table, "options": options})


def _river(ground: BattleGround, width: float, depth: float) -> Iterator[dict[str, Any]]:
    """Yield a river that is fought over as a stream between the armies."""
    if ground.river:
        yield {"kind": "stream", "line": [0, depth / 2, width, depth / 2]}


def _works(ground: BattleGround, width: float, depth: float) -> Iterator[dict[str, Any]]:
    """Yield earthworks before the zone of a fortified side, more of them for stronger walls."""
    if ground.fortified is None:
        return
    zone, half = tables.zone_depth(depth), tables.terrain("earthwork").size[0] / 2
    number = min(grounds().walls, 1 + ground.walls)
    y = zone + 1.0 if ground.fortified == 0 else depth - zone - 1.0
    for place in range(number):
        x = width * (2 * place + 1) / (2 * number)
        yield {"kind": "earthwork", "line": [round(each, 2) for each in (x - half, y, x + half, y)]}


def report(_setup: Mapping[str, Any], state: Mapping[str, Any], result: Mapping[str, Any]) -> BattleReport:
    """Return what a battle leaves, from its set-up, its state and its result as JSON."""
    fallen = (each["command"] for each in state["leaders"] if each["fallen"])
    return battle_report(result, map(_outcome, state["units"]), fallen)


def _outcome(unit: Mapping[str, Any]) -> tuple[str, UnitOutcome]:
    return unit["id"], outcome(unit["status"], unit["casualties"], unit["stamina"], unit["worn"])


def outcome(status: str, casualties: int, stamina: int, worn: int) -> UnitOutcome:
    """Return what became of a unit that came `worn`, from its status and casualties at the end."""
    fallen = _FALLEN.get(status, "stood")
    most = stamina - 1 if fallen == "stood" else stamina
    return UnitOutcome(max(0, min(casualties, most) - worn), fallen)


def recorded(lists: Sequence[Mapping[str, Any]], result: Mapping[str, Any]) -> BattleReport:
    """Return what a battle leaves that was recorded on a table, from its RESULT document."""
    read = TALLY.read({**result, "lists": [*lists]})
    state = ended(read)
    fallen = (each.command for each in state.leaders.values() if not each.alive)
    left = (_outcome(unit.to_json()) for unit in state.units.values())
    return battle_report(TALLY.score({**result, "lists": [*lists]}).result, left, fallen)


CAMPAIGN = CampaignSystem(
    system=LISTS.slug, measure="points", step="Stamina", units=units, setup=setup, report=report,
    recorded=recorded, terrains=grounds().terrains, substitute=substitute,
)  # fmt: skip
