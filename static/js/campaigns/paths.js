/* The ways of orders: a force is taken up, each area that is tapped goes into the field of its order. */

import { all, shape } from "../shared/dom.js";
import { short } from "../shared/drawing.js";

const HEAD = 12; // drawn units
const BAR = 110; // pixels that the bar at the bottom of the window covers
const FREE = 20; // drawn units that an arrow leaves free around its goal

export class Paths {
  constructor(atlas) {
    this.atlas = atlas;
    this.force = "";
    this.layer = atlas.svg.querySelector(".map-plans");
    this.tools = atlas.figure.querySelector("[data-path-tools]");
    for (const order of all(document, "[data-force][data-at]")) this.watch(order);
    document.addEventListener("click", (event) => this.pressed(event));
  }

  /** An area in the list of those within reach, or a finding that names a force: done here, without a new page. */
  pressed(event) {
    const go = event.target.closest?.("[data-go]");
    if (go) {
      event.preventDefault();
      this.begin(go.closest("[data-force]").dataset.force);
      this.goTo(go.dataset.go);
    }
    const named = event.target.closest?.("a[href^='#order-']");
    if (named) document.querySelector(named.getAttribute("href"))?.setAttribute("open", "");
  }

  /** What is typed into the field of an order is drawn too, and who writes an order sees its force on the map. */
  watch(order) {
    const { force } = order.dataset;
    const field = order.querySelector("[data-path]");
    if (!field) return;
    field.addEventListener("input", () => {
      this.draw(force);
      if (force === this.force) this.say();
    });
    order.addEventListener("change", () => this.written(force));
    order.addEventListener("focusin", (event) => {
      // The heading opens and closes the order itself: opened here, its click would close it again.
      if (force !== this.force && event.target.localName !== "summary") this.begin(force);
    });
    order.addEventListener("toggle", () => {
      if (order.open && force !== this.force && order.contains(document.activeElement)) this.begin(force);
    });
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
    order.setAttribute("open", "");
    for (const counter of all(this.atlas.svg, ".map-force")) {
      counter.classList.toggle("taken-up", counter.dataset.force === force);
    }
    this.say();
    this.inSight();
    return true;
  }

  /** The map and the order of a force in sight together: one above the other, or side by side. */
  reveal(force) {
    const order = this.order(force);
    const main = this.atlas.figure.closest(".map-main");
    if (!main) return;
    const beside = order.getBoundingClientRect().left > main.getBoundingClientRect().left + main.offsetWidth / 2;
    if (!beside) {
      order.scrollIntoView({ block: "start" });
      return;
    }
    const { top, bottom } = this.atlas.frame.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight - BAR) main.scrollIntoView({ block: "start" });
    const at = order.getBoundingClientRect().top;
    if (at < 0 || at > window.innerHeight - 2 * BAR) order.scrollIntoView({ block: "center" });
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
    const way = this.cheapest(whole, area) ?? this.shortest(whole.at(-1), area);
    if (way) this.write([...path, ...way]);
    else this.atlas.say(`No way to ${this.atlas.name(area)}.`);
  }

  /** A new way, from where the force stands to an area. */
  goTo(area) {
    const way = this.cheapest([this.start(this.force)], area) ?? this.shortest(this.start(this.force), area);
    if (way) this.write(way);
  }

  /** The way on to an area that the turn is long enough for; undefined if it is not. */
  cheapest(whole, area) {
    const { reach } = this.atlas;
    const spent = reach.along(this.force, whole);
    return spent ? reach.from(this.force, whole.at(-1), spent).get(area)?.way : undefined;
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
    this.inSight();
  }

  /** The whole way of the force in sight, and its names with it. */
  inSight() {
    const path = this.path(this.force);
    if (path.length) this.atlas.view.revealAll([this.start(this.force), ...path].map((area) => this.atlas.at(area)));
  }

  say() {
    const { atlas, force } = this;
    const path = [this.start(force), ...this.path(force)];
    const name = atlas.forces[force]?.[0] ?? force;
    const way = path.map((area) => atlas.name(area)).join(" → ");
    if (path.length > 1) atlas.say(`${name}: ${way}: ${atlas.reach.words(force, path)}.`);
    else atlas.say(`${name} is in ${way}, ${atlas.reach.supply(force, path[0])}. Tap where it should march.`);
    atlas.reach.show(force, path);
    this.written(force);
  }

  /** What the order says, beside the name of its force. */
  written(force) {
    const order = this.order(force);
    const words = order?.querySelector("[data-written]");
    const kind = order?.querySelector("select[name$='-do']");
    if (!words || !kind) return;
    const way = this.path(force).map((area) => this.atlas.name(area)).join(", ");
    words.textContent = `${kind.selectedOptions[0].text}${way ? `: ${way}` : ""}`;
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
    this.atlas.reach.hide();
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
