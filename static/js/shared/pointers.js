/* Mouse, finger and pen on what is drawn in a frame: two move and zoom it, what one does is reported to who asks. */

/**
 * What is reported of a single pointer: `begin(event)`, `move(event, before)`, `end(event, cancelled)`, and `drop()` when
 * a second one comes. An end follows a drop too.
 */
export const watchPointers = (frame, view, { begin, move, end, drop }) => {
  const down = new Map();
  let spread = null;

  const pinch = () => {
    const [one, two] = [...down.values()];
    return {
      far: Math.hypot(two.clientX - one.clientX, two.clientY - one.clientY),
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
    };
  };

  const stretch = () => {
    const [before, now] = [spread, pinch()];
    view.pan(now.x - before.x, now.y - before.y);
    if (before.far) view.zoom(now.far / before.far, now.x, now.y);
    spread = now;
  };

  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.target.closest("svg")) return;
    down.set(event.pointerId, event);
    if (down.size === 1) begin(event);
    else if (down.size === 2) {
      drop();
      spread = pinch();
    }
  });

  frame.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    down.set(event.pointerId, event);
    if (!spread) move(event, before);
    else if (down.size === 2) {
      if (!frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
      stretch();
    }
  });

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (!down.size) spread = null;
    end(event, event.type === "pointercancel");
  };
  for (const kind of ["pointerup", "pointercancel"]) frame.addEventListener(kind, up);
};

/** How far in pixels a pointer is from where it was. */
export const strayed = (one, two) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);

/**
 * Keys pressed on a frame do what is named after them; what answers false had no use for the key.
 * @param {HTMLElement} frame @param {Record<string, (event: KeyboardEvent) => unknown>} keys
 */
export const watchKeys = (frame, keys) => {
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (keys[event.key](event) !== false) event.preventDefault();
  });
};
