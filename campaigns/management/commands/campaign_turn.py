"""manage.py campaign_turn: resolve a campaign's turn, or those of all whose deadline has passed."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

from campaigns import deadlines, services
from campaigns.management.reading import CampaignCommand, campaign_called
from campaigns.models import Campaign, TurnRow


class Command(CampaignCommand):
    """Exit 0: resolved, or nothing was due; 2: bad input, or it cannot be resolved, with one line on standard
    error.
    """

    help = (
        "Carry out a campaign’s orders, or conclude its turn once its battles are settled. With --due, do "
        "so for all campaigns whose deadline has passed, and remind players who gave no orders."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", nargs="?", help="the campaign’s id, as in the address of its pages")
        parser.add_argument("--due", action="store_true", help="every campaign whose deadline has passed")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen, save nothing")
        parser.add_argument("--json", action="store_true", help="print what happened as JSON")

    def handle(self, *args: Any, id: str | None, due: bool, **options: Any) -> None:
        if bool(id) == due:
            self.refuse("campaign_turn", "give either a campaign or --due")
        with self.one_line(id or "campaign_turn"):
            answers = self._due(options["dry_run"]) if due else [_one(campaign_called(id or ""), options)]
        if options["json"]:
            self.stdout.write(json.dumps(answers if due else answers[0], ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(_as_text(answers)) or "Nothing is due.")

    def _due(self, dry: bool) -> list[dict[str, Any]]:
        """Return what is due; a campaign that cannot be resolved is reported and hinders no other."""
        answers = []
        for row in deadlines.due_campaigns():
            if dry:
                answers.append({**_head(row), "parts": []})
            elif services.due(row):
                answers.append({**_head(row), "parts": [_part(each) for each in _last(row)]})
            else:
                self.stderr.write(f"{row.public_id}: {row} was not resolved", self.style.ERROR)
        if not dry:
            deadlines.remind()
        return answers


def _one(row: Campaign, options: Mapping[str, Any]) -> dict[str, Any]:
    if options["dry_run"]:
        found = services.preview(row)
        part = {"part": found.part, "turn": row.turn, "date": row.date, "entries": list(found.entries)}
        return {**_head(row), "phase": found.state.phase, "missing": list(found.missing), "parts": [part]}
    parts = services.resolve(row, row.revision)
    return {**_head(row), "parts": [_part(each) for each in parts]}


def _last(row: Campaign) -> list[TurnRow]:
    """Return the parts of the turn that has just been resolved."""
    turn = row.turn if row.phase == Campaign.Phase.BATTLES else row.turn - 1
    parts = (TurnRow.Part.MARCH, TurnRow.Part.CONCLUDE)
    return list(row.turns.filter(undone=False, turn=turn, part__in=parts).defer("state_before"))


def _head(row: Campaign) -> dict[str, Any]:
    return {
        "campaign": str(row.public_id), "name": row.name, "turn": row.turn, "date": row.date,
        "phase": row.phase, "hash": row.hash,
    }  # fmt: skip


def _part(row: TurnRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("part", "turn", "date", "entries", "hash")}


def _as_text(answers: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for each in answers:
        phase = Campaign.Phase(each["phase"]).label.lower()
        yield f"{each['name']}: turn {each['turn']}, {each['date']}, {phase}"
        for part in each["parts"]:
            yield f"  {TurnRow.Part(part['part']).label} of turn {part['turn']}:"
            for entry in part["entries"]:
                rule = f" ({entry['event']['rule']})" if entry["event"]["rule"] else ""
                yield f"    {entry['words']}{rule}"
