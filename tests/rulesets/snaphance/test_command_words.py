"""What the log says of rounds, initiative, activation, Generals and deployment."""

import pytest

from rulesets.snaphance.events import command as c
from rulesets.snaphance.events import setup as s

NAMES = {"0": "Alice", "1": "Bob", "a.c1": "Centre", "g": "Condé", "u1": "Foot", "u2": "Horse", "u3": "Guns"}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (c.RoundBegan("r", 3), "Round 3 begins"),
        (
            c.RoundEnded("r", 3, (2, 0), (15, 16), "x"),
            "Round 3 ends; break points lost: Alice 2 of 15, Bob 0 of 16",
        ),
        (c.GroupDeclared("r", 0, "a.c1"), "Alice: Centre is declared"),
        (c.InitiativeRolled("r", 0, "a.c1", (9, 7)), "The initiative goes to Alice (9 to 7) with Centre"),
        (c.InitiativeRolled("r", 1, "a.c1", ()), "Groups are left to Bob alone: Centre"),
        (c.GroupActivated("r", "a.c1"), "Centre is activated"),
        (c.GroupDone("r", "a.c1"), "Centre has finished"),
        (c.StandsActivated("r", ("u1",)), "Foot acts"),
        (c.StandsActivated("r", ("u1", "u2", "u3")), "Foot, Horse and Guns act together"),
        (c.StandsDone("r", ("u1", "u2")), "Foot and Horse have finished"),
        (c.Recovered("r", ("u1",), True), "Foot rallies"),
        (c.Recovered("r", ("u1", "u2"), False), "Foot and Horse rally, but can do nothing else now"),
        (c.OpportunityTried("r", ("u1",), True), "Foot goes onto opportunity"),
        (c.OpportunityTried("r", ("u1", "u2"), False), "Foot and Horse do not get onto opportunity"),
        (c.TurnedOnOpportunity("r", "u1", 2), "Foot turns to the north-west and stays on opportunity"),
        (c.GeneralMoved("r", "g", "0705"), "Condé rides to 0705"),
        (c.GeneralAttached("r", "g", "u1"), "Condé attaches himself to Foot"),
        (c.GeneralDetached("r", "g"), "Condé is attached to nobody"),
        (c.GeneralHelped("r", ("u1", "u2"), "g"), "Condé helps Foot and Horse"),
        (c.GeneralRelocated("r", "g", "u1", "0705"), "Condé makes his way to Foot in 0705"),
        (c.GeneralLost("r", "g", "falls with his stand", 2), "Condé falls with his stand"),
        (c.GeneralReplaced("r", "g", "u1", "0705", -2, 2), "A replacement for Condé takes command with Foot"),
        (
            c.BattleEnded("r", 0, "the enemy’s army is broken", (0, 9)),
            "Victory for Alice: the enemy’s army is broken",
        ),
        (c.BattleEnded("r", -1, "nobody is left", (0, 0)), "The battle is drawn: nobody is left"),
        (s.FirstToDeploy("r", 1, "2 against 5"), "Bob deploys first: 2 against 5"),
        (s.StandDeployed("r", "u1", "0705", 4), "Foot deploys in 0705, facing south"),
        (s.StandEntered("r", "u1", "0705", 1), "Foot arrives in 0705, facing north"),
        (s.LeftOut("r", "u1"), "Foot finds no room to deploy and stays out of the battle"),
        (s.GeneralPlaced("r", "g", "0705"), "Condé takes his place in 0705"),
        (s.GroupDeployed("r", "a.c1"), "Centre is deployed"),
    ],
)
def test_the_log_says_what_happened(event, words):
    assert event.describe(NAMES.__getitem__) == words
    assert set(event.subjects()) <= NAMES.keys()
    assert event.to_json()["kind"] == event.kind
