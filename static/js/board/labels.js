/* Words over the field that keep clear of each other. */

const HIGH = 21; // pixels
const WIDE = 9; // pixels for a letter
const ROUND = 6; // pixels for the halo

/** The box in drawn units that words take at a place of the drawing. */
const boxOf = ([x, y], words, unit) => {
  const [wide, high] = [((words.length * WIDE + ROUND) / 2) * unit, (HIGH / 2) * unit];
  return { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
};

const meet = (one, two) =>
  one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;

/** The box that an outline takes. */
const around = (board, outline) => {
  const places = outline.map((place) => board.drawn(place));
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

/**
 * Writes each of `wanted` ({ words, kind, places }) at the first of its places where it covers neither one of
 * those before it nor the outlines of `keep`. What finds no room is left out: the card of the piece tells it too.
 */
export const writeClear = (board, layer, wanted, keep = []) => {
  const taken = keep.map((outline) => around(board, outline));
  for (const { words, kind, places } of wanted) {
    for (const place of places) {
      const box = boxOf(board.drawn(place), words, board.unitsOfPixel);
      if (taken.some((other) => meet(box, other))) continue;
      taken.push(box);
      layer.append(board.label(place, words, kind));
      break;
    }
  }
};
