"""What has to be known of players so that the criteria of pairing do something."""

from __future__ import annotations

from typing import Literal

from tournaments.engine.document import Tournament
from tournaments.engine.settings import USUAL_CRITERIA, Settings

Fact = Literal["allegiance", "book", "club", "nation", "team"]


def asked(settings: Settings) -> tuple[Fact, ...]:
    """Return what criteria that organisers chose compare of players. The usual criteria are for everybody:
    they ask for nothing, and where nothing is known they do nothing.
    """
    if settings.kind != "swiss" or settings.fide or settings.teams or settings.pairing == USUAL_CRITERIA:
        return ()
    compared: list[Fact] = [each.group for each in settings.pairing if each.by == "apart"]
    compared += [each.of for each in settings.pairing if each.by == "opposed"]
    return tuple(dict.fromkeys(compared))


def unknown(tournament: Tournament) -> tuple[Fact, ...]:
    """Return what criteria compare, but is not known of anybody who plays."""
    there = [each for each in tournament.players if not each.waiting]
    return tuple(fact for fact in asked(tournament.settings) if not any(getattr(p, fact) for p in there))
