"""How a decision is laid out for a person."""

from __future__ import annotations

from battles.cards import decision_panel
from rulesets.engine.decisions import Decision, Number, Option


def options(*keys: dict[str, str]) -> tuple[Option, ...]:
    return tuple(Option(key, " ".join(key.values()), "BQ-3.3.e") for key in keys)


def groups(*keys: dict[str, str]) -> list[tuple[bool, list[str]]]:
    decision = Decision("test", 0, "What now?", "BQ-3.3.d", options(*keys))
    panel = decision_panel(decision, lambda name: name)
    return [(group.folded, [option.label for option in group.options]) for group in panel.groups]


def test_one_thing_at_several_places_is_folded_into_one() -> None:
    wood = [{"do": "place", "kind": "wood"}, *({"do": "place", "kind": "wood", "at": str(n)} for n in (1, 2))]
    assert groups(*wood, {"do": "done"}) == [
        (True, ["place wood", "place wood 1", "place wood 2"]),
        (False, ["done"]),
    ]


def test_places_alone_stay_open() -> None:
    baggage = [{"do": "place", "unit": "a.baggage", "at": str(n)} for n in (1, 2, 3)]
    assert [folded for folded, _ in groups(*baggage)] == [False] * 3


def test_charges_on_different_targets_and_two_facings_stay_apart() -> None:
    charges = [{"do": "charge", "unit": "a1", "target": target} for target in ("b1", "b2", "b3")]
    facings = [{"do": "face-side", "unit": "a1", "to": to} for to in ("left", "right")]
    assert [folded for folded, _ in groups(*charges, *facings)] == [False] * 5


def test_what_gives_something_up_comes_last() -> None:
    unit = [{"do": do, "unit": "a1"} for do in ("withdraw", "end-unit", "shoot", "advance")]
    assert [labels for _, labels in groups(*unit)] == [
        ["shoot a1"], ["advance a1"], ["withdraw a1"], ["end-unit a1"],
    ]  # fmt: skip


def test_a_number_is_called_what_a_player_understands_and_sent_by_its_name() -> None:
    numbers = (Number("at", 0, 1, "of its way", label="where"), Number("to_go", 0, 1))
    decision = Decision(
        "test", 0, "What?", "BQ-6.5.a", (Option({"do": "fire"}, "Fire", "BQ-6.5.a", numbers),)
    )
    (card,) = decision_panel(decision, lambda name: name).options
    assert [(field.name, field.label) for field in card.fields] == [("at", "where"), ("to_go", "to go")]
