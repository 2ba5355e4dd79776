"""Adds a battle to those that must replay for ever.

    python -m tests.golden NAME SETUP SEED [--by-chance [--typed]]
    python -m tests.golden --again [NAME ...]

SETUP is a file of samples/setups, or the key of a scenario. With --by-chance both sides choose at random,
which goes where no tactician would; with --typed they type in the dice too. A battle that is there already is
never written over: a rule fix that changes old battles needs a new version of the rules. --again fights those
that are named anew, or all of them, which is right only before a version is published.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from battles.setups import read_setup_file, scenario_setup
from rulesets.contract import registry
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin, to_lines
from tests.kit.hexplayers import eager
from tests.kit.players import uniform

HERE = Path(__file__).parent
SETUPS = HERE.parents[1] / "samples" / "setups"
LIST = HERE / "battles.json"


def fight(setup: str, seed: str, *, by_chance: bool, typed: bool = False) -> Battle:
    """The battle that a line of battles.json asks for."""
    path = SETUPS / f"{setup}.json"
    read = read_setup_file(path) if path.exists() else scenario_setup(setup)
    read |= {"dice": "typed"} if typed else {}
    battle = begin(registry.get(read["system"]), read, seed)
    tactician = battle.system.core.tactician
    chance = eager if battle.system.slug == "snaphance" else uniform  # by chance alone nobody comes that far
    players = [chance(f"{seed}{side}") if by_chance else tactician for side in (0, 1)]
    battle.play(players)
    return battle


def write(name: str, setup: str, seed: str, *, by_chance: bool, typed: bool = False) -> None:
    """Fight a battle and keep its lines."""
    battle = fight(setup, seed, by_chance=by_chance, typed=typed)
    (HERE / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in to_lines(battle)), encoding="utf-8")
    print(f"{name}: {len(battle.entries)} events, hash {battle.hash}")


def main(arguments: list[str]) -> int:
    known = json.loads(LIST.read_text())
    if arguments[:1] == ["--again"]:
        for name in arguments[1:] or known:
            write(name, **known[name])
        return 0
    by_chance, typed = "--by-chance" in arguments, "--typed" in arguments
    words = [word for word in arguments if word not in ("--by-chance", "--typed")]
    if len(words) == 3 and words[0] in known:
        print(f"{words[0]} is there already: choose another name", file=sys.stderr)
        return 2
    if len(words) != 3 or (typed and not by_chance):
        print(__doc__, file=sys.stderr)
        return 2
    name, setup, seed = words
    write(name, setup, seed, by_chance=by_chance, typed=typed)
    known[name] = {"setup": setup, "seed": seed, "by_chance": by_chance} | ({"typed": True} if typed else {})
    LIST.write_text(json.dumps(known, indent=2) + "\n")
    return 0


sys.exit(main(sys.argv[1:]))
