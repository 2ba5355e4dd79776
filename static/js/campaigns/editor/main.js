/* The editor of a campaign's map: tools, the map, what it is made of; all is saved as one goes. */

import { Editor } from "../../editor/editor.js";
import { watchKeys } from "../../shared/pointers.js";
import { watchDrags } from "../wander.js";
import { Drawing } from "./drawing.js";
import { Model } from "./model.js";
import { AreaPanel } from "./panel.js";
import { MapSaving } from "./saving.js";
import { Tools } from "./tools.js";

const WIDE = "(min-width: 64rem)";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class MapEditor extends Editor {
  constructor(root) {
    for (const part of root.querySelectorAll("[data-plain]")) part.remove();
    super(root, "atlas", (data, svg) => {
      const model = new Model(data.document);
      return [model, new Drawing(svg, model, data)];
    });
    if (matchMedia(WIDE).matches) root.querySelector(".atlas-field").append(this.part("faults"));
    this.chosen = new URLSearchParams(window.location.search).get("area") ?? "";
    this.tools = new Tools(this);
    this.cursor = [this.model.document.width / 2, this.model.document.height / 2];
    this.keyed = false;
    this.panel = new AreaPanel(this);
    this.saving = new MapSaving(this);
    this.model.onChange(() => this.redraw());
    watchDrags(this, (event) => this.grip(event));
    this.watchKeys();
    this.frame.addEventListener("click", (event) => this.clicked(event));
    this.judged(this.data);
    this.redraw();
  }

  /** The place of the map under a pointer, in kilometres. */
  at(event) {
    return this.view.at(event).map((each) => each / this.drawing.scale);
  }

  clicked(event) {
    if (!event.target.closest("svg")) return;
    this.keyed = false;
    this.tools.tap(this.at(event));
  }

  grip(event) {
    const held = this.tools.grip(this.at(event));
    if (!held) return null;
    let begun = false;
    return {
      move: (moved) => {
        if (!begun) held.begin();
        begun = true;
        held.to(this.at(moved));
        this.drawing.draw();
        this.mark();
      },
      end: () => this.changed(),
      cancel: () => {
        if (!begun) return;
        this.model.forget();
        this.redraw();
      },
    };
  }

  // -- what keys do ----------------------------------------------------------------------------

  /** Areas and corners one after the other, arrows move, the space bar taps. */
  watchKeys() {
    const { tools } = this;
    const tap = () => this.tapCursor();
    const erase = () => tools.erase();
    const arrows = Object.entries(WAYS).map(([key, way]) => [key, (event) => this.shift(way, event.shiftKey)]);
    watchKeys(this.frame, {
      ...Object.fromEntries(arrows),
      ...this.view.keys,
      "]": () => this.walk(1),
      "[": () => this.walk(-1),
      Enter: () => (tools.line.length ? this.close() : tap()),
      " ": tap,
      Delete: erase,
      Backspace: erase,
      Escape: () => this.escape(),
    });
  }

  walk(by) {
    const { tools } = this;
    if (tools.tool === "corner") {
      tools.turn(by);
      if (tools.corner) this.reveal(tools.corner);
    } else this.next(by);
    this.mark();
  }

  /** Moves the corner in hand, else the place of the chosen area, else the cross of keys. */
  shift(/** @type {number[]} */ [dx, dy], large) {
    const { model, tools } = this;
    const step = (large ? 10 : 1) * Math.max(1, Math.round(model.document.width / 500));
    const by = (/** @type {number[]} */ [x, y]) => [x + dx * step, y + dy * step];
    const area = model.area(this.chosen);
    if (tools.tool === "corner" && tools.corner) tools.corner = model.moveCorner(tools.corner, by(tools.corner));
    else if (tools.tool === "choose" && area) model.move(area, by(area.at));
    else {
      this.cursor = by(this.cursor);
      this.reveal(this.cursor);
    }
    this.changed();
  }

  tapCursor() {
    this.keyed = true;
    this.tools.tap([...this.cursor]);
  }

  close() {
    this.tools.close();
    this.changed();
  }

  escape() {
    this.tools.take(this.tools.tool);
    this.choose("");
    this.changed();
  }

  next(by) {
    const { areas } = this.model;
    if (!areas.length) return;
    const now = areas.findIndex((area) => area.id === this.chosen);
    const area = areas[now < 0 ? 0 : (now + by + areas.length) % areas.length];
    this.choose(area.id);
    this.cursor = [...area.at];
    this.reveal(area.at);
    this.panel.show();
  }

  reveal(place) {
    this.keyed = true;
    this.view.reveal(place.map((each) => each * this.drawing.scale));
  }

  // -- changes ---------------------------------------------------------------------------------

  choose(id) {
    this.chosen = id;
    const area = this.model.area(id);
    this.hint.textContent = area ? `${area.name || area.id}: ${this.data.terrains[area.terrain] ?? area.terrain}` : "";
  }

  /** Leads to the area that a fault is about. */
  lead(id) {
    this.choose(id);
    const area = this.model.area(id);
    if (area) this.reveal(area.at);
    this.frame.scrollIntoView({ block: "nearest" });
  }

  remove() {
    this.model.remove(this.chosen);
    this.choose("");
    this.changed();
  }

  redraw() {
    if (this.chosen && !this.model.area(this.chosen)) this.chosen = "";
    super.redraw();
  }

  mark() {
    const { tools, model } = this;
    const corners = tools.tool === "corner" ? tools.corners() : [];
    const sides = tools.tool === "corner" ? tools.sides() : [];
    this.drawing.mark({
      area: model.area(this.chosen),
      corners,
      corner: corners.find((each) => tools.corner && each.join() === tools.corner.join()) ?? null,
      middles: sides.map(([[x1, y1], [x2, y2]]) => [(x1 + x2) / 2, (y1 + y2) / 2]),
      line: tools.line.length ? tools.line : null,
      from: model.area(tools.from),
      cursor: this.keyed && document.activeElement === this.frame && tools.tool !== "choose" ? this.cursor : null,
    });
  }

  judged({ faults }) {
    this.drawing.wrong = new Set(faults.filter((fault) => !fault.advice).map((fault) => fault.area));
    this.panel.judged(faults);
  }
}

const root = document.getElementById("atlas-editor");
if (root && document.getElementById("atlas-data")) new MapEditor(root);
