/* Outlines of terrain in centimetres. */

const SIDES = 24;

/** The outline of a piece: an oval, or all of its width and depth. @returns {Point[]} */
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
