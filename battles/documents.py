"""Battles on paper and in files: tagged PDFs with the data inside that they were made from."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from armylists.printing import DRAWING, Printout, Source, printout
from battles import wording as words
from battles.cards import armies, result_card
from battles.chart import chart_svg
from battles.colours import Pair, recoloured
from battles.field import field_svg, field_title, is_wide
from battles.meeting.drawing import table_svg
from battles.meeting.table import table_of
from battles.turns import turns_of
from rulesets.contract import registry
from rulesets.contract.documents import title_of
from rulesets.engine.battle import Battle
from rulesets.engine.dice import seed_hash
from rulesets.engine.document import to_document

ATTACHMENT, SHEET_ATTACHMENT = "battle.json", "sheet.json"


class NotOver(Exception):  # noqa: N818 (it is no fault of the program)
    """A sheet was asked for before its battle was over, or its table ready."""


# -- the victory sheet -----------------------------------------------------------------------------


def victory_pdf(battle: Battle, paper: str = "A4", colours: Pair | None = None, undone: str = "") -> bytes:
    """Return the victory sheet as PDF; as `victory_sheet`."""
    return victory_sheet(battle, paper, colours, undone).pdf()


def victory_sheet(
    battle: Battle, paper: str = "A4", colours: Pair | None = None, undone: str = ""
) -> Printout:
    """Return the victory sheet on `paper` (one of PAPERS), with the battle's document inside. `colours`: the
    sides' own, None for the standard ones; `undone`: what is said of choices that were undone.

    Raises NotOver.
    """
    context = victory_context(battle, colours) | {"undone": undone}
    source = Source(battle_json(battle), ATTACHMENT, words.BATTLE_ATTACHED)
    style = "css/victory-print.css"
    return printout("battles/victory_pdf.html", context, style, paper, source, drawings=True)


def victory_context(battle: Battle, colours: Pair | None = None) -> dict[str, Any]:
    """Return what stands on the victory sheet; a `wide` field has a page of its own, turned.

    Raises NotOver.
    """
    if battle.result is None:
        raise NotOver(words.NOT_OVER)
    # One walk over the log serves chart, field and result: each walk replays all events.
    turns = list(turns_of(battle))
    marks = tuple(mark for mark, _ in turns)
    end = turns[-1][1].state
    shown = registry.get(battle.system.slug).presentation
    sides = (battle.side_name(0), battle.side_name(1))
    title = field_title(battle.result.turns, shown.turn_name)
    return {
        "battle": battle,
        "sides": sides,
        "lists": [title_of(each) for each in battle.setup["lists"]],
        "result": result_card(battle.result.to_json(), sides, shown),
        "shown": shown,
        "colours": colours,
        "chart": as_image(recoloured(chart_svg(marks, sides, shown.measure, shown.turn_name), colours)),
        "field": as_image(recoloured(field_svg(end, shown, title=title), colours)),
        "wide": is_wide(end, shown),
        "armies": armies(end, shown),
        "table": table_words(battle.setup, battle.system.length_unit, shown.turn_name),
        "seed_hash": seed_hash(battle.seed),
    }


def table_words(setup: Mapping[str, Any], unit: str, turn: str) -> str:
    """Return `12 × 10 H, A training clash, at most 12 rounds`: a scenario has terrain of its own."""
    pieces = setup["terrain"]
    scenario = setup.get("options", {}).get("scenario")
    ground = words.TERRAIN[pieces] if isinstance(pieces, str) else words.agreed_terrain(len(pieces))
    if isinstance(scenario, Mapping) and scenario.get("name"):
        ground = str(scenario["name"])
    table = setup["table"]
    return words.table_words(table["width"], table["depth"], unit, ground, setup["max_turns"], turn)


def battle_json(battle: Battle) -> str:
    """Return the battle's document as a text."""
    return json.dumps(to_document(battle), ensure_ascii=False, indent=1)


def as_image(drawing: str) -> str:
    """Return a drawing as an address, so that it stands in the document as one figure with its text."""
    return f"{DRAWING}{base64.b64encode(drawing.encode()).decode()}" if drawing else ""


# -- the sheet for the table -----------------------------------------------------------------------


def sheet_pdf(battle: Battle, side: int, paper: str = "A4") -> bytes:
    """Return the sheet of a side of a meeting on `paper` (one of PAPERS), its data inside; raises NotOver."""
    context = _sheet_context(battle, side)
    text = json.dumps(context["sheet"].to_json(), ensure_ascii=False, indent=1)
    source = Source(text, SHEET_ATTACHMENT, words.SHEET_ATTACHED)
    style = "css/meeting-print.css"
    return printout("battles/meeting/sheet_pdf.html", context, style, paper, source, drawings=True).pdf()


def _sheet_context(battle: Battle, side: int) -> dict[str, Any]:
    """Return what stands on the sheet of a side, with what that side alone may know."""
    meeting = registry.get(battle.system.slug).presentation.meeting
    if meeting is None or battle.result is None or not meeting.ready(battle.result.to_json()):
        raise NotOver(words.TABLE_NOT_READY)
    state = battle.state
    names = battle.side_name(0), battle.side_name(1)
    drawn = table_of(state.view(side), names, meeting, meeting.areas(state))
    sheet = meeting.sheet(state, side)
    return {
        "sheet": sheet,
        "letter": "ab"[side],
        "system": battle.system.name,
        "forces": (sheet.own, sheet.enemy),
        "losses": ((sheet.own, sheet.losses), (sheet.enemy, sheet.enemy_losses)),
        "turns": range(1, sheet.turns + 1),
        "table": as_image(table_svg(drawn, title=words.THE_TABLE)),
        "objectives": drawn.objectives,
        "hash": battle.hash,
        "rules_version": battle.system.rules_version,
    }
