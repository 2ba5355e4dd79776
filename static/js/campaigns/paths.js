/* The ways of orders: a force is taken up, each area that is tapped goes into the field of its order. */

import { all, shape } from "../shared/dom.js";
import { short } from "../shared/drawing.js";

const HEAD = 12; // drawn units
const FREE = 20; // drawn units that an arrow leaves free around its goal

export class Paths {
  constructor(atlas) {
    this.atlas = atlas;
    this.force = "";
    this.layer = atlas.svg.querySelector(".map-plans");
    this.tools = atlas.figure.querySelector("[data-path-tools]");
    for (const order of all(document, "[data-force][data-at]")) this.watch(order);
  }

  /** What is typed into the field of an order is drawn too, and who writes an order sees its force on the map. */
  watch(order) {
    const { force } = order.dataset;
    const field = order.querySelector("[data-path]");
    if (!field) return;
    field.addEventListener("input", () => this.draw(force));
    field.addEventListener("focus", () => this.begin(force));
    if (field.value) this.draw(force);
  }

  /** The form of a force's order. @returns {any} */
  order(force) {
    return document.querySelector(`[data-force="${CSS.escape(force)}"][data-at]`);
  }

  field(force) {
    return this.order(force)?.querySelector("[data-path]") ?? null;
  }

  start(force) {
    return this.order(force)?.dataset.at ?? this.atlas.forces[force]?.[1];
  }

  /** The areas in the field, by their ids or names, without those that there are not. */
  path(force) {
    const { areas } = this.atlas;
    const meant = (word) => {
      if (areas[word]) return word;
      const name = word.toLowerCase();
      return Object.keys(areas).find((area) => areas[area][0].toLowerCase() === name);
    };
    return (this.field(force)?.value ?? "").split(",").map((word) => meant(word.trim())).filter(Boolean);
  }

  /** What an area is called in a field: its name, or its id where two have the same name. */
  called(area) {
    const { areas } = this.atlas;
    const [name] = areas[area];
    return Object.values(areas).filter((each) => each[0] === name).length === 1 ? name : area;
  }

  /** From here on areas are the way of this force; false if nobody here may order it about. */
  begin(force) {
    if (!this.field(force)) return false;
    this.force = force;
    this.tools.hidden = false;
    for (const part of document.querySelectorAll(".drawn-on")) part.classList.remove("drawn-on");
    const order = this.order(force);
    order.classList.add("drawn-on");
    order.closest("details")?.setAttribute("open", "");
    for (const counter of all(this.atlas.svg, ".map-force")) {
      counter.classList.toggle("taken-up", counter.dataset.force === force);
    }
    this.say();
    return true;
  }

  /** One area further; to one that is not linked by the shortest way, to one on the way back to it. */
  go(area) {
    const path = this.path(this.force);
    const whole = [this.start(this.force), ...path];
    const known = whole.indexOf(area);
    if (known >= 0) {
      const back = known === whole.length - 1 ? known - 1 : known;
      this.write(whole.slice(1, Math.max(0, back) + 1));
      return;
    }
    const way = this.shortest(whole.at(-1), area);
    if (way) this.write([...path, ...way]);
    else this.atlas.say(`No way leads to ${this.atlas.name(area)}.`);
  }

  /** The areas from one to another by the fewest links, without the first; null if there is no way. */
  shortest(from, to) {
    const came = new Map([[from, ""]]);
    const queue = [from];
    for (const area of queue) {
      if (area === to) break;
      for (const next of this.atlas.neighbours(area)) {
        if (came.has(next)) continue;
        came.set(next, area);
        queue.push(next);
      }
    }
    if (!came.has(to)) return null;
    const way = [];
    for (let area = to; area !== from; area = came.get(area)) way.unshift(area);
    return way;
  }

  write(path) {
    const field = this.field(this.force);
    field.value = path.map((area) => this.called(area)).join(", ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    const kind = this.order(this.force).querySelector("select[name$='-do']");
    if (path.length && kind?.value === "hold" && [...kind.options].some((each) => each.value === "march")) {
      kind.value = "march";
      kind.dispatchEvent(new Event("change", { bubbles: true }));
    }
    this.say();
  }

  say() {
    const { atlas, force } = this;
    const path = this.path(force);
    const name = atlas.forces[force]?.[0] ?? force;
    const way = [this.start(force), ...path].map((area) => atlas.name(area)).join(" → ");
    atlas.say(path.length ? `${name}: ${way}` : `${name} stands in ${way}. Tap the areas of its way.`);
  }

  back() {
    if (this.force) this.write(this.path(this.force).slice(0, -1));
  }

  clear() {
    if (this.force) this.write([]);
  }

  done() {
    this.force = "";
    this.tools.hidden = true;
    for (const part of document.querySelectorAll(".drawn-on, .taken-up")) part.classList.remove("drawn-on", "taken-up");
    this.atlas.say("");
  }

  draw(force) {
    const [...old] = this.layer.querySelectorAll(`[data-plan="${CSS.escape(force)}"]`);
    for (const part of old) part.remove();
    const points = [this.start(force), ...this.path(force)].map((area) => this.atlas.at(area));
    if (points.length < 2) return;
    const [x1, y1] = points.at(-2);
    const [x2, y2] = points.at(-1);
    const far = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / far, (y2 - y1) / far];
    const [tipX, tipY] = [x2 - dx * FREE, y2 - dy * FREE];
    points.splice(-1, 1, [tipX - dx * HEAD, tipY - dy * HEAD]);
    const line = `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;
    const side = (by) => `L${short(tipX - dx * HEAD * 1.3 + dy * by)} ${short(tipY - dy * HEAD * 1.3 - dx * by)}`;
    const head = `M${short(tipX)} ${short(tipY)}${side(HEAD * 0.6)}${side(-HEAD * 0.6)}z`;
    const parts = [[line, "plan-edge"], [line, "plan-line"], [head, "plan-head"]];
    const drawn = parts.map(([d, kind]) => shape("path", { d, class: kind }));
    this.layer.append(shape("g", { class: "map-plan", "data-plan": force }, ...drawn));
  }
}
