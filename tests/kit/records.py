"""Records of battles on a table, between sample forces of By Fire and Sword."""

from __future__ import annotations

import html
import re
from typing import Any

from django.contrib.auth.models import User

from battles.recording import services
from battles.recording.models import Record
from rulesets.contract.documents import samples

POLES, MUSCOVITES = "polish-1649-52-10", "muscovite-1648-76-11"
UNIT = "u.0.c1u2"  # the Poles' first unit, of three bases
OTHER = "u.1.c1u2"  # the Muscovites' first unit, of four
COLONEL = "c.0.c1u1"


def lists(*keys: str) -> list[dict[str, Any]]:
    """The documents of two sample lists."""
    return [samples()[key].to_json() for key in keys or (POLES, MUSCOVITES)]


def record(owner: User, opponent: User | None = None, **more: Any) -> Record:
    """A record of two sample lists, without a meeting."""
    return services.create(owner, lists(), sides=("Poles", "Muscovites"), opponent=opponent, **more)


def claim(row: Record, side: int | None, user: User, **changes: Any) -> services.Book:
    """Record something at the revision that the row has: `claim(row, 0, alice, **{key: value})`."""
    return services.claim(row, row.revision, side, user, changes)


def main_words(answer: Any) -> str:
    """The words of a page's main part."""
    main = html.unescape(answer.content.decode()).split("<main")[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())
