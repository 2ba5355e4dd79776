"""The sheet for the table on paper: a tagged PDF for each side, with what that side alone may know."""

from __future__ import annotations

import json
from typing import Any

from armylists.printing import attachment, set_pages
from battles.documents import as_image
from battles.meeting.drawing import table_svg
from battles.meeting.table import table_of
from rulesets.contract import registry
from rulesets.engine.battle import Battle

ATTACHMENT = "sheet.json"
_STYLE = "css/meeting-print.css"


class NotReady(Exception):  # noqa: N818 (it is no fault of the program)
    """A sheet was asked for before the table was ready."""


def sheet_pdf(battle: Battle, side: int, paper: str = "A4") -> bytes:
    """The sheet of a side on `paper` (one of PAPERS), its data inside; raises NotReady."""
    context = sheet_context(battle, side)
    made = set_pages("battles/meeting/sheet_pdf.html", context, _STYLE, paper, drawings=True)
    text = json.dumps(context["sheet"].to_json(), ensure_ascii=False, indent=1)
    made.metadata.attachments = [attachment(text, ATTACHMENT, "The sheet as data", relationship="Source")]
    return made.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True) or b""


def sheet_context(battle: Battle, side: int) -> dict[str, Any]:
    """What stands on the sheet of a side."""
    meeting = registry.get(battle.system.slug).presentation.meeting
    if meeting is None or battle.result is None or not meeting.ready(battle.result.to_json()):
        raise NotReady("the table is not ready")
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
        "table": as_image(table_svg(drawn, title="The table")),
        "objectives": drawn.objectives,
        "hash": battle.hash,
        "rules_version": battle.system.rules_version,
    }
