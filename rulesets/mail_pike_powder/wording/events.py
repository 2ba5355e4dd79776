"""Sentences of the log: what each event says."""

from __future__ import annotations

from rulesets.engine.wording import counted

MOVES_FIRST = "{side} moves first"
TURN_BEGAN = "Turn {turn} of {side} begins"
TURN_ENDED = "Turn {turn} of {side} ends"
LEFT_OUT = "{unit} finds no room and takes no part"
COMMAND_DEPLOYED = "{command} is deployed"
LEADER_JOINED = "{leader} joins {unit}"
LEADER_LOST = "{leader} {how}"
LEADER_REPLACED = "A new commander with rating {level} takes over for {leader}"
SILENCED = "{leader} blunders: no more orders this turn"
REROLLED = "{leader} rerolls the order"
ACTIVATED = "{unit}: {why}"
MOVE_MADE = "{unit} has used a move"
DECLARED = "{unit} charges {target}"
SEPARATED = "{unit} and {target} are no longer in contact"
FOUGHT_ON = "{unit} fights on against {target}"
SHAKEN = "{unit} is shaken"
DISORDERED = "{unit} is disordered: {why}"
IN_ORDER = "{unit} is no longer disordered"
REVEALED = "{unit} shows what it is worth: Stamina {stamina}, Morale {morale}+"

FORMATIONS = {
    "line": "battle line", "block": "pike block", "attack_column": "attack column",
    "march_column": "march column", "skirmish": "open order", "square": "square", "hedgehog": "hedgehog",
    "mixed": "mixed formation", "warband": "warband", "deployed": "firing position", "limbered": "limbered",
    "building": "in a building",
}  # fmt: skip
PHASES = {"command": "Command", "shooting": "Shooting", "combat": "Hand-to-hand combat"}
_MOVES = {
    "advance": "moves {0} in", "back": "moves back {0} in", "side": "moves {0} in to the side",
    "turn": "turns", "charge": "charges {0} in", "countercharge": "countercharges {0} in",
    "evade": "evades {0} in", "retreat": "retreats {0} in", "give-ground": "gives ground {0} in",
    "follow": "follows up {0} in", "sweep": "sweeps on {0} in", "blunder": "blunders {0} in",
    "pull-back": "pulls back {0} in", "approach": "comes {0} in closer",
}  # fmt: skip
_ANSWERS = {
    "stand": "stands", "closing": "gives closing shots", "evade": "evades", "fire-evade": "shoots and evades",
    "hedgehog": "forms a hedgehog", "square": "forms square", "countercharge": "countercharges",
    "face": "turns to face",
}  # fmt: skip
_SHOTS = {
    "shooting": "shoots at",
    "closing": "gives closing shots at",
    "traversing": "gives traversing shots at",
}
_LOST = {
    "broken": "breaks",
    "shattered": "is shattered",
    "destroyed": "is destroyed",
    "left": "leaves the table",
}
_MARKS = {"steadied": "has used its steadiness", "plugged": "fixes its plug bayonets"}
_FACES = {"front": "", "flank": " in the flank", "rear": " in the rear"}


def phase_began(phase: str) -> str:
    return f"{PHASES[phase]} phase"


def drawn(how: str) -> str:
    return f"The battle is a draw: {how}"


def victory(side: str, how: str) -> str:
    return f"{side} wins: {how}"


def piece_placed(kind: str) -> str:
    return f"Terrain: {kind.replace('_', ' ')}"


def formation(key: str) -> str:
    """Return what a formation is called."""
    return FORMATIONS[key]


def deployed(unit: str, key: str) -> str:
    return f"{unit} deploys, {FORMATIONS[key]}"


def formed(unit: str, key: str) -> str:
    return f"{unit}: {FORMATIONS[key]}"


def leader_moved(leader: str, why: str) -> str:
    return f"{leader} {why}" if why else f"{leader} moves"


def order_given(leader: str, unit: str, intent: str, moves: int) -> str:
    what = f"{unit or 'the battalia'} to {intent}"
    gives = counted(moves, "move") if moves else "the order fails"
    return f"{leader} orders {what}: {gives}"


def moved(unit: str, how: str, inches: float) -> str:
    return f"{unit} {_MOVES[how].format(f'{round(inches, 2):g}')}"


def answered(unit: str, target: str, answer: str) -> str:
    return f"{target} {_ANSWERS[answer]} against {unit}"


def contacted(unit: str, target: str, face: str) -> str:
    return f"{unit} reaches {target}{_FACES[face]}"


def fired(unit: str, target: str, how: str, hits: int, casualties: int) -> str:
    lost = counted(casualties, "casualty", "casualties")
    return f"{unit} {_SHOTS[how]} {target}: {counted(hits, 'hit')}, {lost}"


def suffered(unit: str, casualties: int, why: str) -> str:
    return f"{unit} takes {counted(casualties, 'casualty', 'casualties')}: {why}"


def recovered(unit: str, casualties: int, why: str) -> str:
    return f"{unit} removes {counted(casualties, 'casualty', 'casualties')}: {why}"


def round_fought(unit: str, result: int, enemy: int) -> str:
    how = "wins" if result > enemy else "loses" if result < enemy else "draws"
    return f"{unit} {how} the round, {result} to {enemy}"


def removed(unit: str, status: str, why: str) -> str:
    return f"{unit} {_LOST[status]}" + (f": {why}" if why else "")


def marked(unit: str, mark: str) -> str:
    return f"{unit} {_MARKS[mark]}"


def battalia_checked(command: str, broken: bool, lost: int, units: int) -> str:
    state = "is broken" if broken else "is no longer broken"
    return f"{command} {state}: {lost} of {counted(units, 'unit')} lost or shaken"
