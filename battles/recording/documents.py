"""A battle on a table in files: the RESULT document, and the victory sheet as a tagged PDF with it inside."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from armylists.printing import Source, printout
from battles import wording as words
from battles.cards import result_card
from rulesets.contract import registry
from rulesets.contract.tally import Score as TallyScore
from rulesets.engine.errors import LeaguerError

if TYPE_CHECKING:
    from battles.recording.ledger import Ledger

ATTACHMENT = "result.json"
MAX_BYTES = 2_000_000
_STYLE = "css/score-print.css"


class ScoreError(LeaguerError):
    """A document that is no result of a battle that can be scored."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message, path=path, code="result")


def read_scored(document: Any) -> tuple[str, Any]:
    """Return the system and the score of a RESULT document; raises LeaguerError naming the place."""
    if not isinstance(document, Mapping):
        raise ScoreError(words.NOT_A_RESULT)
    formats = {each.record.format: (each.slug, each.record) for each in registry.systems() if each.record}
    if found := formats.get(str(document.get("format", ""))):
        slug, record = found
        return slug, record.score(document)
    known = ", ".join(f"“{name}”" for name in formats)
    raise ScoreError(words.cannot_be_scored(known), "format")


def result_json(document: Mapping[str, Any]) -> str:
    """Return the RESULT document as a text."""
    return json.dumps(document, ensure_ascii=False, indent=1)


def score_pdf(
    document: Mapping[str, Any], score: Any, system: str, paper: str = "A4", *, state: str = ""
) -> bytes:
    """Return the victory sheet of a score on `paper`, its fonts and the RESULT document inside.

    `state`: how far the players agree, in words; empty where nobody has to.
    """
    known = registry.get(system)
    names = [side.name for side in score.sides]
    result = result_card(score.result, names, known.presentation) if isinstance(score, TallyScore) else None
    context = {
        "score": score, "system_name": known.name, "state": state, "result": result,
        "shown": known.presentation,
    }  # fmt: skip
    source = Source(result_json(document), ATTACHMENT, words.RESULT_ATTACHED)
    return printout("battles/record/victory_pdf.html", context, _STYLE, paper, source).pdf()


def state_words(ledger: Ledger) -> str:
    """How far the players agree."""
    if ledger.settled:
        return words.RECORDED_BY_ONE if None in ledger.signed else words.SIGNED_BY_BOTH
    disputes = len(ledger.disputes)
    if disputes:
        return words.entries_disputed(disputes)
    return words.NOT_SIGNED_BY_BOTH
