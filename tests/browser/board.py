"""Battles at a wanted moment, and hands at the board, for the tests of the board in a browser."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from armylists.models import ArmyList
from battles import invitations, services
from battles.models import Battle
from battles.replay import played
from rulesets.contract import registry
from rulesets.engine import battle as engine
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Choice, Decision, Dice, Option
from rulesets.engine.document import begin
from tests.kit.battles import sample, setup

Wanted = Callable[[engine.Battle, Decision], bool]

SEEDS = range(1, 40)

OPEN_FOLDS = """form => {
  const within = (element) => element.parentElement.closest("details");
  for (let fold = within(form); fold; fold = within(fold)) fold.open = true;
}"""


def patrol(name: str, units: int) -> dict[str, Any]:
    """A sample patrol with its first so many units."""
    document = sample(name)
    document["commands"][0]["units"] = document["commands"][0]["units"][:units]
    return document


def skirmish(units: int = 5, **changes: Any) -> dict[str, Any]:
    """The set-up of a small battle."""
    lists = patrol("royalist-patrol-300", units), patrol("parliament-patrol-300", units)
    table = {"width": 20, "depth": 15}
    return setup(
        *lists, **{"terrain": "open", "table": table, "sides": ["Royalists", "Parliament"], **changes}
    )


def battle_at(
    wanted: Wanted, owner: User, opponent: User | None = None, document: Mapping[str, Any] | None = None
) -> Battle:
    """A battle that has come to a decision that is wanted, the tactician having decided until then.

    Two people may not know a seed, so the opponent joins afterwards.
    """
    document = document or skirmish()
    for seed in map(str, SEEDS):
        choices = _until(wanted, document, seed)
        if choices is not None:
            row = services.begin(owner, document, seed=seed, tacticians=(), agreed=True)
            for side, choice in choices:
                services.choose(row, row.revision, choice, side, owner)
            if opponent is not None:
                Battle.objects.filter(pk=row.pk).update(opponent=opponent)
                row.refresh_from_db()
            return row
    raise AssertionError("no battle comes to such a decision")


def _until(wanted: Wanted, document: Mapping[str, Any], seed: str) -> list[tuple[int, dict[str, Any]]] | None:
    battle, dice = begin(registry.get(document["system"]), document, seed), random.Random(seed)
    while battle.pending is not None:
        if wanted(battle, battle.pending):
            return [(made.side, made.choice) for made in battle.choices]
        battle.choose(advised(battle, dice))
    return None


def advised(battle: engine.Battle, dice: random.Random) -> Choice:
    """What the tactician would choose; dice that are typed in lie as `dice` has it."""
    assert battle.pending is not None
    option = battle.pending.options[0]
    rolled = option.params[0] if option.params else None
    if isinstance(rolled, Dice):
        return {**option.key, rolled.name: [dice.randint(1, rolled.sides) for _ in range(rolled.count)]}
    return battle.system.core.tactician(battle, battle.pending)


def kind(name: str, *, side: int | None = None) -> Wanted:
    """A decision of that kind."""
    return lambda battle, decision: decision.kind == name and side in (None, decision.side)


def offers(do: str, *, side: int | None = None) -> Wanted:
    """A decision of the active unit with an option that does this."""

    def wanted(battle: engine.Battle, decision: Decision) -> bool:
        if decision.kind != "unit" or side not in (None, decision.side):
            return False
        return any(option.key.get("do") == do for option in decision.options)

    return wanted


def may_advance(battle: engine.Battle, decision: Decision) -> bool:
    """The active unit may advance for its whole move, with nobody near to react to it."""
    if decision.kind != "unit" or decision.side != 0:
        return False
    option = next((each for each in decision.options if each.key.get("do") == "advance"), None)
    return option is not None and option.params[0].high >= 1 and battle.state.turn == 1  # type: ignore[union-attr]


# -- setting up ---------------------------------------------------------------------------------------


def set_up(
    page: Page, lists: tuple[ArmyList, ArmyList], *, width: int, depth: int, turns: int, ground: str = ""
) -> Battle:
    """Who is at the page sets up a battle of two lists against Bob, who accepts, on a table of that size.
    `ground`: what is chosen for it; what the page proposes if empty."""
    page.goto("/battles/new/")
    for place, army in enumerate(lists):
        page.get_by_label("Army list").nth(place).select_option(f"own:{army.public_id}")
    page.locator("[name=table]").select_option("other")
    page.locator("[name=width]").fill(str(width))
    page.locator("[name=depth]").fill(str(depth))
    if ground:
        page.locator(f"[name=terrain][value={ground}]").check()
    page.locator("[name=max_turns]").fill(str(turns))
    page.locator("[name=opponent]").fill("bob")
    page.locator("[name=agreed]").check()
    page.get_by_role("button", name="Set up the battle").click()
    expect(page).to_have_url(re.compile(r"/battles/[0-9a-f-]{36}/"))
    row = Battle.objects.get()
    invitations.answer(row, User.objects.get(username="bob"), accept=True)
    return row


# -- at the board ------------------------------------------------------------------------------------


def open_board(page: Page, row: Battle, address: str = "") -> Page:
    """The board of a battle, its script at work."""
    page.goto(address or f"{row.get_absolute_url()}board/")
    expect(page.locator("#board.ready")).to_be_visible()
    return page


def form(page: Page, key: Mapping[str, Any]) -> Locator:
    """The form of the option with this key."""
    quoted = canonical_json(dict(key)).replace("\\", "\\\\").replace('"', '\\"')
    return page.locator(f'form.option[data-key="{quoted}"]')


def option_of(row: Battle, do: str) -> Option:
    """The pending decision's first option that does this."""
    with played(row) as found:
        assert found.engine.pending is not None
        return next(option for option in found.engine.pending.options if option.key.get("do") == do)


