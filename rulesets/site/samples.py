"""Ready-made army lists of every rule system, to begin with.

A system's package `armies` holds `sample_lists()`: its own, by the name of their file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from rulesets.engine.lists import ArmyList
from rulesets.registry import PACKAGES


@cache
def samples() -> Mapping[str, ArmyList]:
    """The sample lists of all systems by the name of their file, in the order of the registry."""
    return {
        name: army
        for package in PACKAGES.values()
        for name, army in import_module(f"{package}.armies").sample_lists().items()
    }
