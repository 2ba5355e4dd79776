/* The buttons over the field, and their keys. */

import { element, plainKey } from "../shared/dom.js";

const ZOOM_STEP = 1.5;

export class Tools {
  constructor(board, view, grid, measure) {
    this.board = board;
    this.bar = board.root.querySelector(".board-tools");
    this.acts = {
      in: () => view.zoom(ZOOM_STEP),
      out: () => view.zoom(1 / ZOOM_STEP),
      fit: () => view.fit(),
      turn: () => view.turn(),
      grid: () => grid.set(!grid.on),
      measure: () => this.measure(measure),
      pan: () => this.pan(!board.panning, measure),
    };
    board.on("tool", ({ name, on }) => this.mark(name, on));
    this.bar?.addEventListener("click", (event) => {
      this.acts[event.target.closest("[data-tool]")?.dataset.tool]?.();
    });
    document.addEventListener("keydown", (event) => this.key(event));
    board.root.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.decide();
    });
    this.mark("turn", board.turned);
    const row = this.bar?.querySelector(".board-tool-row");
    if (row && !document.getElementById("board-distance")) {
      row.append(element("output", { id: "board-distance", class: "board-distance", "aria-live": "off" }));
    }
  }

  key(event) {
    const act = { m: this.acts.measure, g: this.acts.grid, p: this.acts.pan, d: () => this.decide() }[plainKey(event)];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Leads from the field to what is asked. */
  decide() {
    this.board.toDecision()?.scrollIntoView({ block: "nearest" });
  }

  measure(measure) {
    measure.set(!this.board.measuring);
    if (this.board.measuring) this.pan(false);
  }

  /** While on, a drag moves the field, whatever lies under it. */
  pan(on, measure = /** @type {any} */ (null)) {
    this.board.panning = on;
    this.board.root.classList.toggle("panning", on);
    if (on && this.board.measuring) measure?.set(false);
    this.mark("pan", on);
  }

  mark(name, on) {
    this.bar?.querySelector(`[data-tool="${name}"]`)?.setAttribute("aria-pressed", String(Boolean(on)));
  }
}