def settled(page: Page, revision: int) -> None:
    """Waits until the board shows a revision and nothing is on its way."""
    expect(page.locator(f'#board[data-revision="{revision}"]:not(.busy)')).to_be_attached()


def choose(page: Page, key: Mapping[str, Any], numbers: Mapping[str, Any] | None = None) -> None:
    """Fill in and send the form of an option in the panel, opening what hides it."""
    found = form(page, key)
    expect(found).to_be_attached()
    found.evaluate(
        "f => { for (let d = f.closest('details'); d; d = d.parentElement.closest('details')) d.open = true }"
    )
    for name, value in (numbers or {}).items():
        if isinstance(value, list):
            for place, die in enumerate(value):
                found.locator(f'[name="dice-{name}"]').nth(place).fill(str(die))
        else:
            found.locator(f'[name="number-{name}"]').fill(str(value))
    found.locator("button[type=submit]").click()


def in_hand(page: Page, unit: str) -> Locator:
    """The piece, once it is in hand and its card is there."""
    piece = page.locator(f"#board-pieces [id='p-{unit}'].selected")
    expect(piece).to_be_attached()
    expect(page.locator("#inspection-data")).to_be_attached()
    return piece


def middle_of(locator: Locator) -> tuple[float, float]:
    """The middle of an element in the window."""
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def seen(page: Page) -> list[float]:
    """What part of the drawing is in sight: x, y, width, height."""
    return [float(number) for number in str(page.locator("#board-svg").get_attribute("viewBox")).split()]


def advice(row: Battle) -> tuple[int, Choice, str] | None:
    """Whose decision is pending, what the tactician would choose, and its kind; None at the end."""
    with played(row) as found:
        pending = found.engine.pending
        if pending is None:
            return None
        choice = found.engine.system.core.tactician(found.engine, pending)
        return pending.side, choice, pending.kind


def do(page: Page, row: Battle, choice: Choice) -> None:
    """Make the choice with the form that offers it."""
    with played(row) as found:
        assert found.engine.pending is not None
        fitting = [option for option in found.engine.pending.options if option.matches(choice)]
    option = max(fitting, key=lambda each: len(each.key))
    choose(
        page, option.key, {param.name: choice[param.name] for param in option.params if param.name in choice}
    )
