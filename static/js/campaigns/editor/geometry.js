/* Places, lines and outlines, in kilometres. */

export const far = ([x1, y1], [x2, y2]) => Math.hypot(x2 - x1, y2 - y1);

/** Whether a place lies within a ring. */
export const inside = ([x, y], ring) => {
  let within = false;
  let [x1, y1] = ring.at(-1);
  for (const [x2, y2] of ring) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within;
    [x1, y1] = [x2, y2];
  }
  return within;
};

/** The middle of a ring's ground; of its corners if it has none, or lies outside itself. */
export const middle = (ring) => {
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  const found = [x / (3 * area), y / (3 * area)];
  if (area && inside(found, ring)) return found;
  return [0, 1].map((axis) => ring.reduce((sum, point) => sum + point[axis], 0) / ring.length);
};

/** The place on the line from a to b that is nearest to a place. */
export const nearestOn = ([x, y], [x1, y1], [x2, y2]) => {
  const long = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const part = long ? Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long)) : 0;
  return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
};
