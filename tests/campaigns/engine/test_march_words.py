"""The sentences in which a chronicle tells of the first half of a turn."""

import pytest

from campaigns.engine.events import factions, turns
from campaigns.wording import events as words

BASIS = {"rule": "", "known": ()}
NAMES = {
    "red": "The Red Cause",
    "blue": "The Blue League",
    "r1": "The Guard",
    "r2": "The Horse",
    "b1": "The Blues",
    "wood": "Great Wood",
    "moor": "Long Moor",
    "north": "Northam",
    "c1": "Sir John",
}


def engaged(role, *, ambush=False, firsts=("r1",)):
    sides = [{"role": role, "forces": list(firsts), "ambush": False},
             {"role": "defend", "forces": ["b1"], "ambush": ambush}]  # fmt: skip
    return turns.Engaged(**BASIS, engagement={"area": "moor", "sides": sides})


def sighted(worth, how):
    return turns.Sighted("", (), "red", "b1", "The Blues", "blue", "moor", worth, how)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            turns.TurnBegun(**BASIS, turn=3, date="1645-06-01", weather="fair"),
            "Turn 3, 1 June 1645: the weather was fair.",
        ),
        (
            turns.OrderRefused(**BASIS, faction="red", subject="r1", why="there is no bridge"),
            "An order for The Guard could not be carried out: there is no bridge.",
        ),
        (
            turns.Marched(**BASIS, force="r1", came_from="north", path=("wood", "moor"), forced=True),
            "The Guard made a forced march from Northam by Great Wood to Long Moor.",
        ),
        (
            turns.ForcedMarch(**BASIS, force="r1", changes=(("u1", 2), ("u2", 1))),
            "Men of The Guard fell out on the forced march: 3 steps in 2 units.",
        ),
        (
            turns.Met(**BASIS, force="r1", other="b1", area="moor", start=""),
            "The Guard and The Blues met in Long Moor.",
        ),
        (
            turns.Met(**BASIS, force="r1", other="b1", area="moor", start="wood"),
            "The Guard and The Blues met on the way from Great Wood to Long Moor.",
        ),
        (
            turns.Intercepted(**BASIS, force="r1", other="b1", came_from="wood", path=("moor",)),
            "The Guard came from Great Wood and intercepted The Blues in Long Moor.",
        ),
        (engaged("attack"), "Long Moor: The Guard attacked The Blues."),
        (engaged("attack", ambush=True), "Long Moor: The Guard attacked The Blues, who lay in ambush."),
        (engaged("assault"), "Long Moor: The Guard stormed the walls against The Blues."),
        (
            engaged("relief", firsts=("r1", "r2")),
            "Long Moor: The Guard and The Horse tried to break the siege by The Blues.",
        ),
        (engaged("field"), "Long Moor: The Guard faced The Blues."),
        (
            sighted(99.6, "seen"),
            "The Red Cause saw The Blues of The Blue League in Long Moor, strength about 100.",
        ),
        (
            sighted(80, "scouted"),
            "Scouts of The Red Cause found The Blues of The Blue League in Long Moor, strength about 80.",
        ),
        (
            sighted(80, "fought"),
            "After the battle The Red Cause saw The Blues of The Blue League in Long Moor, strength 80.",
        ),
        (
            sighted(80, "rumour"),
            "The Red Cause heard a rumour of The Blues of The Blue League in Long Moor, strength about 80.",
        ),
        (
            turns.SightingsForgotten(**BASIS, faction="red", forces=("b1",)),
            "The Red Cause lost track of The Blues.",
        ),
        (
            factions.RelationOffered(**BASIS, faction="red", other="blue", relation="truce", umpire=False),
            "The Red Cause offered The Blue League a truce.",
        ),
        (
            factions.RelationOffered(**BASIS, faction="red", other="blue", relation="war", umpire=True),
            "The Red Cause asked for war with The Blue League; the umpire decides.",
        ),
        (
            factions.RelationSet(**BASIS, faction="red", other="blue", relation="war"),
            "War broke out between The Red Cause and The Blue League.",
        ),
        (
            factions.RelationSet(**BASIS, faction="red", other="blue", relation="alliance"),
            "The Red Cause and The Blue League are now allies.",
        ),
        (
            factions.NoticeGiven(**BASIS, faction="red", other="blue", turns=2),
            "The Red Cause broke off relations with The Blue League: war in 2 turns.",
        ),
        (
            factions.ForceRaised(**BASIS, made={"faction": "red", "name": "The Levy", "at": "north"}),
            "The Red Cause raised The Levy in Northam.",
        ),
    ],
    ids=lambda value: "" if isinstance(value, str) else value.kind.replace(" ", "-"),
)
def test_what_happened_is_told_in_one_sentence(event, words):
    assert event.describe(lambda key: NAMES.get(key, key)) == words


@pytest.mark.parametrize(
    ("force", "whose"),
    [("The Company’s Riders", "The Company’s Riders"), ("Riders", "Riders of The Company")],
)
@pytest.mark.parametrize(
    ("worth", "told"),
    [
        (80, "After the battle The Crown saw {} in Long Moor, strength 80."),
        (0, "The Crown saw all of {} flee or fall in the battle in Long Moor."),
    ],
)
def test_a_force_that_bears_its_factions_name_is_not_said_to_be_of_it_again(force, whose, worth, told):
    said = words.sighted("The Crown", "fought", force, "The Company", "Long Moor", worth)
    assert said == told.format(whose)
