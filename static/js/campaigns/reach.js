/* Where the chosen force can march from the end of its way: areas tinted, with what they cost. */

import { shape } from "../shared/dom.js";

const ENOUGH = 1.000001; // of a turn: thirds add up to a little more than one
const BADGES = [[-20, -2], [0, -19], [0, 19], [-17, -17], [-17, 17], [20, -17]]; // from an area's place, in drawn units
const ROUND = 11; // how far a badge reaches around its middle
const LETTER = 0.5; // how wide a letter of a name is, in its size
const FED = { way: "in supply", magazine: "in supply from a magazine", area: "living off the land", "": "out of supply" };

const costs = (/** @type {number} */ value) => String(Math.round(value * 100) / 100);

export class Reach {
  constructor(atlas, tables, unit) {
    this.atlas = atlas;
    this.tables = tables;
    this.unit = unit;
    this.layer = shape("g", { class: "map-reach" });
    atlas.svg.querySelector(".map-places")?.before(this.layer);
    this.badges = shape("g", { class: "map-reach-costs" });
    atlas.svg.querySelector(".map-forces")?.before(this.badges);
    this.names = [...atlas.svg.querySelectorAll(".map-names text")].map((name) => {
      const [x, y, size] = ["x", "y", "font-size"].map((each) => Number(name.getAttribute(each)));
      const half = (name.textContent.length * size * LETTER) / 2;
      return { left: x - half, right: x + half, top: y - size * 0.75, bottom: y + size * 0.2 };
    });
  }

  /** Where the cost of an area stands: beside its place, and on no name. */
  beside([x, y]) {
    const free = (/** @type {number[]} */ [dx, dy]) => this.names.every(({ left, right, top, bottom }) =>
      x + dx + ROUND < left || x + dx - ROUND > right || y + dy + ROUND < top || y + dy - ROUND > bottom);
    const [dx, dy] = BADGES.find(free) ?? BADGES[0];
    return [x + dx, y + dy];
  }

  /** The cost and the shares of a turn of a way from where a force stands; null if it leads beyond a turn's reach. */
  along(force, path) {
    const { steps } = this.tables[force] ?? { steps: {} };
    let [cost, share, forced] = [0, 0, 0];
    for (let index = 1; index < path.length; index += 1) {
      const step = steps[path[index - 1]]?.[path[index]];
      if (!step) return null;
      [cost, share, forced] = [cost + step[0], share + step[1], forced + step[2]];
    }
    return { cost, share, forced };
  }

  /** The cheapest ways on from an area, as long as the turn (or that of a forced march) lasts: area -> what it takes. */
  from(force, area, spent) {
    const { steps } = this.tables[force] ?? { steps: {} };
    const found = new Map();
    const open = [{ area, ...spent, way: [] }];
    while (open.length) {
      open.sort((one, other) => one.share - other.share || one.forced - other.forced);
      const next = open.shift();
      if (!next || found.has(next.area)) continue;
      found.set(next.area, next);
      for (const [goal, [cost, share, forced]] of Object.entries(steps[next.area] ?? {})) {
        const total = { cost: next.cost + cost, share: next.share + share, forced: next.forced + forced };
        if (!found.has(goal) && total.forced <= ENOUGH) open.push({ area: goal, ...total, way: [...next.way, goal] });
      }
    }
    return found;
  }

  /** How a way is told: its cost, whether one turn is enough for it, and the supply at its end. */
  words(force, path) {
    const spent = this.along(force, path);
    if (!spent) return "more than one turn’s march";
    const time = spent.share <= ENOUGH ? "" : spent.forced <= ENOUGH ? ", only by a forced march" : ", more than one turn’s march";
    const unit = spent.cost === 1 ? this.unit.replace(/s$/, "") : this.unit;
    return `${costs(spent.cost)} ${unit}${time}, ${this.supply(force, path.at(-1))}`;
  }

  supply(force, area) {
    return FED[this.tables[force]?.fed[area] ?? ""];
  }

  show(force, path) {
    this.hide();
    const spent = this.along(force, path);
    if (!spent || !this.tables[force]) return;
    const end = path.at(-1);
    for (const [area, found] of this.from(force, end, spent)) {
      if (path.includes(area)) continue;
      const look = `${this.tables[force].fed[area] ? "" : " hungry"}${found.share <= ENOUGH ? "" : " forced"}`;
      const drawn = this.atlas.svg.querySelector(`[id$="-a-${CSS.escape(area)}"]`);
      if (drawn) this.layer.append(shape("use", { href: `#${drawn.id}`, class: `reach-area${look}`, "data-reach": area }));
      const at = this.beside(this.atlas.at(area));
      const text = shape("text", { y: 4.5, "text-anchor": "middle", "font-size": 13 });
      text.textContent = costs(found.cost);
      this.badges.append(shape("g", { class: `reach-cost${look}`, transform: `translate(${at.join(" ")})` },
        shape("circle", { r: 10, class: "reach-badge" }), text));
    }
  }

  hide() {
    this.layer.replaceChildren();
    this.badges.replaceChildren();
  }
}
