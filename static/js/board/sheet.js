/* On a small screen the board fills the window and a sheet at its foot holds the decision and everything else. */

import { all, button, element } from "../shared/dom.js";

const SMALL = "(max-width: 63.99rem) and (scripting: enabled)"; // as in the style sheet
const SIZES = ["low", "half", "full"];
const PARTS = { low: 0.3, half: 0.48, full: 0.85 }; // of the window's height, as in the style sheet
const HINT = ".hint > summary";
const PULLED = 6; // pixels that a press of the handle may stray

/** What the row of the sheet leads to. */
const PLACES = [
  ["Decision", "#board-panel"],
  ["Unit", "#board-inspection"],
  ["Log", "#board-log"],
  ["More", ".board-tools"],
];

export class Sheet {
  constructor(board) {
    this.board = board;
    this.side = board.root.querySelector(".board-side");
    this.media = matchMedia(SMALL);
    /** @type {{ part: Element, home: Comment }[]} */
    this.moved = [];
    this.unfolded = new Set();
    if (!this.side) return;
    this.side.id ||= "board-sheet";
    this.handle = element("button", { type: "button", class: "sheet-handle", "aria-controls": this.side.id });
    const row = element("nav", { class: "sheet-places", "aria-label": "Parts of the sheet" });
    /** @type {[HTMLButtonElement, string][]} */
    this.places = PLACES.map(([words, place]) => [button(words, () => this.show(place)), place]);
    row.append(...this.places.map(([each]) => each));
    this.undo = button("Undo", () => this.takeBack());
    this.undo.classList.add("sheet-undo");
    const head = element("div", { class: "sheet-head" }, row, this.undo);
    this.bar = element("div", { class: "sheet-bar", hidden: "" }, this.handle, head);
    this.side.prepend(this.bar);
    this.pull();
    this.resize("half");
    this.asked = "";
    this.side.addEventListener("scroll", () => this.mark(), { passive: true });
    // What was asked for stays marked, even where the sheet cannot scroll so far, until it is scrolled by hand.
    for (const kind of ["wheel", "touchmove", "keydown"]) {
      this.side.addEventListener(kind, () => (this.asked = ""), { passive: true });
    }
    for (const name of ["swapped", "undoing"]) board.on(name, () => this.exchanged());
    board.on("busy", (busy) => (this.undo.disabled = busy));
    this.side.addEventListener("click", (event) => this.remember(event.target.closest(HINT)?.parentElement));
    board.on("led", () => this.begin());
    board.on("replay", () => this.begin());
    this.media.addEventListener("change", () => this.arrange());
    this.arrange();
  }

  /** Moves the parts of the page to where this window has them, or back. */
  arrange() {
    const small = this.media.matches;
    this.bar.hidden = !small;
    // What the server has exchanged since goes home in place of what was moved.
    for (const { part, home } of this.moved) home.replaceWith((part.id && document.getElementById(part.id)) || part);
    this.moved = [];
    if (small) {
      for (const each of all(document, "#messages, .board-offers, .board-confirm, .board-why, .board-tray")) this.move(each, this.bar);
      for (const each of all(document, ".board-caption, .board-tools, .legend, .battle-head .tabs, .battle-head .rule-switch")) {
        this.move(each, this.side);
      }
      this.mark();
      this.exchanged();
    }
    this.board.emit("arranged");
  }

  move(part, to) {
    const home = document.createComment(part.className);
    part.before(home);
    to.append(part);
    this.moved.push({ part, home });
  }

  // -- what the panel has, within reach of a thumb -----------------------------------------------------

  /** A new panel: whether it has something to take back, and its hint, which begins with its first line alone. */
  exchanged() {
    const form = this.undoing;
    this.undo.hidden = !form;
    if (form) this.undo.setAttribute("aria-label", form.textContent.trim());
    const hint = /** @type {HTMLDetailsElement | undefined} */ (this.side.querySelector(HINT)?.parentElement);
    if (hint && this.media.matches && !this.unfolded.has(hint.id)) hint.open = false;
  }

  /** The panel's own form, which is out of sight here. */
  get undoing() {
    return /** @type {HTMLFormElement | null} */ (this.board.panel?.querySelector("form.undo") ?? null);
  }

  takeBack() {
    this.undoing?.requestSubmit();
  }

  /** A hint that was opened by hand stays open. */
  remember(hint) {
    if (!hint) return;
    if (hint.open) this.unfolded.delete(hint.id);
    else this.unfolded.add(hint.id);
  }

  // -- its height ------------------------------------------------------------------------------------

  resize(size) {
    this.size = size;
    this.board.root.dataset.sheet = size;
    this.side.style.removeProperty("flex-basis");
    this.handle.setAttribute("aria-expanded", String(size === "full"));
    this.handle.setAttribute("aria-label", size === "full" ? "Make the panel smaller" : "Make the panel larger");
  }

  step(by) {
    const next = SIZES.indexOf(this.size) + by;
    this.resize(SIZES[Math.max(0, Math.min(SIZES.length - 1, next))]);
  }

  /** The handle is pulled, pressed, or moved by the arrow keys. */
  pull() {
    let start = null;
    let pulled = false;
    this.handle.addEventListener("pointerdown", (event) => {
      start = { y: event.clientY, height: this.side.getBoundingClientRect().height };
      pulled = false;
      this.handle.setPointerCapture(event.pointerId);
    });
    this.handle.addEventListener("pointermove", (event) => {
      if (!start || (!pulled && Math.abs(event.clientY - start.y) < PULLED)) return;
      pulled = true;
      this.side.style.flexBasis = `${Math.round(start.height + start.y - event.clientY)}px`;
    });
    const end = () => {
      if (start && pulled) this.snap();
      start = null;
    };
    for (const kind of ["pointerup", "pointercancel"]) this.handle.addEventListener(kind, end);
    this.handle.addEventListener("click", () => !pulled && this.resize(this.size === "full" ? "half" : "full"));
    this.handle.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.step(by);
    });
  }

  /** To the size that is nearest to where the handle was let go. */
  snap() {
    const part = this.side.getBoundingClientRect().height / window.innerHeight;
    const off = (size) => Math.abs(PARTS[size] - part);
    this.resize(SIZES.reduce((best, size) => (off(size) < off(best) ? size : best)));
  }

  // -- what is in sight of it ------------------------------------------------------------------------

  show(selector) {
    if (this.size === "low") this.resize("half");
    this.asked = selector;
    this.side.querySelector(selector)?.scrollIntoView({ block: "start" });
    this.mark();
  }

  /** Marks the part that is in sight: the one asked for, else the last that has come up to the bar. */
  mark() {
    const line = this.bar.getBoundingClientRect().bottom + 24;
    const reached = this.places.filter(([, place]) => {
      const part = this.side.querySelector(place);
      return part && part.getBoundingClientRect().height > 0 && part.getBoundingClientRect().top <= line;
    });
    const now = this.asked || reached.at(-1)?.[1] || PLACES[0][1];
    for (const [each, place] of this.places) {
      if (place === now) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
  }

  /** A new question begins at the top, with the field in sight. */
  begin() {
    if (!this.media.matches) return;
    if (this.size === "full") this.resize("half");
    this.side.scrollTop = 0;
    this.asked = "";
    this.mark();
  }
}
