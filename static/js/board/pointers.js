/* Mouse, finger and pen on the field: a drag is a grip of what lies there, a short touch is a tap. */

import { strayed, watchPointers } from "../shared/pointers.js";
import { PIECE } from "./board.js";

const SLACK = 7; // pixels that a tap may stray

/**
 * `grips` are asked in turn what a drag does: grip({ place, piece, event }) answers null or
 * { move(place, event), end(place, event), cancel() }. `taps` likewise, until one answers true.
 */
export const watchField = (board, view, grips, taps) => {
  let start = null;
  let action = null;

  const placeOf = (event) => board.at(event.clientX, event.clientY);

  const panning = () => {
    let last = start.event;
    return {
      move(place, event) {
        view.pan(event.clientX - last.clientX, event.clientY - last.clientY);
        last = event;
      },
    };
  };

  const grip = () => {
    for (const each of grips) {
      const found = each(start);
      if (found) return found;
    }
    return panning();
  };

  const drop = () => {
    action?.cancel?.();
    action = null;
    start = null;
  };

  watchPointers(board.frame, view, {
    begin(event) {
      board.frame.setPointerCapture(event.pointerId);
      start = { event, place: placeOf(event), piece: event.target.closest(PIECE), target: event.target };
    },
    move(event) {
      if (!start) return;
      if (!action && strayed(event, start.event) > SLACK) action = grip();
      action?.move(placeOf(event), event);
    },
    end(event, cancelled) {
      if (cancelled) drop();
      if (!start) return;
      const [begun, acting] = [start, action];
      start = null;
      action = null;
      if (acting) acting.end?.(placeOf(event), event);
      else for (const tap of taps) if (tap(begun)) break;
    },
    drop,
  });
};
