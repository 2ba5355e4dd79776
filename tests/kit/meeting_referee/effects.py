"""Additional effects: how many, which, on whom (BFS-30.3.F, BFS-32)."""

from __future__ import annotations

from tests.kit.meeting_referee import book
from tests.kit.meeting_referee.strength import Strength


class Effects(Strength):
    """Checks F: which effects come, and on whom."""

    # -- F ----------------------------------------------------------------------------------------

    def _effects(self) -> None:
        """BFS-30.3.F, BFS-32.0, BFS-32.12"""
        if self.weaker is None:
            return
        due = max(0, self.advantage - self.worth - self.spent)
        choosing = due // 3 if self.options["choice_of_effects"] else 0
        event = self.take("effects-due")
        self.expect(event["due"] == due, "BFS-30.3.F", f"{event['due']} effects are due, not {due}")
        self.expect(event["chosen"] == choosing, "BFS-32.12", f"{event['chosen']} are chosen, not {choosing}")
        rolled = chosen = 0
        while self.next_is("rolled") or self.next_is("effect-received"):
            if self._rolled_effect() if self.next_is("rolled", rule="BFS-32.0") else self._chosen_effect():
                rolled += 1
            else:
                chosen += 1
        self.expect(
            (rolled, chosen) == (due - choosing, choosing), "BFS-32.12", f"{rolled} rolled, {chosen} chosen"
        )

    def _rolled_effect(self) -> bool:
        roll = self.dice(self._weak, 1, "BFS-32.0")
        thrown = [roll["dice"][0], *(value for _, value, _ in roll["rerolls"])]
        for die in thrown[:-1]:
            refused = self.becomes(book.EFFECTS[die - 1])
            self.expect(refused is None, "BFS-32.0", f"{book.EFFECTS[die - 1]} is rolled again for nothing")
        key = book.EFFECTS[thrown[-1] - 1]
        self._take_effect(key, self.becomes(key), thrown[-1])
        return True

    def _chosen_effect(self) -> bool:
        """BFS-32.12: who was drawn for a chosen effect is rolled before it is received."""
        ahead = next(event for event in self.events[self.at :] if event["kind"] == "effect-received")
        key = ahead["effect"]["key"]
        self.expect(key not in book.NEVER_CHOSEN, "BFS-32.12", f"{key} may not be chosen")
        self.expect(self.becomes(key) == key, "BFS-32.12", f"{key} may not be chosen now")
        self._take_effect(key, key, None)
        return False

    def becomes(self, key: str) -> str | None:
        """BFS-32.0: what a result is after those received before; None: rolled again."""
        enemy = self.of(1 - self._weak)
        if key == "fatigue":
            return None if self.have["exhaustion"] else "exhaustion" if self.have["fatigue"] else "fatigue"
        if key in book.ONCE and self.have[key]:
            return None
        if key == "insubordination" and not self._docile():
            return None
        if key == "cowardly_commander" and all(
            each.historical for each in self.forces[1 - self._weak].commanders
        ):
            return None
        most = min(len(enemy) // 2, sum(unit.reserves for unit in enemy.values()))  # BFS-32.6.2
        return "panic" if key == "delay" and self.have["delay"] >= most else key

    def _docile(self) -> list[str]:
        return [
            id_
            for id_, unit in self.of(1 - self._weak).items()
            if "Insubordinate" not in unit.special and id_ not in self.insubordinate
        ]

    def _take_effect(self, rolled: str, key: str | None, die: int | None) -> None:
        if key == "exhaustion":
            event = self.take("exhausted")
            self.expect(event["die"] == die, "BFS-32.11", "another die makes Exhaustion")
            first = next(one for one in self.received if one["key"] == "fatigue")
            first["key"] = "exhaustion"
            self.have["fatigue"] = 0
            self.have["exhaustion"] = 1
            return
        who = ""
        if key == "insubordination":
            who = self.drawn(self._weak, self._docile(), "BFS-32.4")
            self.insubordinate.add(who)
        elif key == "cowardly_commander":
            enemy = 1 - self._weak
            plain = [f"{'ab'[enemy]}.{one.id}" for one in self.forces[enemy].commanders if not one.historical]
            who = self.drawn(self._weak, plain, "BFS-32.5")
        event = self.take("effect-received")
        effect = dict(event["effect"])
        self.expect(event["side"] == self.weaker, "BFS-32.0", "the stronger side has received an effect")
        self.expect(effect["key"] == key, "BFS-32.0", f"{rolled} ({die}) becomes {effect['key']}, not {key}")
        self.expect(effect["die"] == die, "BFS-32.0", f"{effect['die']} is not the die {die}")
        self.expect((effect["unit"] or effect["commander"]) == who, "BFS-30.2.4", f"{key} falls on {effect}")
        self.expect(
            effect["instead_of"] == ("" if key == rolled else rolled), "BFS-32.6.2", "instead of what"
        )
        if key == "good_bad_day":
            enemy_cp = self.forces[1 - self._weak].cp
            self.expect(
                effect["choice"] == "good" or (effect["choice"] == "bad" and enemy_cp > 2),
                "BFS-32.10",
                f"a {effect['choice']} day against {enemy_cp} CP",
            )
        self.have[effect["key"]] += 1
        self.received.append(effect)
