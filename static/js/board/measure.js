/* The ruler: from place to place, and from the edge of a base; anyone may measure at any time. */

import { PIECE, idOf } from "./board.js";
import { between, gap, middle } from "../shared/geometry.js";

export class Measure {
  constructor(board) {
    this.board = board;
    this.from = null;
    board.layer("ruler");
    board.on("measured", (piece) => this.piece(piece));
    board.on("pointed", (id) => this.toPiece(id));
    board.on("escape", () => this.clear());
    board.on("swapped", () => this.clear());
  }

  set(on) {
    this.board.measuring = on;
    this.board.root.classList.toggle("measuring", on);
    if (!on) this.clear();
    this.board.emit("tool", { name: "measure", on });
  }

  clear() {
    this.from = null;
    this.board.layer("ruler");
    this.write("");
  }

  /** A drag measures from where it begins: a base or a place, to the base or place under the pointer. */
  grip({ place, piece }) {
    if (!this.board.measuring) return null;
    const from = piece ? this.board.outline(piece) : [place];
    let length = 0;
    return {
      move: (to, event) => {
        length = this.show(from, this.under(event, to, piece));
      },
      end: () => this.board.announce(this.words(length)),
    };
  }

  under(event, place, start) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest(PIECE);
    return found && found !== start ? this.board.outline(found) : [place];
  }

  /** Taps measure too: the first says from where, the next one to where. */
  tap({ place, piece }) {
    if (!this.board.measuring) return false;
    if (piece) this.piece(piece);
    else this.reach([place], null);
    return true;
  }

  piece(piece) {
    this.reach(this.board.outline(piece), idOf(piece));
  }

  reach(shape, id) {
    if (this.from && (id === null || this.from.id !== id)) {
      const length = this.show(this.from.shape, shape);
      this.board.announce(this.words(length));
      this.from = null;
      return;
    }
    this.from = { shape, id };
    this.board.layer("ruler").append(this.board.line(shape[0], shape[0], "tape"));
    this.write("from here …");
  }

  /** With the start set, walking or pointing from piece to piece shows how far each is. */
  toPiece(id) {
    if (!this.from || !id || id === this.from.id) return;
    const piece = this.board.piece(id);
    if (piece) this.board.announce(this.words(this.show(this.from.shape, this.board.outline(piece))));
  }

  show(one, two) {
    const { from, to, length } = this.board.hexes ? this.counted(one, two) : gap(one, two);
    const layer = this.board.layer("ruler");
    const lift = middle([...from, ...to]);
    layer.append(this.board.line(from, to, "tape"));
    layer.append(this.board.label(length ? between(from, to, 0.5) : lift, this.words(length), "tape-words"));
    this.write(this.words(length));
    return length;
  }

  /** On a map hexes are counted, from centre to centre. */
  counted(one, two) {
    const { hexes } = this.board;
    const [start, end] = [one, two].map((points) => hexes.name(middle(points.flat())));
    return { from: hexes.centre(start), to: hexes.centre(end), length: hexes.steps(start, end) };
  }

  words(length) {
    return `${this.board.hexes ? length : length.toFixed(2)} ${this.board.length}`.trim();
  }

  write(words) {
    const output = document.getElementById("board-distance");
    if (output) output.textContent = words;
  }
}
