"""Preparing the battlefield (BQ-3.3): who is First Player, what terrain lies where, fords and bridges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain

from rulesets.baroque import tables
from rulesets.baroque.events.setup import (
    ExplorationDieSpent,
    PieceChanged,
    PiecePlaced,
    PieceRemoved,
    RiverRolled,
    RolesFixed,
    moved_piece,
)
from rulesets.baroque.setup.pieces import KINDS, Ground, form_of, ground_of, make_piece, read_pieces
from rulesets.baroque.setup.placing import (
    STEPS,
    check_piece,
    count_left,
    fits,
    is_large,
    numbers_of,
    option_cost,
    suggestions,
)
from rulesets.baroque.state import Piece, State, enemy
from rulesets.baroque.wording import setup as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Number, Option, Refusal, Steps
from rulesets.engine.wording import numbered
from rulesets.freetable.making import Form
from rulesets.freetable.placing import ends, heading, point
from rulesets.freetable.rivers import meetings

Dice = tuple[int, int]

DIE = 6  # the most that a die shows
STANDARD = 3.0  # BU: proposed for the sides of an area, between the least and the most of BQ-3.2.a
CROSSING_REACH = 1.0  # BU: a ford or bridge this near to a road is the road's own


def prepare_terrain(battle: Battle) -> Steps[None]:
    """Prepare the terrain, by the procedure or as the setup has it (BQ-3.3, BQ-3.3.a)."""
    wanted = battle.setup["terrain"]
    first, dice = yield from _roles(battle, contested=wanted == "roll")
    battle.apply(RolesFixed("BQ-3.3.c", first, *dice))
    if wanted == "roll":
        for piece in ground_of(battle.setup).pieces:
            battle.apply(PiecePlaced("BQ-3.3.a", piece))
        yield from _place(battle, first, dice[0])
        yield from _change(battle, enemy(first), dice[1])
    elif wanted != "open":
        for piece in read_pieces(wanted, battle.state.width, battle.state.depth):
            battle.apply(PiecePlaced("BQ-3.3.a", piece))
    yield from _crossings(battle, first)


def roll_river(battle: Battle) -> Steps[None]:
    """Roll the state of the river after deployment, unless the players have agreed on it (BQ-3.1.1.h)."""
    state: State = battle.state
    if not any(piece.kind == "river" for piece in state.terrain.values()):
        return
    agreed = state.options.get("river", "roll")
    if agreed != "roll":
        battle.apply(RiverRolled("BQ-3.1.1.h", agreed))
        return
    dice = yield from battle.roll(words.RIVER, side=state.first, count=2, rule="BQ-3.1.1.h")
    river = tables.river_state(sum(dice))
    battle.record(
        words.RIVER, dice, words.rolled(sum(dice), river.state), rule="BQ-3.1.1.h", side=state.first
    )
    battle.apply(RiverRolled("BQ-3.1.1.h", river.state))


# -- roles ----------------------------------------------------------------------------------------


def _roles(battle: Battle, *, contested: bool) -> Steps[tuple[int, Dice]]:
    """Return the First Player, and the final dice of First and Second Player (BQ-3.3.b-c).

    Where the terrain is agreed on only the order of deployment is at stake, which has its own challenges.
    """
    for side in (0, 1):
        battle.apply(ExplorationDieSpent("BQ-2.9.b", side, "terrain"))
    rolled = yield from _first_roll(battle)
    first = 0 if rolled[0] > rolled[1] else 1
    best, worst = max(rolled), min(rolled)
    while contested and (yield from _challenges(battle, enemy(first), best, worst)):
        second = enemy(first)
        battle.apply(ExplorationDieSpent("BQ-3.3.c", second, "terrain"))
        die = yield from _die(battle, second, best)
        if die <= best:  # a tie fails
            return first, (best, die)
        # The two have changed places: the die that was beaten becomes that of the new Second Player.
        first, best, worst = second, die, best
    return first, (best, worst)


def _first_roll(battle: Battle) -> Steps[Dice]:
    """Roll for both sides, ties again (BQ-3.3.b)."""
    while True:
        dice = []
        for side in (0, 1):
            rolled = yield from battle.roll(words.TERRAIN, side=side, rule="BQ-3.3.b")
            battle.record(words.TERRAIN, rolled, str(rolled[0]), rule="BQ-3.3.b", side=side)
            dice.append(rolled[0])
        if dice[0] != dice[1]:
            return dice[0], dice[1]


def _die(battle: Battle, side: int, against: int) -> Steps[int]:
    rolled = yield from battle.roll(words.TERRAIN_CHALLENGE, side=side, rule="BQ-3.3.c")

    battle.record(
        words.TERRAIN_CHALLENGE, rolled, words.challenge_needs(against, rolled[0]),
        rule="BQ-3.3.c", side=side, target=against + 1,
    )  # fmt: skip
    return rolled[0]


def _challenges(battle: Battle, second: int, best: int, own: int) -> Steps[bool]:
    """Return whether the Second Player, whose die is `own`, spends another Exploration Die (BQ-3.3.c).

    Against a 6 too: they cannot win then, but their last losing die says how much terrain they may change
    (BQ-3.3.f).
    """
    left = battle.state.sides[second].exploration_dice
    if left < 1:
        return False
    chance = (DIE - best) / DIE
    label = words.hopeless_challenge(best, own) if best == DIE else words.challenge(best, chance)
    text, rule = words.asks_challenge(best, left), "BQ-3.3.c"
    options = (
        Option({"do": "challenge"}, label, rule),
        Option({"do": "accept"}, words.STAY_SECOND, rule),
    )
    choice = yield Decision("terrain challenge", second, text, rule, options)
    return bool(choice["do"] == "challenge")


# -- First Player ---------------------------------------------------------------------------------


def _place(battle: Battle, side: int, least: int) -> Steps[None]:
    """Let the First Player place terrain: options worth at least its die, at most 6 (BQ-3.3.d)."""
    state: State = battle.state
    ground = ground_of(battle.setup)
    most = tables.tables().terrain_budget.max_options
    number = 1
    while True:
        spent = sum(piece.options for piece in state.terrain.values())
        groups = list(_placings(state, ground, side, f"t{number}", most - spent))
        if not groups:
            return
        menu = Menu(*groups, ({"do": "done"}, partial(_finishing, groups, spent >= least)))
        text = words.place_terrain(least, most, spent)
        choice = yield Decision("place terrain", side, text, "BQ-3.3.d", menu)
        if choice["do"] == "done":
            return
        piece = _chosen(state, side, f"t{number}", choice)
        battle.apply(PiecePlaced("BQ-3.3.e", piece))
        number += 1


def _finishing(groups: Iterable[Group], enough: bool) -> Iterator[Option]:
    """Yield the option to finish (BQ-3.3.d): with enough placed, or where no suggestion fits any more."""
    # The option to finish also comes where enough cannot be placed, or the First Player would be stuck.
    if not enough and any("at" in option.key for _, options in groups for option in options()):
        return
    yield Option({"do": "done"}, words.FINISH_TERRAIN, "BQ-3.3.d")


def _chosen(state: State, side: int, id_: str, choice: Choice) -> Piece:
    kind = choice["kind"]
    if "at" not in choice:
        return _built(state, side, id_, kind, choice)
    numbers, table = numbers_of(state, kind, choice["at"]), (state.width, state.depth)
    return make_piece(kind, id_, numbers, table, placed_by=side, options=option_cost(kind))


def _placings(state: State, ground: Ground, side: int, id_: str, left: int) -> Iterator[Group]:
    """Yield the kinds within the budget that the ground still has."""
    for kind in KINDS:
        if (
            option_cost(kind) <= left
            and count_left(state, kind)
            and ground.left(kind, state.terrain.values())
        ):
            key = {"do": "place", "kind": kind}
            yield key, partial(_placings_of, state, side, id_, kind, left)


def _placings_of(state: State, side: int, id_: str, kind: str, left: int) -> Iterator[Option]:
    """Yield a free option and the suggestions for a kind of piece."""
    cost = option_cost(kind)
    label = words.with_cost(tables.terrain_kind(kind).name, cost)
    check = _checker(state, side, id_, kind, left)
    places = suggestions(state, kind, id_, side, cost)
    free = next(places, None)
    # The first suggestion also fills in the numbers of the free option: it is a place that is allowed.
    numbers = _numbers(state, kind, {} if free is None else numbers_of(state, kind, free[0]))
    yield Option({"do": "place", "kind": kind}, label, "BQ-3.3.e", numbers, check)
    for at, _ in places if free is None else chain((free,), places):
        yield Option({"do": "place", "kind": kind, "at": at}, words.at_place(label, at), "BQ-3.3.e")


def _checker(state: State, side: int, id_: str, kind: str, left: int) -> Callable[[Choice], None]:
    def check(choice: Choice) -> None:
        piece = _built(state, side, id_, kind, choice)
        if piece.options > left:
            raise Refusal(words.costs_too_much(piece.options, left), rule="BQ-3.3.d")
        check_piece(state, piece)

    return check


def _built(state: State, side: int, id_: str, kind: str, choice: Choice) -> Piece:
    cost = option_cost(kind, large=is_large(kind, choice))
    return make_piece(kind, id_, choice, (state.width, state.depth), placed_by=side, options=cost)


def _numbers(state: State, kind: str, free: Mapping[str, float]) -> tuple[Number, ...]:
    """Return the numbers of a piece with their limits; at first those of a `free` place (BQ-3.2)."""
    numbers = _LIMITS[form_of(kind)](state, kind)
    return tuple(replace(number, default=free.get(number.name, number.default)) for number in numbers)


def _area_numbers(state: State, kind: str) -> tuple[Number, ...]:
    size = tables.terrain_size("standard piece")
    large = tables.terrain_option(tables.terrain_kind(kind).option).options_out_of_format is not None
    low = size.min_square_bu or 0.0
    high = (tables.terrain_size("one out-of-format piece") if large else size).max_square_bu or 0.0
    edge = low / 2  # the middle of the smallest piece is so far from the sides of the table
    return (
        *point((edge, edge, state.width - edge, state.depth - edge), "BU"),
        Number("width", low, high, "BU", default=STANDARD),
        Number("depth", low, high, "BU", default=STANDARD),
        heading(),
    )


def _river_numbers(state: State, _kind: str) -> tuple[Number, ...]:
    size = tables.terrain_size("river")
    low, high = size.width_min_bu or 0.0, size.width_max_bu or 0.0
    places = [Number(name, 1, state.width - 1, "BU") for name in ("near", "middle", "far")]
    return (*places, Number("width", low, high, "BU", default=low))


def _road_numbers(state: State, _kind: str) -> tuple[Number, ...]:
    most = tables.terrain_size("road").width_max_bu or 0.0
    return (*ends((state.width, state.depth), "BU"), Number("width", 0.25, most, "BU", default=most))


def _obstacle_numbers(state: State, _kind: str) -> tuple[Number, ...]:
    size = tables.terrain_size("simple linear obstacle")
    return (
        *point((0, 0, state.width, state.depth), "BU"),
        Number("length", size.length_min_bu or 0.0, size.length_max_bu or 0.0, "BU"),
        heading(),
        Number("turn", -135, 135, "degrees", default=0),
    )


def _shore_numbers(_state: State, _kind: str) -> tuple[Number, ...]:
    size = tables.terrain_size("coastline or large river on a short side")
    reach = Number("depth", size.depth_min_bu or 0.0, size.depth_max_bu or 0.0, "BU")
    return (Number("side", 0, 1, whole=True), reach)


_LIMITS: Mapping[Form, Callable[[State, str], tuple[Number, ...]]] = {
    "area": _area_numbers, "river": _river_numbers, "road": _road_numbers, "obstacle": _obstacle_numbers,
    "shore": _shore_numbers,
}  # fmt: skip


# -- Second Player --------------------------------------------------------------------------------


def _change(battle: Battle, side: int, budget: int) -> Steps[None]:
    """Let the Second Player move or remove pieces; each change takes the piece's options (BQ-3.3.f)."""
    state: State = battle.state
    left = budget
    done = Option({"do": "done"}, words.KEEP_TERRAIN, "BQ-3.3.f")
    while True:
        # Nothing that is left could still be changed, so nothing is asked.
        if all(piece.options > left for piece in _movable(state)):
            return
        menu = Menu(
            ({"do": frozenset({"remove", "move"})}, partial(_changes, state, left)),
            ({"do": "done"}, lambda: (done,)),
        )
        text = words.change_terrain(left, budget)
        choice = yield Decision("change terrain", side, text, "BQ-3.3.f", menu)
        if choice["do"] == "done":
            return
        piece = state.terrain[choice["piece"]]
        left -= piece.options
        if choice["do"] == "remove":
            battle.apply(PieceRemoved("BQ-3.3.f", piece.id))
        elif "to" in choice:
            battle.apply(PieceChanged("BQ-3.3.f", dict(_moves(state, piece))[choice["to"]], "moved"))
        else:
            moved = moved_piece(piece, choice["dx"], choice["dy"])
            battle.apply(PieceChanged("BQ-3.3.f", moved, "moved"))


