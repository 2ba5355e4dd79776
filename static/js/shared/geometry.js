/* Plane geometry: outlines are flat lists x1, y1, x2, y2 … in any unit, polygons lists of points, angles in degrees. */

/** The corners of an outline as [x, y]. */
export const corners = (outline) => {
  /** @type {Point[]} */
  const found = [];
  for (let i = 0; i + 1 < outline.length; i += 2) found.push([outline[i], outline[i + 1]]);
  return found;
};

/** The middle of the corners. @returns {Point} */
export const middle = (outline) => {
  const points = corners(outline);
  const sum = points.reduce(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
};

export const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** How far along the segment from a to b (0 to 1) the point next to p lies. */
export const along = ([px, py], [ax, ay], [bx, by]) => {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  if (square === 0) return 0;
  return Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square));
};

/** The place at a part (0 to 1) of the way from a to b. @returns {Point} */
export const between = ([ax, ay], [bx, by], part) => [ax + (bx - ax) * part, ay + (by - ay) * part];

/** @type {(points: Point[]) => [Point, Point][]} */
const edges = (points) =>
  points.length < 3
    ? points.slice(1).map((point, i) => [points[i], point])
    : points.map((point, i) => [point, points[(i + 1) % points.length]]);

/** Whether a point lies within a polygon. */
export const within = ([px, py], points) => {
  let inside = false;
  for (const [[ax, ay], [bx, by]] of points.length > 2 ? edges(points) : []) {
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
};

/** The middle of a polygon's ground; of its corners if it has none, or lies outside itself. @returns {Point} */
export const centroid = (ring) => {
  let [area, x, y] = [0, 0, 0];
  for (const [[x1, y1], [x2, y2]] of edges(ring)) {
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  /** @type {Point} */
  const found = [x / (3 * area), y / (3 * area)];
  return area && within(found, ring) ? found : middle(ring.flat());
};

const crossing = ([a, b], [c, d]) => {
  const side = ([ax, ay], [bx, by], [px, py]) => (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  const [c1, c2, a1, a2] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  return c1 * c2 < 0 && a1 * a2 < 0 ? between(a, b, a1 / (a1 - a2)) : null;
};

/** The place on a point, a line or a polygon that is nearest to a point. @returns {Point} */
export const nearestOn = (point, points) => {
  if (points.length === 1) return points[0];
  const found = edges(points).map(([a, b]) => between(a, b, along(point, a, b)));
  return found.reduce((best, next) => (distance(point, next) < distance(point, best) ? next : best));
};

/**
 * The shortest way from one shape to another, each a list of points (one point, a line or a polygon):
 * { from, to, length }; length 0 where they touch or overlap.
 */
export const gap = (one, two) => {
  if (within(one[0], two)) return { from: one[0], to: one[0], length: 0 };
  if (within(two[0], one)) return { from: two[0], to: two[0], length: 0 };
  for (const first of edges(one)) {
    for (const second of edges(two)) {
      const at = crossing(first, second);
      if (at) return { from: at, to: at, length: 0 };
    }
  }
  /** @type {[Point, Point][]} */
  const pairs = [
    ...one.map((point) => [point, nearestOn(point, two)]),
    ...two.map((point) => [nearestOn(point, one), point]),
  ];
  const ways = pairs.map(([from, to]) => ({ from, to, length: distance(from, to) }));
  return ways.reduce((best, way) => (way.length < best.length ? way : best));
};

/** A vector turned anticlockwise. @returns {Point} */
export const turned = ([x, y], degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
};

/** The direction from one point to another in degrees anticlockwise from +x, 0 to 360. */
export const bearing = ([ax, ay], [bx, by]) => ((Math.atan2(by - ay, bx - ax) * 180) / Math.PI + 360) % 360;

/** The outline of a base whose middle of the front is at a place. */
export const base = (/** @type {number[]} */ [x, y], heading, /** @type {number[]} */ [width, depth]) =>
  [[0, 1], [0, -1], [-1, -1], [-1, 1]].flatMap(([back, aside]) => {
    const [dx, dy] = turned([depth * back, (width / 2) * aside], heading);
    return [x + dx, y + dy];
  });

/** The room round a place that a piece of ground takes, its width along its heading. */
export const ground = (place, heading, [width, depth]) => {
  const [dx, dy] = turned([width / 2, 0], heading);
  return base([place[0] + dx, place[1] + dy], heading, [depth, width]);
};

/** The same room where it is round. */
export const oval = (place, heading, [width, depth]) =>
  Array.from({ length: 24 }, (_, i) => turned([1, 0], i * 15)).flatMap(([x, y]) => {
    const [dx, dy] = turned([(x * width) / 2, (y * depth) / 2], heading);
    return [place[0] + dx, place[1] + dy];
  });

/** The width and depth of a base: its outline across and along where it faces. */
export const sizeOf = ({ outline, heading }) => {
  const seen = corners(outline).map((point) => turned(point, -heading));
  const extent = (axis) => {
    const found = seen.map((point) => point[axis]);
    return Math.max(...found) - Math.min(...found);
  };
  return [extent(1), extent(0)];
};

const blend = (a, b, part) => a + (b - a) * part;

/** A place between two neighbouring samples of a move. */
export const mixed = (one, two, part) => {
  if (part <= 0) return one;
  if (part >= 1) return two;
  const swing = ((((two.heading - one.heading) % 360) + 540) % 360) - 180;
  return {
    ...(part < 0.5 ? one : two),
    value: blend(one.value, two.value, part),
    outline: one.outline.map((number, i) => blend(number, two.outline[i], part)),
    heading: one.heading + swing * part,
  };
};

/** Whether places of a move are single ones, with numbers of their own: nothing lies between them. */
export const single = (ghost) => Object.keys(ghost.also ?? {}).length > 0;

/** The place of a move at a value of its number, between the samples next to it. */
export const sampled = (ghosts, value) => {
  const after = ghosts.findIndex((ghost) => ghost.value >= value);
  if (after === 0 || ghosts.length === 1) return ghosts[0];
  if (after < 0) return ghosts[ghosts.length - 1];
  const [one, two] = [ghosts[after - 1], ghosts[after]];
  return mixed(one, two, (value - one.value) / (two.value - one.value || 1));
};
