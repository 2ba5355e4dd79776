/* The ghost: where a piece would stand. It follows the drag, and the numbers that are typed. */

import { corners, distance, middle, sampled, single, turned } from "../shared/geometry.js";
import { keyOf, percent, rounded } from "../shared/dom.js";

export class Ghosts {
  constructor(board, options) {
    this.board = board;
    this.options = options;
    board.layer("ghosts");
    board.on("option", (form) => this.preview(form));
    board.on("typed", (form) => this.preview(form));
    board.on("inspection", () => this.preview(options.entered));
    for (const name of ["selected", "swapped", "unpointed", "replay"]) board.on(name, () => this.clear());
    this.held = null;
  }

  /** The move of the selected unit that a form makes. */
  moveOf(form) {
    const key = form?.dataset.key ? keyOf(form.dataset.key) : "";
    return (key && this.board.inspection?.moves.find((move) => keyOf(move.key) === key && move.ghosts.length)) || null;
  }

  /** Draws the ghost for the number that a form shows; none leaves what a drag has drawn. */
  preview(form) {
    const move = this.moveOf(form);
    if (!move) {
      if (this.held) this.draw(this.held.move, this.held.ghost);
      else this.clear();
      return;
    }
    const ghost = this.ghostOf(move, form);
    if (this.held && this.held.move === move) this.held = { move, ghost };
    this.draw(move, ghost);
  }

  /** Where the numbers of a form lead: between the samples, or next to one of several single places. */
  ghostOf(move, form) {
    const last = move.ghosts[move.ghosts.length - 1];
    const value = move.param ? (this.options.number(form, move.param) ?? last.value) : 0;
    if (!single(last)) return sampled(move.ghosts, value);
    const off = (ghost) =>
      Object.entries(ghost.also).reduce(
        (sum, [name, other]) => sum + Math.abs(other - (this.options.number(form, name) ?? 0)),
        Math.abs(ghost.value - value),
      );
    return move.ghosts.reduce((best, ghost) => (off(ghost) < off(best) ? ghost : best));
  }

  /** Leaves a ghost on the field until it is taken back or done. */
  hold(move, ghost) {
    this.held = { move, ghost };
    this.draw(move, ghost);
  }

  clear() {
    this.held = null;
    this.board.root.classList.remove("ghosting");
    this.board.layer("ghosts");
  }

  draw(move, ghost) {
    const layer = this.board.layer("ghosts");
    this.board.root.classList.add("ghosting");
    const piece = this.board.piece(this.board.inspection?.unit);
    const from = piece ? middle(this.board.outline(piece).flat()) : middle(ghost.outline);
    const to = middle(ghost.outline);
    if (distance(from, to) > 0.05) layer.append(this.board.line(from, to, "ghost-way"));
    for (const each of [ghost, ...(move.others ?? [])]) {
      layer.append(...shapeOf(this.board, each, this.board.inspection?.side ?? 0));
    }
    layer.append(this.board.label(this.beyond(ghost, from, to), this.words(move, ghost), "ghost-words"));
  }

  /** Where words on a ghost cover neither it nor the piece: above it, or below if it came down. */
  beyond({ outline }, from, to) {
    const heights = corners(outline).map(([, y]) => y);
    const lift = (this.board.unitsOfPixel / this.board.scale) * 26;
    const up = to[1] > from[1] - 0.05;
    return [to[0], up ? Math.max(...heights) + lift : Math.min(...heights) - lift];
  }

  words(move, ghost) {
    const input = this.options.input(this.options.find(move.key), move.param);
    const unit = input?.dataset.unit ?? "";
    const parts = move.param ? [`${rounded(ghost.value)} ${unit}`.trim()] : [move.label];
    if (move.chance !== null) parts.push(percent(move.chance));
    if (ghost.note) parts.push(ghost.note);
    return parts.join(" · ");
  }
}

/** A base as a ghost, with a stroke towards where it faces. */
export const shapeOf = (board, ghost, side) => {
  const points = corners(ghost.outline);
  const centre = middle(ghost.outline);
  const reach = Math.max(...points.map((point) => distance(centre, point)));
  const [dx, dy] = turned([reach + 0.2, 0], ghost.heading);
  return [
    board.polygon(ghost.outline, `ghost side-${side ? "b" : "a"}${ghost.refused ? " refused" : ""}`),
    board.line(centre, [centre[0] + dx, centre[1] + dy], `ghost-front side-${side ? "b" : "a"}`),
  ];
};