def _changes(state: State, left: int) -> Iterator[Option]:
    names = numbered({piece.id: tables.terrain_kind(piece.kind).name for piece in state.terrain.values()})
    for piece in _movable(state):
        if piece.options > left:
            continue
        name = words.with_cost(names[piece.id], piece.options)
        yield Option({"do": "remove", "piece": piece.id}, words.remove(name), "BQ-3.3.f")
        if piece.kind != "shore":
            yield Option(
                {"do": "move", "piece": piece.id},
                words.move(name),
                "BQ-3.3.f",
                (
                    Number("dx", -state.width, state.width, "BU"),
                    Number("dy", -state.depth, state.depth, "BU", default=0),
                ),
                _move_checker(state, piece),
            )
        for to, moved in _moves(state, piece):
            if fits(state, moved):
                yield Option({"do": "move", "piece": piece.id, "to": to}, words.move_to(name, to), "BQ-3.3.f")


def _movable(state: State) -> list[Piece]:
    """Return the pieces that the First Player has placed: what lay there before stays."""
    return [piece for piece in state.terrain.values() if piece.placed_by >= 0]


def _moves(state: State, piece: Piece) -> Iterator[tuple[str, Piece]]:
    """Yield the moves that are offered ready-made: 3 BU each way, or a shore to the other short side."""
    if piece.kind == "shore":
        xs = piece.outline[::2]
        side = 1 if min(xs) < state.width / 2 else 0
        numbers = {"side": side, "depth": max(xs) - min(xs)}
        other = make_piece("shore", piece.id, numbers, (state.width, state.depth))
        yield "other-side", replace(other, placed_by=piece.placed_by, options=piece.options)
        return
    for to, (dx, dy) in STEPS.items():
        yield to, moved_piece(piece, dx, dy)


