/* Mouse, finger, pen and keys on a map that is looked at. */

const SLACK = 6; // pixels that a tap may stray
const STEP = 80; // pixels for an arrow key

/** One drags, two pinch; what only ended a drag is no click. `grip(event)` may take a drag for itself. */
export const watchPointers = ({ frame, view }, grip = () => null) => {
  const down = new Map();
  let begun = null;
  let held = null;
  let spread = null;
  let strayed = false;

  const pinch = () => {
    const [one, two] = [...down.values()];
    return {
      far: Math.hypot(two.clientX - one.clientX, two.clientY - one.clientY),
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
    };
  };

  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.target.closest("svg")) return;
    down.set(event.pointerId, event);
    if (down.size === 1) {
      begun = event;
      strayed = false;
      held = grip(event);
    } else if (down.size === 2) {
      held?.cancel();
      held = null;
      strayed = true;
      spread = pinch();
    }
  });

  frame.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    if (!strayed && Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) < SLACK) return;
    strayed = true;
    if (!frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
    down.set(event.pointerId, event);
    if (spread && down.size === 2) {
      const now = pinch();
      view.pan(now.x - spread.x, now.y - spread.y);
      if (spread.far) view.zoom(now.far / spread.far, now.x, now.y);
      spread = now;
    } else if (held) held.move(event);
    else if (!spread) view.pan(event.clientX - before.clientX, event.clientY - before.clientY);
  });

  const up = (event, cancelled) => {
    if (!down.delete(event.pointerId)) return;
    if (!down.size) spread = null;
    if (!held) return;
    if (cancelled || !strayed) held.cancel();
    else held.end(event);
    held = null;
  };
  frame.addEventListener("pointerup", (event) => up(event, false));
  frame.addEventListener("pointercancel", (event) => up(event, true));
  frame.addEventListener("dragstart", (event) => event.preventDefault());
  frame.addEventListener("click", (event) => {
    if (!strayed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    strayed = false;
  }, { capture: true });
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    view.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0022), event.clientX, event.clientY);
  }, { passive: false });
};

/** Arrows move the map, with Shift they go from area to area; Enter chooses, Backspace takes a step back. */
export const watchKeys = (atlas) => {
  const { frame, view, cursor, paths } = atlas;
  const keys = {
    ArrowLeft: () => view.pan(STEP, 0),
    ArrowRight: () => view.pan(-STEP, 0),
    ArrowUp: () => view.pan(0, STEP),
    ArrowDown: () => view.pan(0, -STEP),
    "+": () => view.zoom(),
    "=": () => view.zoom(),
    "-": () => view.zoom(1 / 1.4),
    0: () => view.fit(),
    Backspace: () => paths.back(),
    Escape: () => paths.done(),
  };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (event.shiftKey && key.startsWith("Arrow")) cursor.step(key);
    else if (key === "Enter" && event.target === frame && cursor.area) atlas.choose(cursor.area);
    else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
  });
};
