"""Battles on paper and in files: the victory sheet as a tagged PDF with the battle's document inside."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from armylists.printing import DRAWING, attachment, set_pages
from battles.cards import ArmyCard, ResultCard, armies, result_card
from battles.chart import chart_svg
from battles.field import field_svg, field_title, is_wide
from battles.turns import TurnMark, tell
from rulesets.contract import registry
from rulesets.contract.presentation import Presentation
from rulesets.engine.battle import Battle
from rulesets.engine.dice import seed_hash
from rulesets.engine.document import to_document

ATTACHMENT = "battle.json"
_STYLE = "css/victory-print.css"


class NotOver(Exception):  # noqa: N818 (it is no fault of the program)
    """A victory sheet was asked for before the battle was over."""


@dataclass(frozen=True, slots=True)
class VictorySheet:
    """All that stands on the victory sheet; a `wide` field has a page of its own, turned."""

    title: str
    system_name: str
    sides: tuple[str, str]
    lists: tuple[str, str]
    result: ResultCard
    marks: tuple[TurnMark, ...]
    shown: Presentation
    chart: SafeString
    field: SafeString
    wide: bool
    armies: tuple[ArmyCard, ...]
    table: str
    turns: int
    events: int
    choices: int
    seed: str
    seed_hash: str
    rules_version: str
    hash: str


def victory_sheet(battle: Battle) -> VictorySheet:
    """The sheet of a battle that is over; raises NotOver."""
    if battle.result is None:
        raise NotOver("the battle is not over")
    turns = list(tell(battle))
    marks = tuple(mark for mark, _ in turns)
    end = turns[-1][1].state
    shown = registry.get(battle.system.slug).presentation
    sides = (battle.side_name(0), battle.side_name(1))
    setup = battle.setup
    return VictorySheet(
        title=f"{sides[0]} against {sides[1]}",
        system_name=battle.system.name,
        sides=sides,
        lists=(_list_name(setup["lists"][0]), _list_name(setup["lists"][1])),
        result=result_card(battle.result.to_json(), sides, shown),
        marks=marks,
        shown=shown,
        chart=chart_svg(marks, sides, shown.measure, shown.turn_name),
        field=field_svg(end, shown, title=field_title(battle.result.turns, shown.turn_name)),
        wide=is_wide(end, shown),
        armies=tuple(armies(end, shown)),
        table=_table(setup, battle.system.length_unit, shown.turn_name),
        turns=battle.result.turns,
        events=len(battle.entries),
        choices=len(battle.choices),
        seed=battle.seed,
        seed_hash=seed_hash(battle.seed),
        rules_version=battle.system.rules_version,
        hash=battle.hash,
    )


def _list_name(army: Mapping[str, Any]) -> str:
    return str(army.get("name") or "Unnamed list")


def _table(setup: Mapping[str, Any], unit: str, turn: str) -> str:
    """`12 × 10 H, A training clash, at most 12 rounds`: a scenario has terrain of its own."""
    terrain = {"roll": "terrain by the rules", "open": "open ground"}
    pieces = setup["terrain"]
    scenario = setup.get("options", {}).get("scenario")
    ground = terrain[pieces] if isinstance(pieces, str) else f"{len(pieces)} agreed pieces of terrain"
    if isinstance(scenario, Mapping) and scenario.get("name"):
        ground = str(scenario["name"])
    table = setup["table"]
    return f"{table['width']:g} × {table['depth']:g} {unit}, {ground}, at most {setup['max_turns']} {turn}s"


# -- paper -----------------------------------------------------------------------------------------


def victory_pdf(battle: Battle, paper: str = "A4") -> bytes:
    """The victory sheet on `paper` (one of PAPERS), its fonts and the battle's document inside."""
    sheet = victory_sheet(battle)
    context = {"sheet": sheet, "chart": as_image(sheet.chart), "field": as_image(sheet.field)}
    made = set_pages("battles/victory_pdf.html", context, _STYLE, paper, drawings=True)
    made.metadata.attachments = [
        attachment(
            battle_json(battle),
            ATTACHMENT,
            "The battle: set-up, seed, choices and log, to be replayed",
            relationship="Source",
        )
    ]
    return made.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True) or b""


def battle_json(battle: Battle) -> str:
    """The battle's document as a text."""
    return json.dumps(to_document(battle), ensure_ascii=False, indent=1)


def as_image(drawing: str) -> str:
    """A drawing as an address, so that it stands in the document as one figure with its text."""
    return f"{DRAWING}{base64.b64encode(drawing.encode()).decode()}" if drawing else ""
