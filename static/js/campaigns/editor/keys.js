/* Keys on the map that is edited: areas and corners one after the other, arrows move, the space bar taps. */

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const watchKeys = (desk) => {
  const { frame, view, tools } = desk;

  const next = (by) => {
    if (tools.tool === "corner") {
      tools.turn(by);
      if (tools.corner) desk.reveal(tools.corner);
    } else desk.next(by);
    desk.mark();
  };

  /** The corner in hand, else the place of the chosen area, else the cross of keys. */
  const move = ([dx, dy], large) => {
    const step = (large ? 10 : 1) * Math.max(1, Math.round(desk.model.document.width / 500));
    const by = ([x, y]) => [x + dx * step, y + dy * step];
    const area = desk.model.area(desk.chosen);
    if (tools.tool === "corner" && tools.corner) tools.corner = desk.model.moveCorner(tools.corner, by(tools.corner));
    else if (tools.tool === "choose" && area) desk.model.move(area, by(area.at));
    else {
      desk.cursor = by(desk.cursor);
      desk.reveal(desk.cursor);
    }
    desk.changed();
  };

  const keys = {
    "]": () => next(1),
    "[": () => next(-1),
    Enter: () => (tools.line.length ? desk.close() : desk.tapCursor()),
    " ": () => desk.tapCursor(),
    Delete: () => tools.erase(),
    Backspace: () => tools.erase(),
    Escape: () => desk.escape(),
    "+": () => view.zoom(),
    "=": () => view.zoom(),
    "-": () => view.zoom(1 / 1.4),
    0: () => view.fit(),
  };

  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (WAYS[event.key]) move(WAYS[event.key], event.shiftKey);
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) desk.model.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) desk.model.redo();
    else return;
    event.preventDefault();
  });
};
