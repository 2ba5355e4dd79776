/* Dragging the selected unit: of all moves on offer the place where the grabbed spot comes next to the pointer. */

import { idOf } from "./board.js";
import { along, between, distance, middle, mixed, single, turned } from "../shared/geometry.js";

/** How a piece is grabbed: the spot's place from the middle of the base, its front pointing along x. */
const grabbed = (outline, heading, place) => {
  const [x, y] = middle(outline.flat());
  return turned([place[0] - x, place[1] - y], -heading);
};

/** Where the grabbed spot is when the base is at a ghost. @returns {Point} */
const spotAt = (ghost, spot) => {
  const [x, y] = middle(ghost.outline);
  const [dx, dy] = turned(spot, ghost.heading);
  return [x + dx, y + dy];
};

/** The place of one move at which the grabbed spot is nearest to where the pointer is: { ghost, off }. */
const nearest = (move, spot, place) => {
  const [first, ...others] = move.ghosts;
  let best = { ghost: first, off: distance(spotAt(first, spot), place) };
  if (single(first)) {
    for (const ghost of others) {
      const off = distance(spotAt(ghost, spot), place);
      if (off < best.off) best = { ghost, off };
    }
    return best;
  }
  others.forEach((two, i) => {
    const one = move.ghosts[i];
    const [a, b] = [spotAt(one, spot), spotAt(two, spot)];
    const part = along(place, a, b);
    const off = distance(between(a, b, part), place);
    if (off < best.off) best = { ghost: mixed(one, two, part), off };
  });
  return best;
};

/** Whether a way may not be gone at all. */
const barred = (move) => move.ghosts.every((ghost) => ghost.refused);

/** The line of the card that says why not, with its rule. */
const lineOf = ({ label }) =>
  [...document.querySelectorAll("#board-inspection .may .no")].find((line) => line.querySelector("b")?.textContent === label);

export class Drag {
  constructor(board, options, ghosts, confirm, pieces) {
    this.board = board;
    this.options = options;
    this.ghosts = ghosts;
    this.confirm = confirm;
    this.pieces = pieces;
  }

  /** The moves that can be made now, those that the panel offers; and ways that are barred, to say why. */
  get moves() {
    const moves = this.board.inspection?.moves ?? [];
    return moves.filter((move) => move.ghosts.length && (barred(move) || this.options.find(move.key)));
  }

  grip({ place, piece }) {
    if (this.board.hexes || !piece || this.board.panning || this.board.busy) return null;
    const id = idOf(piece);
    const held = () => id === this.board.inspection?.unit;
    // Who acts can be dragged at once: what it may do comes while it is on its way.
    if (!held() && id !== this.pieces.asked()) return null;
    if (held() && this.moves.every(barred)) return null;
    if (!held()) this.pieces.select(id, "subject");
    const spot = grabbed(this.board.outline(piece), Number(piece.dataset.heading), place);
    let found = null;
    this.board.root.classList.add("dragging");
    const stop = () => this.board.root.classList.remove("dragging");
    return {
      move: (to) => {
        const moves = held() ? this.moves : [];
        if (!moves.length) return;
        found = moves
          .map((move) => ({ move, ...nearest(move, spot, to) }))
          .reduce((best, next) => (next.off < best.off ? next : best));
        this.ghosts.hold(found.move, found.ghost);
      },
      end: () => {
        stop();
        if (found) this.write(found);
      },
      cancel: () => {
        stop();
        this.ghosts.clear();
      },
    };
  }

  write({ move, ghost }) {
    const form = this.options.find(move.key);
    if (!form && !ghost.refused) return;
    if (form && move.param) this.options.write(form, move.param, ghost.value);
    for (const [name, value] of Object.entries(form ? (ghost.also ?? {}) : {})) this.options.write(form, name, value);
    const { words } = move;
    const said = this.ghosts.words(move, ghost);
    // What has no number is called by its label already.
    const sentence = `${move.param ? `${move.label}: ` : ""}${said}${words ? ` (${words})` : ""}`;
    this.board.announce(sentence);
    if (ghost.refused) {
      this.confirm.close();
      if (barred(move)) this.board.emit("halted", lineOf(move) ?? sentence);
      this.ghosts.hold(move, ghost);
      return;
    }
    this.confirm.open(form, sentence);
    this.ghosts.hold(move, ghost);
  }
}
