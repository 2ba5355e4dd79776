"""Whole meetings of the sample forces: they end, spend no more than there is, replay, and keep secrets."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.meeting import deployment
from rulesets.by_fire_and_sword.meeting.compare import compare, superiority
from rulesets.by_fire_and_sword.meeting.effects import delay, kinds, march_losses, receive
from rulesets.by_fire_and_sword.meeting.fortify import fortify, room_of
from rulesets.by_fire_and_sword.meeting.options import AGREEMENTS
from rulesets.by_fire_and_sword.meeting.policy import PREFERRED
from rulesets.by_fire_and_sword.meeting.scenario import choose_scenario
from rulesets.by_fire_and_sword.presentation import DECISIONS
from rulesets.by_fire_and_sword.scenarios.reading import shipped
from rulesets.contract import registry
from rulesets.contract.documents import read_document
from rulesets.engine.canonical import digest
from rulesets.engine.decisions import Lazy, Number, Refusal
from rulesets.engine.document import SetupError, begin, replay, resume, to_document, to_lines
from tests.kit.effort import tries
from tests.kit.meeting import commander, decide, met, unit
from tests.kit.meeting import force as made
from tests.kit.players import uniform

BFS = "by_fire_and_sword"
FLANK = {"text": "In which turn?", "rule": "BFS-33.6.1"}


@cache
def forces():
    return {name: army.to_json() for name, army in sample_lists().items() if force(army).kind == "skirmish"}


def setup(one, two, **changes):
    lists = [forces()[one], forces()[two]]
    return {"system": BFS, "lists": lists, "sides": ["Jan", "Bohdan"], **changes}


def begun(one, two, seed, **changes):
    return begin(registry.get(BFS), setup(one, two, **changes), seed)


def automatic(one, two, seed, **changes):
    battle = begun(one, two, seed, **changes)
    tactician = battle.system.core.tactician
    battle.play([tactician, tactician])
    return battle


def options():
    """Anything that players may agree on, and a scenario that they agree on."""
    agreed = {each.key: st.sampled_from(each.values) for each in AGREEMENTS}
    return st.fixed_dictionaries({}, optional={**agreed, "scenario": st.sampled_from(["", *shipped()])})


# -- laws ------------------------------------------------------------------------------------------


def spent_no_more_than_there_is(state):
    """BFS-30.3.E, BFS-30.3.F, BFS-33.2"""
    spent = state.scenario.value + state.fortifications["fsp"]
    if not state.options["scenario"]:
        assert spent <= state.advantage
        assert spent + state.due == state.advantage
    assert sum(effect.slots for effect in state.effects) == state.due
    assert sum(effect.die is None for effect in state.effects) == state.chosen_due
    assert state.scenario.minimum <= state.scenario.value
    bought = state.reconnaissance["effects"]
    if bought:
        assert sum(each["price"] for each in bought) <= state.reconnaissance["difference"]
        assert len(bought) <= state.forces[state.reconnaissance["buyer"]].cp


@given(
    pair=st.sampled_from(list(combinations(sorted(forces()), 2))),
    agreed=options(),
    seed=st.integers(0, 10**6),
)
@pytest.mark.rule("BFS-30.3.E", "BFS-30.3.F", "BFS-33.2")
def test_any_legal_play_ends_spends_no_more_than_there_is_and_replays(pair, agreed, seed):
    battle = begun(*pair, str(seed), options=agreed)
    result = battle.play([near(seed), near(seed + 1)], after=_not_for_ever)
    assert result.rule == "BFS-30.3.J"
    assert battle.state.ready
    spent_no_more_than_there_is(battle.state)
    document = read_document(json.dumps(to_document(battle)))
    again = replay(battle.system, document)
    assert again.same, again.stop
    assert again.battle.state.to_json() == battle.state.to_json()
    assert {made.decision for made in battle.choices} <= set(DECISIONS)
    kept = [choice.to_json() for choice in battle.choices]
    assert resume(battle.system, battle.setup, battle.seed, kept).hash == battle.hash


def near(seed):
    """A player by chance who looks at the first few of many places alone."""
    rng = random.Random(f"player {seed}")

    def choose(battle, decision):
        few = tuple(islice(decision.options, rng.choice((4, 25, 60))))
        return uniform(rng.random())(battle, replace(decision, options=(*few, *_plain(decision))))

    return choose


def _plain(decision):
    """The last choice if it needs no numbers: to end what could go on."""
    last = None if isinstance(decision.options, Lazy) else decision.options[-1]
    return (last,) if last is not None and not last.params else ()


def _not_for_ever(battle):
    assert len(battle.choices) < 400


@pytest.mark.rule("BFS-30.3.A", "BFS-30.3.J", "BFS-33.15")
@pytest.mark.parametrize("pair", list(combinations(sorted(forces()), 2)))
def test_an_automatic_meeting_goes_through_its_seven_steps(pair):
    battle = automatic(*pair, "7")
    steps = [entry.event.step for entry in battle.entries if entry.event.kind == "step-began"]
    assert steps == [1, 2, 3, 4, 5, 6, 7]
    state = battle.state
    assert state.initiative == state.weaker
    assert battle.result.scores == registry.get(BFS).core.scores(state)
    assert [score["fsp"] for score in battle.result.scores] == [found.fsp for found in state.forces]
    spent_no_more_than_there_is(state)
    assert automatic(*pair, "7").hash == battle.hash
    assert json.loads(json.dumps(state.to_json())) == state.to_json()


def test_events_alone_make_the_state():
    battle = automatic("muscovite-1648-76-11", "polish-tatars-13", "5", options={"choice_of_effects": True})
    state = battle.system.core.begin(battle.setup)
    for entry in battle.entries:
        entry.event.apply(state)
        assert entry.event.describe(lambda id_: id_)
    assert state.to_json() == battle.state.to_json()


@settings(max_examples=tries(15))
@given(seed=st.integers(0, 10**6))
def test_typed_dice_are_asked_for_and_make_the_same_meeting(seed):
    stream = automatic("cossack-12", "polish-1649-52-10", str(seed))
    typed = begun("cossack-12", "polish-1649-52-10", str(seed), dice="typed")
    left = [
        die for entry in stream.entries if entry.event.kind == "rolled"
        for die in (*entry.event.roll.dice, *(value for _, value, _ in entry.event.roll.rerolls))
    ]  # fmt: skip
    while typed.pending is not None:
        if typed.pending.kind != "dice":
            typed.choose(typed.system.core.tactician(typed, typed.pending))
            continue
        (asked,) = typed.pending.options[0].params
        typed.choose({"do": "dice", "dice": [left.pop(0) for _ in range(asked.count)]})
    assert not left
    assert typed.state.to_json() == stream.state.to_json()


# -- policy ----------------------------------------------------------------------------------------


def test_the_policy_has_an_order_for_all_that_may_be_chosen():
    assert set(PREFERRED) == {kind.key for kind in kinds().values() if kind.may_choose}


def test_the_policy_builds_for_half_of_what_is_left_at_most():
    battle = automatic(
        "muscovite-1648-76-11", "polish-tatars-13", "3", options={"scenario": "defend_the_village"}
    )
    assert battle.state.fortifications["fsp"] <= max(1, room_of(battle.state) // 2)


def test_advice_says_why():
    battle = begun("brandenburg-defensive-9", "cossack-12", "1")
    assert battle.pending is not None
    advice = battle.system.core.advise(battle, battle.pending)
    assert advice.choice == battle.system.core.tactician(battle, battle.pending)
    assert advice.reason


# -- secrets ---------------------------------------------------------------------------------------


def write_turn(battle):
    return deployment.write_down(battle, 0, value=Number("turn", 2, 6, whole=True, label="turn"), **FLANK)


WRITTEN = {"do": "write", "turn": 3, "salt": 123456789}
SEAL = digest({"turn": 3, "salt": 123456789})


@pytest.mark.rule("BFS-33.6.1")
def test_what_was_written_down_is_seen_by_its_own_side_alone():
    battle = decide(met(made(6), made(9), write_turn), WRITTEN)
    assert battle.view(0)["state"]["secrets"]["flank_turn"]["told"] == {"turn": 3, "salt": 123456789}
    for other in (battle.view(1), battle.view(None), battle.state.to_json(), to_document(battle)):
        assert "123456789" not in json.dumps(other)
        assert SEAL in json.dumps(other)
    assert all("123456789" not in line for line in to_lines(battle))


@pytest.mark.rule("BFS-33.6.1")
def test_the_seal_alone_gives_the_same_meeting():
    written = decide(met(made(6), made(9), write_turn), WRITTEN)
    sealed = decide(met(made(6), made(9), write_turn), to_document(written)["choices"][0]["choice"])
    assert sealed.hash == written.hash
    assert sealed.view(0)["state"]["secrets"] == written.view(1)["state"]["secrets"]


@pytest.mark.parametrize(
    "choice",
    [
        {"do": "write", "turn": 3}, {"do": "write", "turn": 1, "salt": 5}, {"do": "write", "salt": 5},
        {"do": "write", "turn": 3, "salt": 0}, {"do": "sealed"}, {"do": "sealed", "sealed": 3},
        {"do": "sealed", "sealed": "ABC"},
    ],
)  # fmt: skip
def test_what_is_no_turn_or_no_seal_is_refused(choice):
    battle = met(made(6), made(9), write_turn)
    with pytest.raises(Refusal):
        battle.choose(choice)
    assert battle.pending is not None


def test_a_meeting_that_ends_with_a_flank_turn_hides_it_in_its_document():
    battle = automatic("cossack-12", "muscovite-1648-76-11", "1")
    ((key, kept),) = battle.state.secrets.items()
    salt = str(kept.told["salt"])
    text = json.dumps(to_document(battle))
    assert salt not in text
    assert salt not in json.dumps(battle.view(1 - kept.side))
    assert salt in json.dumps(battle.view(kept.side))
    again = replay(battle.system, read_document(text))
    assert again.same
    assert again.battle.state.secrets[key].told is None


# -- setups ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"lists": [{}, {}]}, "lists[0]"),
        ({"options": {"colour": "red"}}, "options.colour"),
        ({"terrain": [{"kind": "volcano"}]}, "terrain[0]"),
        ({"table": {"width": 99}}, "table.width"),
    ],
)
def test_a_bad_setup_names_the_place(changes, path):
    with pytest.raises(SetupError) as caught:
        begun("cossack-12", "polish-1649-52-10", "1", **changes)
    assert caught.value.path.startswith(path)


@pytest.mark.rule("BFS-30.1")
def test_divisions_and_forces_without_units_or_commander_do_not_meet():
    document = forces()["cossack-12"]
    with pytest.raises(SetupError) as caught:
        begin(
            registry.get(BFS),
            {**setup("cossack-12", "cossack-12"), "lists": [document, _without(document)]},
            "1",
        )
    assert caught.value.path == "lists[1].commands"
    divisions = [army.to_json() for army in sample_lists().values() if force(army).kind == "division"]
    for division in divisions:
        with pytest.raises(SetupError, match="division"):
            begin(
                registry.get(BFS), {**setup("cossack-12", "cossack-12"), "lists": [division, document]}, "1"
            )


def _without(document):
    """The list without its units and commanders."""
    return {**document, "commands": [{**each, "units": []} for each in document["commands"]]}


def test_words_of_sheets_and_notes_may_become_better_without_another_hash():
    battle = automatic("muscovite-1648-76-11", "polish-tatars-13", "5", options={"small_force_limit": 7})
    assert battle.state.reminders
    events = json.dumps([entry.event.to_json() for entry in battle.entries])
    assert all(reminder.text not in events for reminder in battle.state.reminders)
    assert all(note["text"] not in events for note in battle.state.notes)


TYPES = ("cavalry", "infantry", "dragoons", "artillery")


@st.composite
def strange_forces(draw):
    """Two forces by their figures, however unlike: with obstacles, wagons, guns and commanders of history."""
    return tuple(
        made(
            draw(st.integers(0, 30)), cp=draw(st.integers(1, 6)), defensive=draw(st.booleans()),
            units=[
                unit(
                    f"u{n}", bases=draw(st.integers(1, 8)), type=draw(st.sampled_from(TYPES)),
                    reserves=draw(st.booleans()), special=draw(st.sampled_from([(), ("Insubordinate",)])),
                    carries=draw(st.sampled_from([frozenset(), frozenset({"kobylica", "chevaux_de_frise"})])),
                )
                for n in range(1, draw(st.integers(2, 9)))
            ],
            commanders=[commander(cp=3, historical=draw(st.booleans())), commander("k2", historical=True)],
        )
        for _ in (0, 1)
    )  # fmt: skip


@given(pair=strange_forces(), agreed=options(), seed=st.integers(0, 10**6))
@pytest.mark.rule("BFS-30.3.D", "BFS-30.3.D.1", "BFS-30.3.E", "BFS-30.3.F", "BFS-32.0", "BFS-32.6.2")
def test_strange_forces_meet_and_spend_no_more_than_there_is(pair, agreed, seed):
    steps = (compare, superiority, choose_scenario, fortify, receive, delay, march_losses)
    battle = met(*pair, *steps, dice=str(seed), **agreed)
    player = near(seed)
    while battle.pending is not None:
        _not_for_ever(battle)
        battle.choose(player(battle, battle.pending))
    state = battle.state
    if not agreed.get("scenario") and state.weaker is not None:
        assert state.scenario.value + state.fortifications["fsp"] + state.due == state.advantage
        assert state.scenario.minimum <= state.scenario.value <= state.advantage
    carriers = state.fortifications["carriers"]
    for kind, units in carriers.items():
        assert all(kind in state.units[id_].of.carries for id_ in units)
        assert sum(units.values()) == state.fortifications["obstacles"][kind]
    assert sum(effect.slots for effect in state.effects) == state.due
    names = Counter(effect.key for effect in state.effects)
    assert all(
        names[key] <= 1 for key in ("enthusiasm", "cowardly_commander", "choice_of_terrain", "good_bad_day")
    )
    assert names["fatigue"] + names["exhaustion"] <= 1
    assert names["delay"] == len(state.set_aside) <= len(state.units_of(1 - (state.weaker or 0))) // 2
    assert names["insubordination"] == len(state.insubordinate)
    assert all(state.units[id_].of.reserves for id_ in state.set_aside)
    assert all(state.chief(side).of.cp + state.command_points[side] >= 2 for side in (0, 1))
