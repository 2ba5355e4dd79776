/* Mouse, finger, pen and keys on a map that is looked at. */

import { strayed, watchKeys, watchPointers } from "../shared/pointers.js";

const SLACK = 6; // pixels that a tap may stray
const STEP = 80; // pixels for an arrow key

/** One drags, two pinch; what only ended a drag is no click. `grip(event)` may take a drag for itself. */
export const watchDrags = ({ frame, view }, grip = /** @type {(event: PointerEvent) => any} */ (() => null)) => {
  let begun = null;
  let last = null;
  let held = null;
  let dragged = false;

  watchPointers(frame, view, {
    begin(event) {
      begun = event;
      last = event;
      dragged = false;
      held = grip(event);
    },
    move(event) {
      if (!dragged && strayed(event, begun) < SLACK) return;
      dragged = true;
      if (!frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
      if (held) held.move(event);
      else view.pan(event.clientX - last.clientX, event.clientY - last.clientY);
      last = event;
    },
    end(event, cancelled) {
      if (cancelled || !dragged) held?.cancel();
      else held?.end(event);
      held = null;
    },
    drop() {
      held?.cancel();
      held = null;
      dragged = true;
    },
  });
  frame.addEventListener("dragstart", (event) => event.preventDefault());
  frame.addEventListener("click", (event) => {
    if (!dragged) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    dragged = false;
  }, { capture: true });
};

/** Arrows move the map, with Shift they go from area to area; Enter chooses, Backspace takes a step back. */
export const watchMap = (atlas) => {
  const { frame, view, cursor, paths } = atlas;
  const arrows = Object.entries(view.arrows(STEP)).map(([key, pan]) =>
    [key, (event) => (event.shiftKey ? cursor.step(key) : pan())]);
  watchKeys(frame, {
    ...Object.fromEntries(arrows),
    ...view.keys,
    Backspace: () => paths.back(),
    Escape: () => paths.done(),
    Enter(event) {
      if (event.target !== frame || !cursor.area) return false;
      atlas.choose(cursor.area);
      return true;
    },
  });
};
