/* The palette beside the map: tools and what they paint with, the stands of both sides, undo, faults. */

import { FACINGS, named } from "./hexes.js";

const TOLD = {
  look: "Drag the map, or use the wheel. Two fingers move it with every tool.",
  ground: "Tap or drag to paint. Levels stay as they are.",
  level: "Tap or drag: hills are ground on a level.",
  road: "Tap or drag: a road runs from middle to middle.",
  edge: "Tap near a side of a hex, or drag along. The same again takes it away.",
  zone: "Tap or drag: a hex joins the zone, or leaves it. Without one it is the strip along the edge.",
  stand: "Choose a stand, then tap its hex. Tap it again to turn it, drag it to move it.",
};

export class Panel {
  constructor(desk) {
    this.desk = desk;
    this.root = desk.root.querySelector("#map-tools");
    this.root.hidden = false;
    for (const part of desk.root.querySelectorAll("[data-live]")) part.hidden = false;
    for (const part of desk.root.querySelectorAll("[data-fold]")) part.open = false;
    for (const group of this.root.querySelectorAll("[data-options]")) {
      const first = group.querySelector("[data-value]");
      if (first) desk.tools.values[group.dataset.options] = first.dataset.value;
    }
    const ground = this.root.querySelector('[data-options="ground"] [data-value]:not([data-value="."])');
    if (ground) desk.tools.values.ground = ground.dataset.value;
    desk.root.addEventListener("click", (event) => this.click(event));
    this.round = this.root.querySelector("#stand-round");
    this.round?.addEventListener("change", () => this.arrive());
    desk.tools.tool = "ground";
    this.show();
  }

  click(event) {
    const { desk } = this;
    const button = event.target.closest("button, a[data-lead]");
    if (!button) return;
    const { tool, value, unit, does, lead } = button.dataset;
    if (tool) desk.tools.tool = tool;
    else if (value !== undefined) desk.tools.values[desk.tools.tool] = value;
    else if (unit) desk.tools.choose(unit);
    else if (does) this[does]();
    else if (lead) {
      event.preventDefault();
      desk.lead(lead);
    } else return;
    this.show();
    desk.mark();
  }

  // -- what buttons do -------------------------------------------------------------------------

  undo() {
    this.desk.undo();
  }

  redo() {
    this.desk.redo();
  }

  nearer() {
    this.desk.view.zoom();
  }

  further() {
    this.desk.view.zoom(1 / 1.4);
  }

  fit() {
    this.desk.view.fit();
  }

  wide() {
    this.desk.tools.wide = !this.desk.tools.wide;
  }

  left() {
    this.turn(1);
  }

  right() {
    this.turn(-1);
  }

  turn(by) {
    this.desk.model.turn(this.desk.tools.unit, by);
    this.desk.changed();
  }

  off() {
    this.desk.model.takeOff(this.desk.tools.unit);
    this.desk.changed();
  }

  general() {
    const { model, tools } = this.desk;
    model.setGeneral(tools.unit, !model.hasGeneral(tools.unit));
    this.desk.changed();
  }

  arrive() {
    this.desk.model.setArrival(this.desk.tools.unit, this.round.value);
    this.desk.changed();
  }

  // -- what is shown ---------------------------------------------------------------------------

  show() {
    const { tools, model } = this.desk;
    const pressed = (button, on) => button.setAttribute("aria-pressed", String(on));
    for (const button of this.root.querySelectorAll("[data-tool]")) pressed(button, button.dataset.tool === tools.tool);
    for (const group of this.root.querySelectorAll("[data-options]")) {
      group.hidden = group.dataset.options !== tools.tool;
      for (const button of group.querySelectorAll("[data-value]")) {
        pressed(button, button.dataset.value === tools.values[group.dataset.options]);
      }
    }
    const wide = this.root.querySelector('[data-does="wide"]');
    pressed(wide, tools.wide);
    wide.hidden = !["ground", "level", "zone"].includes(tools.tool);
    this.root.querySelector("#tool-told").textContent = TOLD[tools.tool];
    this.root.querySelector('[data-does="undo"]').disabled = !model.past.length;
    this.root.querySelector('[data-does="redo"]').disabled = !model.future.length;
    this.stands();
  }

  stands() {
    const { tools, model } = this.desk;
    for (const button of this.root.querySelectorAll("[data-unit]")) {
      const { unit } = button.dataset;
      button.setAttribute("aria-pressed", String(unit === tools.unit));
      button.querySelector(".where").textContent = this.where(unit);
    }
    const chosen = this.root.querySelector("#stand-chosen");
    chosen.hidden = !tools.unit;
    if (!tools.unit) return;
    const at = model.placement(tools.unit);
    chosen.querySelector(".name").textContent = `${model.data.names[tools.unit] ?? tools.unit}: ${this.where(tools.unit)}`;
    for (const name of ["left", "right", "off", "general"]) {
      chosen.querySelector(`[data-does="${name}"]`).disabled = !at;
    }
    chosen.querySelector('[data-does="general"]').setAttribute("aria-pressed", String(model.hasGeneral(tools.unit)));
    if (document.activeElement !== this.round) this.round.value = model.arrival(tools.unit)?.round ?? "";
  }

  where(unit) {
    const { model } = this.desk;
    const at = model.placement(unit);
    if (at) return `${at.hex} ${FACINGS[at.facing]}${model.hasGeneral(unit) ? ", with its General" : ""}`;
    const when = model.arrival(unit);
    if (!when) return "deployed by its player";
    return `comes in round ${when.round}${when.hexes.size ? ` by ${[...when.hexes].sort().join(" ")}` : ": tap the hexes where it enters"}`;
  }

  /** What the rules say of the draft that was kept. */
  judged(told) {
    for (const [id, html] of Object.entries(told.parts)) {
      const part = document.getElementById(id);
      if (part) part.outerHTML = html;
    }
    for (const list of this.desk.root.querySelectorAll("[data-faults]")) {
      const words = told.fields[list.dataset.faults] ?? [];
      list.replaceChildren(...words.map((each) => {
        const line = document.createElement("li");
        line.textContent = each;
        return line;
      }));
      list.closest(".field")?.classList.toggle("wrong", words.length > 0);
      const fold = list.closest("details");
      if (words.length && fold && !fold.open && !told.units.length) fold.open = true;
    }
    this.mistaken(told);
  }

  mistaken({ units, hexes }) {
    for (const button of this.root.querySelectorAll("[data-unit]")) {
      button.classList.toggle("wrong", units.includes(button.dataset.unit));
    }
    this.desk.drawing.wrong = new Set(hexes.filter(named));
    this.desk.mark();
  }
}
