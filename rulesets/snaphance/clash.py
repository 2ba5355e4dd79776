"""Who has met whom, and how they came there: what charges hand over to contact fire and melee (SN-10.1.a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from rulesets.engine.records import record
from rulesets.snaphance.hexes import Hex

Coming = Literal["charge", "opportunity", "counter", "pursuit", "none"]
"""How a stand came into contact: by a charge of its own activation, an opportunity charge, a counter-charge,
in pursuit, or not at all: it stood there.
"""


@record
class Approach:
    """How a stand came into contact.

    `start`: where its move began, by which flank and rear attacks are judged (SN-10.4.a); `entered`: hexes
    entered in it (SN-10.3.f); `forward`: it was moving forward (SN-10.3.1.a). `path`: those hexes in order,
    for the terrain on the way (SN-10.3.e); where it is not given only the last of them is looked at.
    """

    unit: str
    start: Hex
    entered: int
    forward: bool
    how: Coming
    path: tuple[Hex, ...] = ()


@record
class Clash:
    """A melee that is about to be fought.

    `attacker` made the contact, `defender` is the enemy Battle Stand (SN-10.2.a). `supporters`: of the
    attacker, of the defender (SN-10.6.a). `idle`: enemies in contact that neither fight nor support, but
    retreat with the defender (SN-10.2.d). `approaches`: by stand, of those who came into contact in this very
    move. `again`: an ongoing melee is fought again (SN-11.3.b, SN-11.4.a). `silent`: stands that give neither
    defensive nor supporting fire (SN-6.3.a-b, SN-7.4.b). `no_bonus`: stands that have lost their Charge Bonus
    for this attack (SN-7.4.1.a).
    """

    attacker: str
    defender: str
    supporters: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    idle: tuple[str, ...] = ()
    approaches: Mapping[str, Approach] = field(default_factory=dict)
    again: bool = False
    silent: frozenset[str] = frozenset()
    no_bonus: frozenset[str] = frozenset()