def _move_checker(state: State, piece: Piece) -> Callable[[Choice], None]:
    def check(choice: Choice) -> None:
        if piece.kind == "river" and choice["dy"]:
            raise Refusal(words.RIVER_MOVES_ALONG, rule="BQ-3.3.f", path="choice.dy")
        check_piece(state, moved_piece(piece, choice["dx"], choice["dy"]))

    return check


# -- fords and bridges ----------------------------------------------------------------------------


def _crossings(battle: Battle, side: int) -> Steps[None]:
    """Roll whether there is a ford or a bridge where a road crosses a river (BQ-3.3.g)."""
    state: State = battle.state
    pieces = list(state.terrain.values())
    for river in [piece for piece in pieces if piece.kind == "river" and piece.line]:
        for road in [piece for piece in pieces if piece.kind == "road"]:
            for x, y in meetings(road.line, river.line):
                # Read from the state each time: a crossing just rolled counts for the next road that meets
                # there.
                crossings = state.terrain[river.id].crossings
                if all(abs(x - cx) + abs(y - cy) > CROSSING_REACH for _, cx, cy in crossings):
                    yield from _crossing(battle, side, river.id, x, y)


def _crossing(battle: Battle, side: int, river: str, x: float, y: float) -> Steps[None]:
    dice = yield from battle.roll(words.FORD_OR_BRIDGE, side=side, rule="BQ-3.3.g")
    kind = tables.crossing(dice[0])
    battle.record(
        words.FORD_OR_BRIDGE, dice, words.rolled_crossing(dice[0], kind), rule="BQ-3.3.g", side=side
    )
    piece = battle.state.terrain[river]
    with_it = replace(piece, crossings=(*piece.crossings, (kind, x, y)))
    battle.apply(PieceChanged("BQ-3.3.g", with_it, words.crossing_made(kind)))
