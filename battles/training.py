"""The training clash: the battle that somebody who has never played begins with, led on by hints."""

from __future__ import annotations

from django.contrib.auth.models import User

from battles import services
from battles.models import Battle
from rulesets.contract import registry
from rulesets.engine.strength import RECRUIT

LED, LEFT = 0, 1
"""The side that a newcomer leads, and the one that the tactician has."""


def begin(owner: User) -> Battle:
    """Return a new training clash that waits for its owner's first choice. Raises GuestRefusal."""
    editor = next(each for each in registry.scenario_editors() if each.training)
    setup = editor.setup(editor.shipped()[editor.training]) | {"strengths": [RECRUIT, RECRUIT]}
    row = services.begin(owner, setup, tacticians=(LEFT,), agreed=True)
    services.set_hints(row, LED, on=True)
    services.advance(row, None)
    return row
