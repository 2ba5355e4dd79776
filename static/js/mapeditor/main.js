/* The map editor: a palette, the map, the stands; what it makes stands in the fields of the form, which are kept. */

import { Drawing } from "./drawing.js";
import { named } from "./hexes.js";
import { Model } from "./model.js";
import { Panel } from "./panel.js";
import { Saving } from "./saving.js";
import { Tools, watchKeys, watchPointers } from "./tools.js";
import { View } from "./view.js";

class Desk {
  constructor(root) {
    this.root = root;
    this.form = root.querySelector("#map-form");
    this.frame = root.querySelector("#map-frame");
    this.told = root.querySelector("#map-told");
    const data = JSON.parse(document.getElementById("map-data").textContent);
    this.model = new Model(this.form, data);
    const svg = this.frame.querySelector("svg");
    this.drawing = new Drawing(svg, this.model);
    this.view = new View(this.frame, svg);
    this.tools = new Tools(this);
    this.cursor = [Math.floor(this.model.columns / 2), Math.floor(this.model.rows / 2)];
    this.aim = null;
    this.panel = new Panel(this);
    this.saving = new Saving(this.form, this.model, (told) => this.panel.judged(told));
    this.model.onChange(() => this.redraw());
    watchPointers(this);
    watchKeys(this);
    this.watchFields();
    root.classList.add("live");
    this.frame.tabIndex = 0;
    this.frame.addEventListener("focus", () => {
      this.mark();
      this.say();
    });
    this.frame.addEventListener("blur", () => this.mark());
    this.redraw();
    this.view.begin(data.unit);
  }

  get plane() {
    return this.drawing.plane;
  }

  /** Who types into the fields changes the map as well. */
  watchFields() {
    const { form } = this;
    form.addEventListener("input", (event) => {
      if (!event.target.matches("[data-map]")) return;
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.model.typed(), 400);
    });
    form.querySelector('[value="map-file"]')?.addEventListener("click", (event) => {
      event.preventDefault();
      this.saving.readFile(form.querySelector("#map-file-told"));
    });
    for (const name of ["columns", "rows"]) {
      const field = form.elements[`map.${name}`];
      field.addEventListener("change", () => {
        const size = ["columns", "rows"].map((each) => {
          const { value, min, max } = form.elements[`map.${each}`];
          return Math.max(Number(min), Math.min(Number(max), Math.round(Number(value)) || Number(min)));
        });
        this.model.setSize(...size);
        this.changed();
      });
    }
  }

  redraw() {
    const { plane } = this;
    this.view.setSize(plane.width, plane.height);
    if (!plane.has(this.cursor)) this.cursor = [0, 0];
    this.drawing.draw();
    this.panel.show();
    this.mark();
  }

  /** A change is over: it stands in the fields and is kept. */
  changed() {
    this.model.done();
    this.redraw();
    this.say();
  }

  undo() {
    this.model.undo();
  }

  redo() {
    this.model.redo();
  }

  /** The hex where keys act from now on. */
  at(place, direction = this.tools.tool === "edge" ? this.tools.direction : null) {
    this.cursor = place;
    if (direction !== null) this.tools.direction = direction;
    this.view.reveal(this.plane.point(place));
    this.mark();
    this.say();
  }

  say() {
    this.told.textContent = this.model.said(this.cursor);
  }

  mark() {
    const focused = document.activeElement === this.frame;
    this.drawing.mark({
      cursor: focused ? this.cursor : null,
      direction: focused && this.tools.tool === "edge" ? this.tools.direction : null,
      unit: this.tools.tool === "stand" ? this.tools.unit : "",
    });
  }

  /** Another stand is in hand. */
  chosen() {
    const at = named(this.model.placement(this.tools.unit)?.hex ?? "");
    if (at) this.cursor = at;
    this.panel.show();
    this.mark();
  }

  /** Leads to the hex that a fault is about. */
  lead(hex) {
    const place = named(hex);
    if (!place || !this.plane.has(place)) return;
    this.frame.focus({ preventScroll: true });
    this.frame.scrollIntoView({ block: "nearest" });
    this.at(place);
  }
}

const root = document.getElementById("map-desk");
if (root) new Desk(root);
