"""The eleven sub-categories of stands, and what belongs to each of them (SN-2.0, SN-2.1, SN-2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulesets.snaphance.wording.common import CLASSES as CLASS_NAMES

Code: TypeAlias = Literal["Pi", "Ln", "Hs", "FH", "Pk", "PS", "Art", "Sk", "Sh", "LC", "Dr"]
Ground: TypeAlias = Literal["mcs", "foot_cs", "shot", "skirmisher", "dragoon", "light_cavalry", "artillery"]
"""The class groups that terrain effects are looked up by."""


@dataclass(frozen=True, slots=True, eq=False)
class StandClass:
    """A sub-category of stands (SN-2.0.b); there is one object of each, so itself alone equals it.

    `combat`: a Combat Stand, else a Support Stand (SN-2.0.a). `mounted`: it sits on horses in melee; Dragoons
    fight as foot (SN-2.2.2). `free`: it moves in any direction and ends with any facing (SN-4.1.a). `zoc`:
    its front hexes are a zone of control; Skirmishers have one in cover alone (SN-4.6.a).
    """

    code: Code
    name: str
    combat: bool
    mounted: bool
    free: bool
    zoc: bool
    ground: Ground
    rule: str

    @property
    def mcs(self) -> bool:
        """Return whether it is a Mounted Combat Stand, which heavy cavalry means (SN-2.1.a, SN-10.4.d)."""
        return self.combat and self.mounted

    @property
    def pike_armed(self) -> bool:
        """Return whether it is Pike or Pike and Shot, Tercios and Swedish Brigades among them (SN-10.3.c)."""
        return self.code in ("Pk", "PS")


CLASSES: dict[str, StandClass] = {
    each.code: each
    for each in (
        StandClass("Pi", CLASS_NAMES["Pi"], True, True, False, True, "mcs", "SN-2.1.1"),
        StandClass("Ln", CLASS_NAMES["Ln"], True, True, False, True, "mcs", "SN-2.1.2"),
        StandClass("Hs", CLASS_NAMES["Hs"], True, True, False, True, "mcs", "SN-2.1.3"),
        StandClass("FH", CLASS_NAMES["FH"], True, True, False, True, "mcs", "SN-2.1.4"),
        StandClass("Pk", CLASS_NAMES["Pk"], True, False, False, True, "foot_cs", "SN-2.1.5"),
        StandClass("PS", CLASS_NAMES["PS"], True, False, False, True, "foot_cs", "SN-2.1.6"),
        StandClass("LC", CLASS_NAMES["LC"], False, True, True, False, "light_cavalry", "SN-2.2.1"),
        StandClass("Dr", CLASS_NAMES["Dr"], False, False, True, False, "dragoon", "SN-2.2.2"),
        StandClass("Sh", CLASS_NAMES["Sh"], False, False, False, True, "shot", "SN-2.2.3"),
        StandClass("Sk", CLASS_NAMES["Sk"], False, False, True, False, "skirmisher", "SN-2.2.4"),
        StandClass("Art", CLASS_NAMES["Art"], False, False, True, False, "artillery", "SN-2.2.5"),
    )
}
"""SN-2.1.a, SN-2.2.a: every sub-category by its code."""
