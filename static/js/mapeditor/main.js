/* The map editor: a palette, the map, the stands; what it makes stands in the fields of the form, which are saved. */

import { Editor } from "../editor/editor.js";
import { Drawing } from "./drawing.js";
import { named } from "./hexes.js";
import { Model } from "./model.js";
import { MapPanel } from "./panel.js";
import { FormSaving } from "./saving.js";
import { Tools, watchKeysOf, watchStrokes } from "./tools.js";

class MapEditor extends Editor {
  constructor(root) {
    super(root, "map", (data, svg) => {
      const model = new Model(document.getElementById("map-form"), data);
      return [model, new Drawing(svg, model)];
    });
    this.form = this.model.form;
    this.tools = new Tools(this);
    this.cursor = [Math.floor(this.model.columns / 2), Math.floor(this.model.rows / 2)];
    this.panel = new MapPanel(this);
    this.saving = new FormSaving(this);
    this.model.onChange(() => this.redraw());
    watchStrokes(this);
    watchKeysOf(this);
    this.watchFields();
    this.frame.addEventListener("focus", () => this.say());
    this.redraw();
    this.view.begin(this.data.unit);
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
      this.saving.readFile(form.querySelector("#map-file-answer"));
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
    if (!this.plane.has(this.cursor)) this.cursor = [0, 0];
    super.redraw();
  }

  changed() {
    super.changed();
    this.say();
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
    this.hint.textContent = this.model.said(this.cursor);
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

  judged(found) {
    this.panel.judged(found);
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

const root = document.getElementById("map-editor");
if (root) new MapEditor(root);
