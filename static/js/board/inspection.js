/* The selected unit: its card beside the field, what it reaches, whom it may act against and who may answer. */

import { between, corners, distance, gap, middle } from "../shared/geometry.js";
import { element, parsed, percent } from "../shared/dom.js";
import { keepingFolds } from "./fragments.js";
import { farthest } from "./hexes.js";
import { placesFor } from "./labels.js";

const OUTER = 0.6; // of the way to the farthest edge: words nearer than that would seem to be about less
const EDGE = 1.6; // lengths from the side edges of a map that words would reach beyond
const LIFT = 13; // pixels from the edge of a piece to the middle of words beside it
const EMPTY = { moves: [], areas: [], targets: [], answers: [], ways: [] };

export class Inspection {
  constructor(board) {
    this.board = board;
    this.asked = 0;
    /** @type {{ words: string, kind: string, places: Point[] }[]} */
    this.wanted = [];
    /** @type {[Point, Point][]} */
    this.lines = [];
    this.given = dataOf(document) ? document : null;
    this.blank = /** @type {HTMLElement | null} */ (document.getElementById("board-inspection")?.cloneNode(false) ?? null);
    this.blank?.classList.remove("sheet");
    this.blank?.append(element("p", { class: "help" }, "Select a unit or leader to see what it can do."));
    board.on("selected", ({ id }) => this.load(id));
    board.on("swapped", ({ page }) => this.load(board.selected, page));
    board.on("replay", () => this.load(board.selected));
    board.on("view", () => this.drawnAt !== board.unitsOfPixel && this.write());
  }

  /** The piece whose card came with the page. */
  get first() {
    return dataOf(this.given)?.unit ?? "";
  }

  /** Asks the server what may be known of a piece and shows it; a later question makes this one void. */
  async load(id, sent = null) {
    const number = ++this.asked;
    const page = sent ?? this.given;
    this.given = null;
    if (page && id && !this.board.replaying && dataOf(page)?.unit === id) {
      this.show(page);
      return;
    }
    const { inspection: address } = this.board.root.dataset;
    if (!id || !address || this.board.replaying) {
      this.show(null, id ? null : this.blank);
      return;
    }
    if (this.board.inspection && this.board.inspection.unit !== id) {
      // What another piece reaches would be taken for what this one does.
      this.board.inspection = null;
      this.draw();
      this.board.emit("inspection", null);
    }
    let found = null;
    try {
      const answer = await fetch(address + encodeURIComponent(id), { headers: { "X-Board": "1" } });
      if (answer.ok) found = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      // The poll reports that the server is away, and this is asked again when it is back.
    }
    if (number === this.asked) this.show(found);
  }

  show(page, instead = /** @type {HTMLElement | null} */ (null)) {
    const found = page?.getElementById("board-inspection") ?? instead;
    const old = document.getElementById("board-inspection");
    if (found && found !== old) keepingFolds(() => old?.replaceWith(document.importNode(found, true)));
    const data = dataOf(page);
    this.board.inspection = data ? { ...EMPTY, ...data } : null;
    this.draw();
    this.board.emit("inspection", this.board.inspection);
  }

  draw() {
    const areas = this.board.layer("areas");
    const lines = this.board.layer("lines");
    this.wanted = [];
    this.lines = [];
    const { inspection } = this.board;
    const piece = inspection ? this.board.piece(inspection.unit) : null;
    if (piece) {
      const outline = this.board.outline(piece);
      for (const target of inspection.targets) this.way(lines, outline, target, `target target-${target.how}`, odds(target));
      for (const answer of likeliest(inspection.answers)) this.way(lines, outline, answer, "answer", chanceOf(answer));
      const far = [...inspection.areas].sort((one, two) => two.step - one.step);
      for (const area of far) this.area(areas, area, middle(outline.flat()));
    }
    this.write();
  }

