"""Retreats, bounces and pursuits as the referee sees them; `judged` reads a whole battle."""

from __future__ import annotations

from typing import Any

from tests.kit.hex_referee import book
from tests.kit.hex_referee.book import Hex
from tests.kit.hex_referee.field import Way, read
from tests.kit.hex_referee.log import Json
from tests.kit.hex_referee.melee import MeleeReferee


class RetreatReferee(MeleeReferee):
    """Checks who goes back, how far, by which hexes and at what price, and who follows."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.back: dict[str, list[Hex]] = {}  # the hexes of retreats since the melee was decided
        self.chase = 0  # H of pursuit thrown
        self.chaser = ""

    def on_melee_decided(self, event: Json) -> None:
        super().on_melee_decided(event)
        self.back = {}
        self.chase, self.chaser = 0, ""

    def on_moved(self, event: Json) -> None:
        super().on_moved(event)
        if event["how"] in ("retreat", "bounce"):
            self.falls_back(event)
        elif event["how"] == "pursue":
            self.pursues(event)

    def falls_back(self, event: Json) -> None:
        body, place = self.body(event["unit"]), read(event["hex"])
        self.back.setdefault(body.id, []).append(place)
        steps, mp = len(self.back[body.id]), int(body.row["mp"])
        self.expect("SN-12.0.a", event["facing"], body.facing, "facing")
        if event["how"] == "bounce":
            self.expect("SN-11.1.d", steps <= mp, True, f"{steps} hexes of one move of {mp}")
            self.expect("SN-11.1.d", body.code in book.MOUNTED, True, "bounces on foot")
            self.expect("SN-11.1.d", self.won in (-1, 1 - body.side), True, "the winner bounces")
        else:
            friends = sum(bool(self.field.those_at(each)) for each in self.back[body.id])
            self.expect("SN-12.0.a", steps <= 2 * mp + friends, True, f"{steps} hexes of {2 * mp}")
            self.expect("SN-12.0.a", body.side == self.won, False, "the winner retreats")
        self.expect(
            "SN-C-terrain", self.field.entry(body.code, body.place, place) is None, False, "may not enter"
        )
        self.prefers(event, place)
        foe = self.field.foe_at(place, body.side)
        self.expect("SN-12.1.a", foe is None or foe.code == "Sk", True, "through an enemy")

    def prefers(self, event: Json, place: Hex) -> None:
        """SN-12.0.c-f: what kind of hex it is; whether a clear one in no zone was left for it."""
        body = self.body(event["unit"])
        held = bool(self.field.holders(place, body.side))
        if event["rule"] in ("SN-12.0.c", "SN-12.0.d"):
            self.expect("SN-12.0.c", held, False, "in an enemy zone")
            friends = bool(self.field.those_at(place))
            self.expect("SN-12.0.d", friends, event["rule"] == "SN-12.0.d", "friends there")
        foe = self.places.get(self.other(body.id)) if body.id in self.pair else None
        if foe is None or foe not in book.fronts(self.places[body.id], body.facing):
            return
        clear = [each for each in book.around(body.place, body.facing, 3, 4)
                 if self.field.entry(body.code, body.place, each) == (1, False, False)
                 and not self.field.those_at(each) and not self.field.holders(each, body.side)]  # fmt: skip
        if clear and len(self.back[body.id]) == 1:
            self.expect("SN-12.0.c", event["rule"], "SN-12.0.c", "a clear hex was left")
            self.expect(
                "SN-12.0.a", place in book.around(body.place, body.facing, 3, 4), True, "not backwards"
            )

    def on_rolled(self, event: Json) -> None:
        super().on_rolled(event)
        roll = event["roll"]
        if roll["purpose"] != "Pursuit":
            return
        self.unbroken()
        body = self.body(roll["unit"])
        self.expect("SN-13.0.a", body.code in book.COMBAT, True, "a Support Stand pursues")
        self.expect("SN-13.0.a", body.id in self.pair, True, "no Battle Stand")
        self.expect("SN-13.0.a", body.side, self.won, "it has not won")
        foe = self.body(self.other(body.id))
        if body.code not in book.MOUNTED:
            self.expect("SN-13.0.f", foe.code in book.MOUNTED, False, "infantry pursues cavalry")
        die = roll["dice"][0]
        table = body.row["pursuit_table"]
        far = (0 if die == 1 else 1 if die < 4 else 2) if table == "cavalry" else int(die >= 4)
        self.chase, self.chaser = far, body.id
        said = int(roll["result"].split(": ")[1][0]) if "H" in roll["result"] else 0
        self.expect("SN-13.0.c", said, far, f"H by the {table} table")
        self.ways[body.id] = Way(body.place, "pursue", mode="forward")

    def pursues(self, event: Json) -> None:
        body, place = self.body(event["unit"]), read(event["hex"])
        self.expect("SN-13.0.a", body.id, self.chaser, "has not thrown")
        self.expect("SN-13.0.c", self.chase > 0, True, "farther than thrown")
        self.chase -= 1
        self.expect("SN-13.1.a", event["facing"], body.facing, "facing")
        turn = (book.bearing(body.place, place) - body.facing) % 6
        self.expect("SN-13.1.a", turn in (2, 5), False, "sideways")
        vacated = self.places.get(self.other(body.id))
        if len(self.ways[body.id].path) == 1 and body.id in self.pair:
            self.expect("SN-13.1.a", place, vacated, "not into the vacated hex")
        held = [foe.id for foe in self.field.holders(place, body.side)
                if foe.code != "Sk" and foe.place not in book.fronts(place, body.facing)]  # fmt: skip
        self.expect("SN-13.0.g", held, [], "exposed")

    def then_unit_done(self, event: Json) -> None:
        self.nothing_due()
        super().then_unit_done(event)
