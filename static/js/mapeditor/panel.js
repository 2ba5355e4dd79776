/* The palette beside the map: tools and what they paint with, the stands of both sides, undo, faults. */

import { Panel, press } from "../editor/panel.js";
import { element } from "../shared/dom.js";
import { FACINGS, named } from "./hexes.js";

const HELP = {
  move: "Drag the map, or use the wheel. Two fingers move it with every tool.",
  ground: "Tap or drag to paint. Levels stay as they are.",
  level: "Tap or drag: hills are ground on a higher level.",
  road: "Tap or drag: a road runs from middle to middle. Two roads side by side stay apart if one is the second road.",
  edge: "Tap near a side of a hex, or drag along. Tap again to remove it.",
  zone: "Tap or drag: a hex joins or leaves the zone. An empty zone is the strip along the edge.",
  stand: "Choose a stand, then tap its hex. Tap it again to turn it, drag it to move it.",
};

const BROAD = ["ground", "level", "zone"]; // tools with a broad brush

export class MapPanel extends Panel {
  constructor(editor) {
    const { model, tools } = editor;
    const turn = (by) => () => this.change(() => model.turn(tools.unit, by));
    super(editor, editor.part("tools"), HELP, {
      wide() {
        tools.wide = !tools.wide;
      },
      left: turn(1),
      right: turn(-1),
      off: () => this.change(() => model.takeOff(tools.unit)),
      general: () => this.change(() => model.setGeneral(tools.unit, !model.hasGeneral(tools.unit))),
    });
    this.root.hidden = false;
    for (const part of editor.root.querySelectorAll("[data-fold]")) part.open = false;
    for (const group of this.root.querySelectorAll("[data-options]")) {
      const first = group.querySelector('[data-value]:not([data-value="."])');
      if (first) tools.values[group.dataset.options] = first.dataset.value;
    }
    this.round = this.root.querySelector("#stand-round");
    this.round?.addEventListener("change", () => this.change(() => model.setArrival(tools.unit, this.round.value)));
    tools.take("ground");
    this.show();
  }

  change(does) {
    does();
    this.editor.changed();
  }

  pressed(part, event) {
    const { unit } = part.dataset;
    if (unit) this.editor.tools.choose(unit);
    return Boolean(unit) || super.pressed(part, event);
  }

  // -- what is shown ---------------------------------------------------------------------------

  show() {
    super.show();
    const { tools } = this.editor;
    press(this.button("wide"), tools.wide);
    this.button("wide").hidden = !BROAD.includes(tools.tool);
    this.stands();
  }

  stands() {
    const { tools, model } = this.editor;
    for (const button of this.root.querySelectorAll("[data-unit]")) {
      const { unit } = button.dataset;
      press(button, unit === tools.unit);
      button.querySelector(".where").textContent = this.where(unit);
    }
    const chosen = this.root.querySelector("#stand-chosen");
    chosen.hidden = !tools.unit;
    if (!tools.unit) return;
    const at = model.placement(tools.unit);
    chosen.querySelector(".name").textContent = `${model.data.names[tools.unit] ?? tools.unit}: ${this.where(tools.unit)}`;
    for (const name of ["left", "right", "off", "general"]) this.button(name).disabled = !at;
    press(this.button("general"), model.hasGeneral(tools.unit));
    if (document.activeElement !== this.round) this.round.value = model.arrival(tools.unit)?.round ?? "";
  }

  where(unit) {
    const { model } = this.editor;
    const at = model.placement(unit);
    if (at) return `${at.hex} ${FACINGS[at.facing]}${model.hasGeneral(unit) ? ", with its General" : ""}`;
    const when = model.arrival(unit);
    if (!when) return "deployed by its player";
    return `arrives in round ${when.round}${when.hexes.size ? ` at ${[...when.hexes].sort().join(" ")}` : ": tap the hexes where it enters"}`;
  }

  /** What the rules say of the draft that was saved. */
  judged(found) {
    for (const [id, html] of Object.entries(found.parts)) {
      const part = document.getElementById(id);
      if (part) part.outerHTML = html;
    }
    for (const list of this.editor.root.querySelectorAll("[data-faults]")) {
      const words = found.fields[list.dataset.faults] ?? [];
      list.replaceChildren(...words.map((each) => element("li", {}, each)));
      list.closest(".field")?.classList.toggle("wrong", words.length > 0);
      const fold = list.closest("details");
      if (words.length && fold && !fold.open && !found.units.length) fold.open = true;
    }
    this.mistaken(found);
  }

  mistaken({ units, hexes }) {
    for (const button of this.root.querySelectorAll("[data-unit]")) {
      button.classList.toggle("wrong", units.includes(button.dataset.unit));
    }
    this.editor.drawing.wrong = new Set(hexes.filter(named));
    this.editor.mark();
  }
}
