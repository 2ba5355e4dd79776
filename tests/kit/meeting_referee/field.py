"""The table and reconnaissance (BFS-30.3.G, BFS-30.3.H, BFS-31, BFS-32.9, BFS-33)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulesets.by_fire_and_sword.pieces import outline
from tests.kit.meeting_referee import book
from tests.kit.meeting_referee.effects import Effects
from tests.kit.meeting_referee.geometry import apart, bare, corners_of, depth_inside


class Field(Effects):
    """Checks G and H: terrain, edges, what is bought."""

    # -- G ----------------------------------------------------------------------------------------

    def _terrain(self) -> None:
        """BFS-31, BFS-32.9"""
        early = self.scenario.get("edges_first", False)
        if early:
            self._edges()
        wanted = self.options["terrain"]
        if isinstance(wanted, list):
            for _ in wanted:
                piece = self.take("piece-placed")["piece"]
                self.terrain.append(piece)
        for expected in self.scenario.get("terrain", ()):
            for gone in self.while_next("piece-removed"):
                self.terrain = [piece for piece in self.terrain if piece["id"] != gone["piece"]]
            event = self.take("piece-placed")
            self.expect(event["side"] is None and event["piece"]["scenario"] == expected["key"], "BFS-31.6.2",
                        f"{expected['key']} is not placed by the scenario")  # fmt: skip
            self.terrain.append(event["piece"])
        if wanted == "roll":
            self._in_turns()
        if not early:
            self._edges()
        for expected in self.scenario.get("objective", ()):
            event = self.take("objective-placed")["objective"]
            self.expect(event["key"] == expected["key"], "BFS-30.2.5", f"{event['key']} lies there")
            inside = 0 <= event["x"] <= self.table[0] and 0 <= event["y"] <= self.table[1]
            self.expect(inside, "BFS-30.2.5", f"{event['key']} lies beside the table")
        self._choice_of_terrain()

    def _in_turns(self) -> None:
        number = 4 + int((self.table[0] - 100) // 20) + int((self.table[1] - 100) // 20)
        first = int(self.dice(0, 1, "BFS-31.3")["dice"][0] > 5)
        begun = self.take("terrain-begun")
        self.expect(begun["first"] == first, "BFS-31.3", f"side {begun['first']} begins")
        self.expect(begun["elements"] == number, "BFS-31.2", f"{begun['elements']} elements, not {number}")
        agreed: list[dict[str, Any]] = []
        pairs: Counter[int] = Counter()
        for count in range(1, number + 1):
            side = (first + count - 1) % 2
            agreed += [one for one in self.while_next("terrain-consent") if one["agreed"]]
            if self.next_is("placing-ended"):
                self.expect(self.take("placing-ended")["placed"] == count - 1, "BFS-31.3", "placed")
                return
            pieces = []
            while self.next_is("piece-placed") and self.events[self.at]["piece"].get("choice") == count:
                event = self.take("piece-placed")
                self.expect(event["side"] == side, "BFS-31.3", f"side {event['side']} places element {count}")
                pieces.append(event["piece"])
            self.expect(len(pieces) in (1, 2), "BFS-31.3", f"{len(pieces)} pieces at once")
            if len(pieces) == 2:
                pairs[side] += 1
                fields = all("field" in piece["kind"] for piece in pieces)
                self.expect(fields and pairs[side] == 1, "BFS-31.6.3", f"two pieces at once: {pieces}")
            for piece in pieces:
                self._element(piece, consented=any(one["piece"] == bare(piece) for one in agreed))
                self.terrain.append(piece)

    def _element(self, piece: dict[str, Any], *, consented: bool) -> None:
        """BFS-31.3 to BFS-31.6: a piece among those that lie there."""
        kind, width, depth = piece["kind"], piece["width"], piece["depth"]
        self.expect(
            kind in book.TYPICAL | book.ATYPICAL | book.BY_CONSENT, "BFS-31.5", f"{kind} is no element"
        )
        small = width < 5 - 1e-6 or (kind != "obstacle" and depth < 5 - 1e-6)
        self.expect(not small, "BFS-31.4", f"{width} x {depth} is too small")
        long = depth if kind in ("river", "stream") else max(width, depth)
        large = long > 30 + 1e-6 and not (kind != "obstacle" and (consented or self.options["larger_pieces"]))
        self.expect(not large, "BFS-31.4", f"{width} x {depth} is too large")
        self.expect(kind != "building" or max(width, depth) <= 15 + 1e-6, "BFS-31.5", "a building of 15 cm")
        free = kind not in book.BY_CONSENT or consented or self.options["agreed_water"]
        self.expect(free, "BFS-31.6", f"nobody agreed to a {kind}")
        if kind not in book.TYPICAL:
            others = sum(one["kind"] not in book.TYPICAL and not one.get("scenario") for one in self.terrain)
            room = others < 1 + self.options["more_atypical"] or consented
            self.expect(room, "BFS-31.6", f"a {kind} beside {others} atypical ones")
        if kind not in ("river", "stream"):
            inside = all(0 <= at <= most for at, most in self._corners(piece))
            self.expect(inside, "BFS-31.3", f"{piece} reaches beyond the table")
        for other in self.terrain:
            touching = "obstacle" in (kind, other["kind"])
            away = apart(piece, other)
            self.expect(
                away > 0 if touching else away >= 10 - 1e-3, "BFS-31.3", f"{away:.2f} cm from {other}"
            )

    def _corners(self, piece: dict[str, Any]) -> list[tuple[float, float]]:
        """Each coordinate of a piece's corners with the side of the table along which it runs."""
        shape = corners_of(outline(piece))
        return [(at + 0.01 * (1 - 2 * (at > most / 2)), most)
                for point in shape for at, most in zip(point, self.table, strict=True)]  # fmt: skip

    def _edges(self) -> None:
        """BFS-31.3: at equal strength a die says who has which part."""
        self.part = (
            self.weaker if self.weaker is not None else int(self.dice(0, 1, "BFS-30.3.C")["dice"][0] > 5)
        )
        die = self.dice(self.part, 1, "BFS-31.3")["dice"][0]
        event = self.take("edges-drawn")
        south = "south" if die <= 5 else "north"
        self.expect(event["edges"][self.part] == south, "BFS-31.3", f"{die}: {event['edges']}")
        self.expect(sorted(event["edges"]) == ["north", "south"], "BFS-31.3", "both have one edge")
        self.expect(event["weaker_part"] == self.part, "BFS-30.3.C", "the parts are changed")

    def _choice_of_terrain(self) -> None:
        """BFS-32.9, BFS-31.3.1, BFS-31.7"""
        changes = []
        while self.at < len(self.events) and self.events[self.at]["kind"].startswith("piece-"):
            changes.append(self.take(self.events[self.at]["kind"]))
        self.expect(len(changes) <= self.have["choice_of_terrain"], "BFS-32.9", f"{len(changes)} changes")
        for change in changes:
            self.expect(change["side"] == self.weaker, "BFS-32.9", "the stronger side changes the table")
            by_id = {piece["id"]: piece for piece in self.terrain}
            if change["kind"] == "piece-removed":
                gone = by_id[change["piece"]]
                fair = not gone.get("scenario") and max(gone["width"], gone["depth"]) <= 30 + 1e-6
                self.expect(fair, "BFS-32.9", f"{gone} is taken off")
                self.terrain.remove(gone)
                continue
            piece = change["piece"]
            rest = [one for one in self.terrain if one["id"] != piece["id"]]
            road = piece["kind"] == "road"
            most = 120 if road else 30
            self.expect(
                max(piece["width"], piece["depth"]) <= most + 1e-6, "BFS-32.9", f"{piece} is too large"
            )
            self.expect(not road or piece["depth"] == 4, "BFS-31.7", "a road is one base wide")
            for other in rest:
                if not (road and other["kind"] in ("road", "village")):
                    self.expect(depth_inside(piece, other) < 0.02, "BFS-31.3.1", f"{piece} lies on {other}")
            if change["kind"] == "piece-placed" and not road:
                lone = piece["kind"] in book.TYPICAL or all(
                    one["kind"] in (*book.TYPICAL, "road") or one.get("scenario") for one in rest
                )
                self.expect(lone, "BFS-32.9", f"a second atypical element: {piece['kind']}")
            self.terrain = [*rest, piece]

    # -- H ----------------------------------------------------------------------------------------

    def _reconnaissance(self) -> None:
        """BFS-33.2, BFS-33.8 and the prices"""
        event = self.take("reconnoitred")
        mine = [force.rp for force in self.forces]
        self.expect(list(event["points"]) == mine, "BFS-33.1", f"{event['points']} for {mine}")
        open_ = self.scenario.get("reconnaissance", True) and mine[0] != mine[1]
        self.buyer = int(mine[1] > mine[0]) if open_ else None
        self.expect(event["buyer"] == self.buyer, "BFS-33.2", f"side {event['buyer']} buys")
        self.bought = list(self.while_next("reconnaissance-bought"))
        if self.buyer is None:
            self.expect(not self.bought, "BFS-33.2", "something is bought by nobody")
            return
        enemy = self.forces[1 - self.buyer].fsp
        against = 0 if enemy <= 5 else 1 if enemy <= 10 else 2 if enemy <= 15 else 3
        times: Counter[str] = Counter()
        paid = hits = 0
        for one in self.bought:
            key = one["key"]
            price, most, on_enemy = book.BOUGHT[key]
            if key == "forced_march":
                price = book.MARCH[one["size"]]
            elif key == "confusion":
                price = (7, 9)[times[key]] if times[key] < 2 else None
            least = {"flanking_maneuver": self.options["flanking_price"], "ambush": 10}.get(key, 0)
            self.expect(one["price"] >= least, one["rule"], f"{key} for {one['price']}: at least {least}")
            times[key] += 1
            hits += on_enemy
            paid += one["price"]
            self.expect(one["side"] == self.buyer, "BFS-33.2", "the wrong side buys")
            self.expect(price in (None, one["price"]), one["rule"], f"{key} for {one['price']}, not {price}")
            self.expect(times[key] <= most, one["rule"], f"{key} is bought {times[key]} times")
        self.expect(paid <= abs(mine[0] - mine[1]), "BFS-33.2", f"{paid} points are spent")
        self.expect(len(self.bought) <= self.forces[self.buyer].cp, "BFS-33.2", f"{len(self.bought)} effects")
        self.expect(hits <= against, "BFS-33.8", f"{hits} effects on an enemy of {enemy} FSP")

    def _times(self, key: str) -> int:
        return sum(one["key"] == key for one in self.bought)
