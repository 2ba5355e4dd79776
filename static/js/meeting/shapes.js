/* Outlines of terrain in centimetres, and how far apart they lie. */

const SIDES = 24;

/** The outline of a piece: an oval, or all of its width and depth. */
export const outline = ({ x, y, width, depth, angle = 0, oval = false }) => {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corners = oval
    ? Array.from({ length: SIDES }, (_, at) => {
        const around = (2 * Math.PI * at) / SIDES;
        return [(width / 2) * Math.cos(around), (depth / 2) * Math.sin(around)];
      })
    : [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [(a * width) / 2, (b * depth) / 2]);
  return corners.map(([a, b]) => [x + a * cos - b * sin, y + a * sin + b * cos]);
};

const edges = (points) => points.map((point, at) => [point, points[(at + 1) % points.length]]);

const nearestOn = ([[ax, ay], [bx, by]], [x, y]) => {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return [ax + part * dx, ay + part * dy];
};

/** Whether a point lies inside a convex outline that runs against the clock. */
export const inside = (points, [x, y]) =>
  edges(points).every(([[ax, ay], [bx, by]]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9);

const crosses = ([a, b], [c, d]) => {
  const side = ([px, py], [qx, qy], [rx, ry]) => Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
};

const meet = (one, other) =>
  inside(one, other[0]) || inside(other, one[0]) ||
  edges(one).some((edge) => edges(other).some((against) => crosses(edge, against)));

/** How far two convex outlines lie apart, and between which points. */
export const gap = (one, other) => {
  if (meet(one, other)) return { distance: 0, from: one[0], to: one[0] };
  let best = { distance: Infinity };
  for (const [points, against, turned] of [[one, other, false], [other, one, true]]) {
    for (const point of points) {
      for (const edge of edges(against)) {
        const near = nearestOn(edge, point);
        const distance = Math.hypot(point[0] - near[0], point[1] - near[1]);
        if (distance < best.distance) best = { distance, from: turned ? near : point, to: turned ? point : near };
      }
    }
  }
  return best;
};
