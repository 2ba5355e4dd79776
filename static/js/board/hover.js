/* What lies under the mouse, in words at the edge of the field: it covers nothing there and goes with a click. */

import { element } from "../shared/dom.js";
import { strayed } from "../shared/pointers.js";

const SLACK = 7; // pixels
const PARTS = "#board-ground, #board-pieces";

export class Hover {
  constructor(board) {
    this.board = board;
    this.name = "";
    this.pressed = null;
    this.label = element("p", { class: "board-hover", "aria-hidden": "true", hidden: "" });
    board.frame.append(this.label);
    board.on("swapped", () => this.gather());
    for (const name of ["selected", "chosen", "swapped", "escape"]) board.on(name, () => this.hide());
    board.frame.addEventListener("pointerover", (event) => this.over(event));
    board.frame.addEventListener("pointerleave", () => this.leave());
    board.frame.addEventListener("pointerdown", (event) => this.press(event));
    this.gather();
  }

  /** The browser's own labels would stay over the field after a click: their words are saved aside. */
  gather() {
    for (const part of document.querySelectorAll(PARTS)) {
      for (const title of part.querySelectorAll("title")) {
        Object.assign(title.parentElement?.dataset ?? {}, { said: title.textContent });
        title.remove();
      }
    }
  }

  over(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const found = event.target.closest("[data-said]");
    const name = found ? found.id || found.dataset.said : "";
    const elsewhere = this.pressed && name !== this.pressed.name;
    if (elsewhere && (found || strayed(event, this.pressed) > SLACK)) this.pressed = null;
    this.label.hidden = !found || Boolean(this.pressed);
    if (this.label.hidden) return;
    this.name = name;
    this.label.textContent = found.dataset.said;
    const [one, whole] = [found, this.board.frame].map((each) => each.getBoundingClientRect());
    this.label.classList.toggle("low", one.top + one.height / 2 < whole.top + whole.height / 2);
  }

  /** What was pressed says nothing until the mouse has been somewhere else. */
  press({ clientX, clientY }) {
    if (!this.label.hidden) this.pressed = { name: this.name, clientX, clientY };
    this.hide();
  }

  hide() {
    this.label.hidden = true;
  }

  leave() {
    this.hide();
    this.pressed = null;
  }
}
