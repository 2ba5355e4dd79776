/* The piece in hand: its card beside the field, what it reaches, whom it may act against and who may answer. */

import { between, corners, distance, gap, middle } from "./geometry.js";
import { element, parsed, percent } from "./dom.js";

const EMPTY = { moves: [], areas: [], targets: [], answers: [] };

export class Hand {
  constructor(board) {
    this.board = board;
    this.asked = 0;
    this.blank = document.getElementById("board-hand")?.cloneNode(false) ?? null;
    this.blank?.classList.remove("sheet");
    this.blank?.append(element("p", { class: "help" }, "Take a piece in hand to see what it may do."));
    board.on("selected", ({ id }) => this.load(id));
    board.on("swapped", ({ page }) => this.load(board.selected, page));
    board.on("replay", () => this.load(board.selected));
    for (const name of ["areas", "lines"]) board.layer(name);
  }

  /** Asks the server what may be known of a piece and shows it; a later question makes this one void. */
  async load(id, sent = null) {
    const number = ++this.asked;
    if (sent && id && dataOf(sent)?.unit === id) {
      this.show(sent);
      return;
    }
    const { hand: address } = this.board.root.dataset;
    if (!id || !address || this.board.replaying) {
      this.show(null, id ? null : this.blank);
      return;
    }
    let page = null;
    try {
      const answer = await fetch(address + encodeURIComponent(id), { headers: { "X-Board": "1" } });
      if (answer.ok) page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      // The poll tells that the server is away, and this is asked again when it is back.
    }
    if (number === this.asked) this.show(page);
  }

  show(page, instead = null) {
    const found = page?.getElementById("board-hand") ?? instead;
    if (found) document.getElementById("board-hand")?.replaceWith(document.importNode(found, true));
    const data = dataOf(page);
    this.board.hand = data ? { ...EMPTY, ...data } : null;
    this.draw();
    this.board.tell("hand", this.board.hand);
  }

  draw() {
    const areas = this.board.layer("areas");
    const lines = this.board.layer("lines");
    const { hand } = this.board;
    const piece = hand ? this.board.piece(hand.unit) : null;
    if (!piece) return;
    const outline = this.board.outline(piece);
    for (const area of [...hand.areas].sort((one, two) => two.step - one.step)) this.area(areas, area, outline);
    for (const target of hand.targets) this.way(lines, outline, target, `target target-${target.how}`, odds(target));
    for (const answer of hand.answers) {
      this.way(lines, outline, answer, "answer", answer.chance === null ? "" : percent(answer.chance));
    }
  }

  area(layer, area, outline) {
    if (area.outline.length < 6) return;
    layer.append(this.board.polygon(area.outline, `area area-${area.kind} step-${area.step}`));
    const words = area.chance === null ? "" : percent(area.chance);
    if (words) layer.append(this.board.label(farEdge(corners(area.outline), middle(outline.flat())), words, "area-words"));
  }

  way(layer, outline, { unit }, kind, words) {
    const other = this.board.piece(unit);
    if (!other) return;
    const { from, to } = gap(outline, this.board.outline(other));
    layer.append(this.board.line(from, to, kind));
    if (words) layer.append(this.board.label(between(from, to, 0.5), words, "line-words"));
  }
}

const dataOf = (page) => parsed(page?.getElementById("hand-data")?.textContent, null);

/** The first odds of a target that are a chance. */
const odds = ({ figures }) => {
  const first = figures.find((figure) => figure.chance !== null);
  return first ? percent(first.chance) : "";
};

/** The middle of the edge that lies farthest from a place, a little inwards. */
const farEdge = (points, place) => {
  const middles = points.map((point, i) => between(point, points[(i + 1) % points.length], 0.5));
  const far = middles.reduce((best, point) => (distance(point, place) > distance(best, place) ? point : best));
  return between(far, place, 0.06);
};
