/* The area that keys and taps are about, with a line around it. */

import { shape } from "../shared/dom.js";

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Cursor {
  constructor(atlas) {
    this.atlas = atlas;
    this.area = "";
    this.mark = shape("use", { class: "map-cursor" });
    atlas.svg.querySelector(".map-places")?.before(this.mark);
  }

  put(area) {
    this.area = area;
    const drawn = this.atlas.svg.querySelector(`[id$="-a-${CSS.escape(area)}"]`);
    if (drawn) this.mark.setAttribute("href", `#${drawn.id}`);
  }

  /** To the linked area that lies most in the direction of an arrow. */
  step(key) {
    const { atlas } = this;
    if (!this.area) {
      this.show(this.nearest());
      return;
    }
    const [x, y] = atlas.at(this.area);
    const [dx, dy] = WAYS[key];
    let best = "";
    let most = 0.3; // the cosine that is still that direction
    for (const other of atlas.neighbours(this.area)) {
      const [x2, y2] = atlas.at(other);
      const along = ((x2 - x) * dx + (y2 - y) * dy) / (Math.hypot(x2 - x, y2 - y) || 1);
      if (along > most) [best, most] = [other, along];
    }
    if (best) this.show(best);
  }

  show(area) {
    this.put(area);
    this.atlas.view.reveal(this.atlas.at(area));
    this.atlas.say(this.atlas.name(area));
  }

  /** The area in the middle of what is in sight. */
  nearest() {
    const { atlas } = this;
    const [x, y] = atlas.view.centre;
    const far = (area) => Math.hypot(atlas.at(area)[0] - x, atlas.at(area)[1] - y);
    return Object.keys(atlas.areas).reduce((best, area) => (far(area) < far(best) ? area : best));
  }
}
