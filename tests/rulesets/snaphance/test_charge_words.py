"""What the log says of charges and reactions."""

import pytest

from rulesets.snaphance.events.charge import (
    Answering,
    BonusLost,
    Declared,
    Evaded,
    FacedAttacker,
    Intercepted,
    MovementOver,
)
from rulesets.snaphance.events.fire import Removed
from rulesets.snaphance.events.melee import MeleeDecided
from rulesets.snaphance.events.movement import Moved

NAMES = {"a1": "Blue", "b1": "Red", "b2": "Green", "1": "Whites"}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Declared("SN-10.0.a", "a1", "charge", "b1"), "Blue: charge against Red"),
        (Declared("SN-6.4.a", "b1", "opportunity fire", "a1"), "Red: opportunity fire at Blue"),
        (Declared("SN-13.0.d", "a1", "has to pursue", "b1"), "Blue: has to pursue Red"),
        (Evaded("SN-5.0.a", "a1", ["b1", "b2"], 1), "Blue evades from Red and Green"),
        (Answering("SN-6.2.e", "b1", "a1", "0506"), "Red lets Blue fire first, then charges"),
        (Answering("SN-6.2.e", "", "a1"), "Blue has fired"),
        (Intercepted("SN-6.0.b", "b1", "a1", "opportunity"), "Red charges Blue on opportunity"),
        (Intercepted("SN-6.0.b", "b1", "a1", "counter"), "Red counter-charges Blue"),
        (BonusLost("SN-7.4.1.1.b", "a1"), "Blue has lost its Charge Bonus to the fire"),
        (MovementOver("SN-10.0.d", "a1", "it has charged"), "Blue has finished: it has charged"),
        (Moved("SN-6.0.b", "b1", "0506", 1, "opportunity"),
         "Red charges on opportunity to 0506, facing north"),
        (Moved("SN-6.0.b", "b1", "0506", 1, "counter"), "Red counter-charges to 0506, facing north"),
        (Removed("SN-13.0.h", "b1", "pursued", 0, "pursues off the board"), "Red pursues off the board"),
        (Removed("SN-1.3.b", "b1", "destroyed", 1, "it has no SP left"),
         "Red is destroyed (it has no SP left); 1 break point lost"),
        (MeleeDecided("SN-11.0.a", "a1", "b1", (0, 1), 1),
         "The melee of Blue and Red goes to Whites: morale losses 0 to 1"),
        (FacedAttacker("SN-4.6.d", "a1", 2), "Blue turns to face its attacker: north-west"),
    ],
)  # fmt: skip
def test_words(event, words):
    assert event.describe(NAMES.__getitem__) == words
    assert set(event.subjects()) <= set(NAMES)
