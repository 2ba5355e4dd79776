/* The map of a campaign: moved and zoomed, areas and forces chosen, the ways of orders drawn on it. */

import { View } from "../shared/view.js";
import { Cursor } from "./cursor.js";
import { Paths } from "./paths.js";
import { Reach } from "./reach.js";
import { watchDrags, watchMap } from "./wander.js";

const COUNTER = 46; // drawn units, the width of a counter
const READ = 27; // pixels that a counter needs to be read
const WELL = 36; // pixels for one to be read well
const WIDE = 620; // pixels of a map that stands whole beside the orders

class Atlas {
  constructor(figure) {
    this.figure = figure;
    this.frame = figure.querySelector(".atlas-frame");
    this.svg = this.frame.querySelector("svg");
    this.hint = figure.querySelector("[data-hint]");
    const { areas, forces, reach, unit } = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
    this.areas = areas;
    this.forces = forces;
    this.scale = Number(this.svg.dataset.scale);
    this.details = document.getElementById("area-details");
    figure.classList.add("live");
    for (const part of figure.querySelectorAll("[data-live]")) part.hidden = false;
    this.frame.tabIndex = 0;
    this.view = new View(this.frame, this.svg);
    this.begin();
    this.cursor = new Cursor(this);
    this.reach = new Reach(this, reach, unit);
    this.paths = new Paths(this);
    watchDrags(this);
    watchMap(this);
    figure.addEventListener("click", (event) => this.pressed(event));
    this.frame.addEventListener("click", (event) => this.clicked(event));
  }

  /** The whole map, or as near as counters can be read, with one's own forces in sight. */
  begin() {
    const { width, height } = this.svg.viewBox.baseVal;
    this.view.setSize(width, height);
    const beside = document.querySelector("[data-orders]") && this.frame.clientWidth > WIDE;
    if (beside || COUNTER / this.view.unit >= READ) return;
    this.view.moveTo(this.view.centre, COUNTER / WELL);
    const first = this.svg.querySelector(".map-force[data-mine]") ?? this.svg.querySelector(".map-force");
    if (first) this.view.reveal(this.at(first.dataset.area));
  }

  name(area) {
    return this.areas[area]?.[0] ?? area;
  }

  /** Where an area's place is drawn. */
  at(area) {
    const [, x, y] = this.areas[area];
    return [x * this.scale, y * this.scale];
  }

  neighbours(area) {
    return this.areas[area]?.[3] ?? [];
  }

  say(words) {
    this.hint.textContent = words;
  }

  pressed(event) {
    const does = event.target.closest("[data-does]")?.dataset.does;
    if (does === "nearer") this.view.zoom();
    else if (does === "further") this.view.zoom(1 / this.view.step);
    else if (does === "fit") this.view.fit();
    else if (does) this.paths[does]();
  }

  /** A tap on a counter or an area; one that only ended a drag never comes here. */
  clicked(event) {
    const part = event.target.closest("[data-force], [data-engagement], [data-area]");
    if (!part || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { force, area } = part.dataset;
    if (force && this.paths.begin(force)) {
      event.preventDefault();
      this.paths.reveal(force);
    }
    else if (area && this.choose(area)) event.preventDefault();
  }

  /** An area is pointed at: it goes into the way that is drawn, or its details are shown. False if its link is followed. */
  choose(area) {
    this.cursor.put(area);
    if (this.paths.force) {
      this.paths.go(area);
      return true;
    }
    return this.showArea(area);
  }

  showArea(area) {
    const url = this.details?.dataset.areaUrl?.replace("KEY", area);
    if (!url || !window.htmx) return false;
    this.say(this.name(area));
    window.htmx.ajax("GET", url, { target: this.details, swap: "innerHTML" });
    return true;
  }
}

for (const figure of document.querySelectorAll("[data-campaign-map]")) {
  if (figure.querySelector(".atlas-frame > svg")) new Atlas(figure);
}