  /** The odds, clear of each other, of every base and, if there is room, of every line at this zoom. */
  write() {
    this.drawnAt = this.board.unitsOfPixel;
    const layer = this.board.layer("odds");
    if (!this.wanted.length) return;
    const standing = this.board.pieces.map((piece) => this.board.outline(piece)).filter((each) => each.length > 2);
    const labels = this.wanted.map(({ words, kind }) => this.board.labelAt([0, 0], words, kind));
    layer.append(...labels);
    const wanted = this.wanted.map(({ places }, i) => ({ places, wide: labels[i].firstChild.getComputedTextLength() }));
    for (const [i, place] of placesFor(this.board, wanted, { standing, lines: this.lines }).entries()) {
      if (place) this.board.move(labels[i], place);
      else labels[i].remove();
    }
  }

  area(layer, area, centre) {
    if (area.outline.length < 6) return;
    const outlines = [area.outline, ...(area.parts ?? [])];
    const kind = `area area-${area.kind} step-${area.step}`;
    for (const outline of outlines) layer.append(this.board.polygon(outline, kind));
    // Words on a map of hexes stand in the hex that they are about, whose sides are drawn anyway.
    if (!this.board.hexes) for (const outline of outlines) this.lines.push(...edgesOf(outline));
    if (this.board.hexes && area.kind === "march") this.count(layer, outlines, area.step + 1);
    const words = area.chance === null ? "" : `${area.short} ${percent(area.chance)}`.trim();
    if (!words) return;
    const clear = ([x]) => x > EDGE && x < this.board.width - EDGE;
    const places = this.board.hexes ? farthest(outlines, centre).filter(clear) : edgesFrom(corners(area.outline), centre);
    this.wanted.push({ words, kind: "area-words", places });
  }

  /** In each hex the number of the single move that reaches it: shades alone are hard to distinguish. */
  count(layer, outlines, number) {
    for (const outline of outlines) layer.append(this.board.label(middle(outline), String(number), "step-words"));
  }

  /** Above a piece and below it, as the screen shows it. */
  beside(piece) {
    const places = this.board.outline(piece);
    const [x] = middle(places.flat());
    const ys = places.map(([, y]) => y);
    const lift = (this.board.unitsOfPixel / this.board.scale) * LIFT;
    const found = /** @type {Point[]} */ ([[x, Math.max(...ys) + lift], [x, Math.min(...ys) - lift]]);
    return this.board.turned ? found.reverse() : found;
  }

  way(layer, outline, { unit }, kind, words) {
    const other = this.board.piece(unit);
    if (!other) return;
    const { from, to } = gap(outline, this.board.outline(other));
    layer.append(this.board.line(from, to, kind));
    this.lines.push([from, to]);
    const along = [0.5, 0.65, 0.35, 0.8, 0.2].map((part) => between(from, to, part));
    // The odds of a shot or a charge stand at whom it is against, those of an answer on its way.
    const places = kind.startsWith("target") ? [...this.beside(other), ...along] : along;
    if (words) this.wanted.push({ words, kind: "line-words", places });
  }
}

const chanceOf = ({ chance }) => (chance === null ? "" : percent(chance));

/** Of the answers of each enemy the one that is most likely to succeed. */
const likeliest = (answers) => {
  const found = new Map();
  for (const answer of answers) {
    const other = found.get(answer.unit);
    if (!other || (answer.chance ?? 1) > (other.chance ?? 1)) found.set(answer.unit, answer);
  }
  return found.values();
};

/** The edges of an outline. */
const edgesOf = (outline) => {
  const points = corners(outline);
  return points.map((point, i) => /** @type {[Point, Point]} */ ([point, points[(i + 1) % points.length]]));
};

const dataOf = (page) => parsed(page?.getElementById("inspection-data")?.textContent, null);

/** The first odds of a target that are a chance. */
const odds = ({ figures }) => {
  const first = figures.find((figure) => figure.chance !== null);
  return first ? percent(first.chance) : "";
};

/** The middles of the outer edges, a little inwards and then more so, the farthest from a place first. */
const edgesFrom = (points, place) => {
  const middles = points
    .map((point, i) => between(point, points[(i + 1) % points.length], 0.5))
    .sort((one, two) => distance(two, place) - distance(one, place));
  const outer = middles.filter((point) => distance(point, place) >= distance(middles[0], place) * OUTER);
  return [0.06, 0.16].flatMap((part) => outer.map((point) => between(point, place, part)));
};
