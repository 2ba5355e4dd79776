"""How often a tactician wins mirrored battles:
`python -m benchmarks.tactician [--system snaphance] [--battles 20] [--jobs 2]`.

Each pairing is fought twice with the same seed and the sides exchanged, by two sample armies that change from
pairing to pairing. Opponents: one that chooses uniformly among its legal choices, one that only advances and
strikes, the tactician as a recruit and as a regular, and as strong as itself.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from rulesets.baroque import tactics as baroque_tactics
from rulesets.engine.battle import Battle, Player
from rulesets.engine.decisions import Choice, Decision
from rulesets.engine.strength import RECRUIT, REGULAR, choice_as
from rulesets.mail_pike_powder import tactics as powder_tactics
from rulesets.snaphance import tactics as snaphance_tactics
from tests.kit.battles import baroque, inches, sample
from tests.kit.hexlists import snaphance
from tests.kit.hexplayers import eager
from tests.kit.players import straight_on, uniform

ARMIES = {
    "baroque": (
        "catholic-league", "swedish-royal-army", "royalist-oxford-army", "parliament-eastern-association",
        "ottoman-field-army", "imperial-danube-army", "polish-crown-army", "swedish-cavalry-army",
    ),
    "snaphance": ("french-catholic-army", "huguenot-army", "swedish-army-1632", "imperial-army-1632"),
    "mail_pike_powder": (
        "royalist-foot-500", "parliament-london-500", "swedish-brigades-500", "imperialist-tercios-500",
        "royalist-wings-500", "parliament-association-500", "swedish-horse-500", "imperialist-wings-500",
    ),
}  # fmt: skip
BEGINS = {"baroque": baroque, "snaphance": snaphance, "mail_pike_powder": inches}
TACTICIANS: dict[str, Player] = {
    "baroque": baroque_tactics.choose, "snaphance": snaphance_tactics.choose,
    "mail_pike_powder": powder_tactics.choose,
}  # fmt: skip
WEAKER = (RECRUIT, REGULAR)
OPPONENTS = ("uniform", "straight on", *WEAKER, "itself")


def fight(task: tuple[str, str, int, int]) -> tuple[str, str, float, int, int, float]:
    """One battle: (opponent, result for the tactician, seconds, choices, events, slowest choice in ms)."""
    system, opponent, number, side = task
    armies, tactician = ARMIES[system], TACTICIANS[system]
    one, two = armies[number % len(armies)], armies[(number * 3 + 1) % len(armies)]
    battle = BEGINS[system](sample(one), sample(two), seed=f"{opponent} {number}")
    slowest = 0.0

    def thinking(battle: Battle, decision: Decision) -> Choice:
        nonlocal slowest
        begun = time.process_time()
        choice = tactician(battle, decision)
        slowest = max(slowest, time.process_time() - begun)
        return choice

    straight = eager(number) if system == "snaphance" else straight_on
    others: dict[str, Player] = {"uniform": uniform(number), "straight on": straight, "itself": tactician}
    others |= {each: partial(choice_as, strength=each) for each in WEAKER}
    players: list[Player] = [others[opponent], others[opponent]]
    players[side] = thinking
    begun = time.process_time()
    result = battle.play(players)
    seconds = time.process_time() - begun
    outcome = "draw" if result.winner is None else "won" if result.winner == side else "lost"
    return opponent, outcome, seconds, len(battle.choices), len(battle.entries), slowest * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=tuple(ARMIES), default="baroque")
    parser.add_argument("--opponent", choices=OPPONENTS, action="append", help="one of them only")
    parser.add_argument("--battles", type=int, default=20, help="battles against each opponent")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    against = args.opponent or OPPONENTS
    tasks = [(args.system, o, n, side) for o in against for n in range(args.battles // 2) for side in (0, 1)]
    rows: dict[str, list[tuple[str, str, float, int, int, float]]] = {o: [] for o in against}
    with ProcessPoolExecutor(args.jobs) as pool:
        for done, row in enumerate(pool.map(fight, tasks), start=1):
            rows[row[0]].append(row)
            print(f"\r{done} of {len(tasks)} battles", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(
        f"{'opponent':<12} {'won':>4} {'draw':>5} {'lost':>5}"
        f" {'s a battle':>11} {'choices':>8} {'events':>7} {'slowest ms':>11}"
    )
    for opponent, found in rows.items():
        count = Counter(row[1] for row in found)
        middle = sorted(row[2] for row in found)[len(found) // 2]
        print(
            f"{opponent:<12} {count['won']:>4} {count['draw']:>5} {count['lost']:>5} {middle:>11.2f}"
            f" {sum(r[3] for r in found) // len(found):>8} {sum(r[4] for r in found) // len(found):>7}"
            f" {max(r[5] for r in found):>11.0f}"
        )


if __name__ == "__main__":
    main()
