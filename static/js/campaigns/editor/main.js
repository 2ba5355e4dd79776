/* The editor of a campaign's map: tools, the map, what it is made of; all is kept as one goes. */

import { View } from "../../mapeditor/view.js";
import { watchPointers } from "../wander.js";
import { Drawing } from "./drawing.js";
import { watchKeys } from "./keys.js";
import { Model } from "./model.js";
import { Panel } from "./panel.js";
import { Saving } from "./saving.js";
import { Tools } from "./tools.js";

const DESK = "(min-width: 64rem)";

class Desk {
  constructor(root) {
    this.root = root;
    this.data = JSON.parse(document.getElementById("atlas-data").textContent);
    for (const part of root.querySelectorAll("[data-live]")) part.hidden = false;
    for (const part of root.querySelectorAll("[data-plain]")) part.remove();
    root.classList.add("live");
    if (matchMedia(DESK).matches) root.querySelector(".atlas-field").append(root.querySelector("#atlas-faults"));
    this.frame = root.querySelector("#atlas-frame");
    this.told = root.querySelector("#atlas-told");
    this.model = new Model(this.data.document);
    this.chosen = new URLSearchParams(window.location.search).get("area") ?? "";
    const svg = this.frame.querySelector("svg");
    this.drawing = new Drawing(svg, this.model, this.data);
    this.view = new View(this.frame, svg);
    this.tools = new Tools(this);
    this.cursor = [this.model.document.width / 2, this.model.document.height / 2];
    this.panel = new Panel(this);
    this.saving = new Saving(this);
    this.model.onChange(() => this.redraw());
    watchPointers(this, (event) => this.grip(event));
    watchKeys(this);
    this.frame.addEventListener("click", (event) => this.clicked(event));
    this.frame.addEventListener("focus", () => this.mark());
    this.frame.addEventListener("blur", () => this.mark());
    this.judged(this.data.faults);
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
    this.told.textContent = area ? `${area.name || area.id}: ${this.data.terrains[area.terrain] ?? area.terrain}` : "";
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

  /** A change is over. */
  changed() {
    this.model.done();
    this.redraw();
  }

  redraw() {
    if (this.chosen && !this.model.area(this.chosen)) this.chosen = "";
    this.view.setSize(...this.drawing.size);
    this.drawing.draw();
    this.panel.show();
    this.mark();
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

  judged(faults) {
    this.drawing.wrong = new Set(faults.filter((fault) => !fault.advice).map((fault) => fault.area));
    this.panel.judged(faults);
  }
}

const root = document.getElementById("atlas-desk");
if (root && document.getElementById("atlas-data")) new Desk(root);
