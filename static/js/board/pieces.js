/* The pieces on the field: walked through by keys, taken in hand by mouse, finger or Enter. */

import { PIECE, idOf } from "./board.js";
import { plainKey, shape } from "../shared/dom.js";
import { middle } from "../shared/geometry.js";

export class Pieces {
  constructor(board, view) {
    this.board = board;
    this.view = view;
    this.current = "";
    board.on("swapped", () => this.prepare());
    board.on("replay", () => this.ring());
    board.frame.addEventListener("focusin", (event) => this.pointed(event));
    board.frame.addEventListener("pointerover", (event) => this.pointed(event));
    board.frame.addEventListener("pointerleave", () => board.emit("pointed", ""));
    document.addEventListener("keydown", (event) => this.key(event));
    board.root.addEventListener("click", (event) => this.take(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.escape();
    });
    this.prepare();
  }

  /** Makes the pieces of the page buttons of which the tab key finds one. */
  prepare() {
    const pieces = this.board.pieces;
    if (!this.board.piece(this.current)) this.current = idOf(pieces[0]);
    for (const piece of pieces) {
      const id = idOf(piece);
      piece.setAttribute("role", "button");
      piece.setAttribute("tabindex", id === this.current ? "0" : "-1");
      this.mark(piece, id === this.board.selected);
    }
    const { selected } = this.board;
    if (selected && !this.board.piece(selected) && selected !== this.asked()) this.select("");
    this.ring();
  }

  /** A ring round what is in hand. */
  ring() {
    const layer = this.board.layer("held", true);
    const piece = this.board.replaying ? null : this.board.piece(this.board.selected);
    const outline = piece ? this.board.outline(piece) : [];
    if (outline.length > 2) layer.append(this.board.polygon(outline.flat(), "held"));
    else if (outline.length) {
      const [cx, cy] = this.board.drawn(outline[0]);
      layer.append(shape("circle", { class: "held", cx, cy, r: this.board.scale * 0.3 }));
    }
  }

  /** The piece that the decision is about. */
  asked() {
    return this.board.panel?.querySelector("[data-subject]")?.dataset.subject ?? "";
  }

  mark(piece, selected) {
    piece.classList.toggle("selected", selected);
    piece.setAttribute("aria-pressed", String(selected));
  }

  /** Takes a piece in hand, or ("") lays down what is in hand. `by` is "player" or "subject". */
  select(id, by = "player") {
    if (id === this.board.selected) {
      if (by === "player") this.board.emit("chosen", id);
      return;
    }
    this.board.selected = id;
    for (const piece of this.board.pieces) this.mark(piece, idOf(piece) === id);
    if (this.board.piece(id)) this.rove(id);
    this.ring();
    this.board.emit("selected", { id, by });
  }

  /** Takes in hand what the decision is about, once for each piece that it is about in turn, and lays it down
      once nothing is asked about it: where it could go would be taken for where it still can. */
  subject(before) {
    const about = this.asked();
    if (about && about !== before) this.select(about, "subject");
    else if (before && !about && this.board.selected === before) this.select("", "subject");
    return about;
  }

  /** Brings the piece that the decision is about into sight. */
  follow() {
    const piece = this.board.piece(this.asked());
    if (piece) this.view.reveal(middle(this.board.outline(piece).flat()));
  }

  /** The list of units leads to the same cards as the field. */
  take(event) {
    const link = event.target.closest("[data-take]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.select(link.dataset.take);
    const piece = this.board.piece(link.dataset.take);
    if (piece) this.view.reveal(middle(this.board.outline(piece).flat()));
    this.board.announce(`${link.textContent} selected`);
  }

  pointed(event) {
    const piece = event.target.closest(PIECE);
    if (piece && event.type === "focusin") this.rove(idOf(piece));
    this.board.emit("pointed", idOf(piece));
  }

  rove(id) {
    this.board.piece(this.current)?.setAttribute("tabindex", "-1");
    this.current = id;
    this.board.piece(id)?.setAttribute("tabindex", "0");
  }

  key(event) {
    const key = plainKey(event);
    const focused = event.target.closest?.(PIECE);
    if (key === "]" || key === "[") this.walk(key === "]" ? 1 : -1, focused);
    else if (focused && (key === "Enter" || key === " ")) this.enter(focused);
    else return;
    event.preventDefault();
  }

  enter(piece) {
    if (this.board.measuring) this.board.emit("measured", piece);
    else this.select(idOf(piece));
  }

  escape() {
    this.board.emit("escape");
    this.select("");
  }

  /** To the next piece or the one before; from outside to where one was. */
  walk(step, focused) {
    const pieces = this.board.pieces;
    if (!pieces.length) return;
    const at = pieces.findIndex((piece) => idOf(piece) === this.current);
    const next = pieces[focused ? (at + step + pieces.length) % pieces.length : Math.max(0, at)];
    next.focus({ preventScroll: true });
    this.view.reveal(middle(this.board.outline(next).flat()));
  }

  /** What a tap on the field does when nothing else has a use for it. */
  tap({ piece }) {
    if (piece) {
      piece.focus({ preventScroll: true });
      this.select(idOf(piece));
    } else {
      this.escape();
    }
    return true;
  }
}
