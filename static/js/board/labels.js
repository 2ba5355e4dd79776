/* Words over the field, each where it covers neither other words nor a base, and lies on no line if it can. */

const HIGH = 21; // pixels
const ROUND = 6; // pixels for the halo
const RINGS = [16, 26, 36, 48, 60, 76]; // pixels from a place that is crossed by lines to those tried around it
const AROUND = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]];

/** The box in drawn units that words of so many pixels take at a place of the drawing. */
const boxOf = ([x, y], pixels, unit) => {
  const [wide, high] = [((pixels + ROUND) / 2) * unit, (HIGH / 2) * unit];
  return { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
};

const meet = (one, two) =>
  one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;

const inside = (box, whole) =>
  box.left >= whole.left && box.right <= whole.right && box.top >= whole.top && box.bottom <= whole.bottom;

/** The box that drawn places take. */
const around = (places) => {
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

/** Whether a line between two drawn places touches a box: what is left of it between the box's sides. */
const crosses = ([[ax, ay], [bx, by]], { left, right, top, bottom }) => {
  let [from, to] = [0, 1];
  for (const [begin, step, low, high] of [[ax, bx - ax, left, right], [ay, by - ay, top, bottom]]) {
    if (step === 0) {
      if (begin < low || begin > high) return false;
      continue;
    }
    const [one, two] = [(low - begin) / step, (high - begin) / step];
    from = Math.max(from, Math.min(one, two));
    to = Math.min(to, Math.max(one, two));
  }
  return from <= to;
};

/** Drawn places for words: those wanted, then those around each of them, near ones first. */
const tried = (places, unit) => {
  const rings = RINGS.flatMap((far) => places.flatMap(([x, y]) =>
    AROUND.map(([right, down]) => [x + right * far * unit, y + down * far * unit])));
  return [...places, ...rings];
};

/**
 * Where each of `wanted` ({ wide, places }, `wide` in pixels) stands, as a drawn place, null for none: the first place, of those
 * wanted and those around, where it covers neither words before it nor a base (`standing`) and the fewest of
 * `lines`. What finds no room is left out: the card of the piece says it too.
 */
export const placesFor = (board, wanted, { standing, lines }) => {
  const unit = board.unitsOfPixel;
  const drawn = (places) => places.map((place) => board.drawn(place));
  const taken = standing.map((outline) => around(drawn(outline)));
  const edges = lines.map(drawn);
  const field = around(drawn([[0, 0], [board.width, board.depth]]));
  return wanted.map(({ wide, places }) => {
    const own = drawn(places);
    let best = /** @type {{ place: number[], box: any, crossed: number } | null} */ (null);
    for (const place of tried(own, unit)) {
      const box = boxOf(place, wide, unit);
      if (taken.some((other) => meet(box, other)) || (!own.includes(place) && !inside(box, field))) continue;
      const crossed = edges.filter((edge) => crosses(edge, box)).length;
      if (!best || crossed < best.crossed) best = { place, box, crossed };
      if (!crossed) break;
    }
    if (best) taken.push(best.box);
    return best?.place ?? null;
  });
};
