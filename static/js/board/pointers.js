/* Mouse, finger and pen on the field: one finger acts, two fingers zoom, a short touch is a tap. */

import { PIECE } from "./board.js";

const SLACK = 7; // pixels that a tap may stray

/**
 * `grips` are asked in turn what a drag does: grip({ place, piece, event }) answers null or
 * { move(place, event), end(place, event), cancel() }. `taps` likewise, until one answers true.
 */
export const watchPointers = (board, view, grips, taps) => {
  const down = new Map();
  let start = null;
  let action = null;
  let spread = null;

  const placeOf = (event) => board.at(event.clientX, event.clientY);

  const pinch = () => {
    const [one, two] = [...down.values()];
    return {
      length: Math.hypot(two.clientX - one.clientX, two.clientY - one.clientY),
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
    };
  };

  const drop = () => {
    action?.cancel?.();
    action = null;
    start = null;
  };

  const panning = () => {
    let last = null;
    return {
      move(place, event) {
        if (last) view.pan(event.clientX - last.clientX, event.clientY - last.clientY);
        last = event;
      },
    };
  };

  const begin = () => {
    for (const grip of grips) {
      const found = grip(start);
      if (found) return found;
    }
    const pan = panning();
    pan.move(start.place, start.event);
    return pan;
  };

  board.frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.target.closest("svg")) return;
    board.frame.setPointerCapture(event.pointerId);
    down.set(event.pointerId, event);
    if (down.size === 2) {
      drop();
      spread = pinch();
    } else if (down.size === 1) {
      start = { event, place: placeOf(event), piece: event.target.closest(PIECE), target: event.target };
    }
  });

  board.frame.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) return;
    down.set(event.pointerId, event);
    if (spread && down.size === 2) {
      const now = pinch();
      view.pan(now.x - spread.x, now.y - spread.y);
      if (spread.length > 0) view.zoom(now.length / spread.length, now.x, now.y);
      spread = now;
      return;
    }
    if (!start) return;
    const strayed = Math.hypot(event.clientX - start.event.clientX, event.clientY - start.event.clientY);
    if (!action && strayed > SLACK) action = begin();
    action?.move(placeOf(event), event);
  });

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    spread = null;
    if (!start) return;
    const begun = start;
    const acting = action;
    start = null;
    action = null;
    if (acting) acting.end?.(placeOf(event), event);
    else for (const tap of taps) if (tap(begun)) break;
  };
  board.frame.addEventListener("pointerup", up);
  board.frame.addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    spread = null;
    drop();
  });
};
