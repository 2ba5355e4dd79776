"""Whether a move that is offered leads anywhere."""

from __future__ import annotations

from rulesets.contract.board import Move
from rulesets.engine.geometry import Base
from rulesets.freetable.reach import corners

LEAST = 0.01
"""A corner that moves less than so much has not moved, in the unit of the table."""


def leads_somewhere(move: Move, base: Base) -> bool:
    """Return whether an allowed ghost of the move stands elsewhere than a base; also if it has none."""
    here = list(corners(base))
    allowed = [ghost for ghost in move.ghosts if not ghost.refused]
    return not allowed or any(
        len(ghost.outline) != 2 * len(here)
        or any(
            abs(ghost.outline[2 * at] - x) > LEAST or abs(ghost.outline[2 * at + 1] - y) > LEAST
            for at, (x, y) in enumerate(here)
        )
        for ghost in allowed
    )
