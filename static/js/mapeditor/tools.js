/* What a pointer or a key does on the map, by the tool that is chosen. */

import { watchKeys, watchPointers } from "../shared/pointers.js";
import { between, label, neighbour } from "./hexes.js";

const STEP = 0.2; // H between two places of a stroke, so that it leaves out no hex and no side

const around = (place, wide) => (wide ? [place, ...[0, 1, 2, 3, 4, 5].map((way) => neighbour(place, way))] : [place]);

export class Tools {
  constructor(editor) {
    this.editor = editor;
    this.tool = "move";
    this.values = {};
    this.wide = false;
    this.unit = "";
    this.direction = 1;
  }

  take(tool) {
    this.tool = tool;
  }

  get value() {
    return this.values[this.tool] ?? "";
  }

  /** What the tool does from here on; null if a pointer only looks. */
  begin(place, direction) {
    const { model } = this.editor;
    const { value } = this;
    switch (this.tool) {
      case "ground":
        return this.brush((at) => model.setGround(at, value));
      case "level":
        return this.brush((at) => model.setLevel(at, Number(value)));
      case "road":
        return { to: (at) => model.setRoad(at, value), paints: true };
      case "edge": {
        const kind = model.edge(place, direction) === value ? "" : value;
        return { to: (at, way) => model.setEdge(at, way, kind), aimed: true, paints: true };
      }
      case "zone": {
        const side = Number(value);
        const on = !model.zone(side).has(label(place));
        return this.brush((at) => model.setZone(side, at, on));
      }
      case "stand":
        return this.carry(place);
      default:
        return null;
    }
  }

  brush(to) {
    return {
      to: (place) => {
        for (const each of around(place, this.wide)) if (this.editor.plane.has(each)) to(each);
      },
      paints: true,
    };
  }

  /** A stand is taken up where it stands, or put where one points. */
  carry(place) {
    const { model } = this.editor;
    const there = model.standAt(place);
    if (there && there.unit === this.unit) {
      return { to: (at) => model.place(this.unit, at), tap: () => model.turn(this.unit, 1) };
    }
    if (there) {
      this.choose(there.unit);
      return { to: (at) => model.place(there.unit, at), tap: () => {} };
    }
    if (!this.unit) return null;
    if (model.arrival(this.unit)) return { tap: (at) => model.toggleEntry(this.unit, at), to: () => {} };
    return { to: (at) => model.place(this.unit, at) };
  }

  choose(unit) {
    this.unit = unit;
    this.editor.chosen();
  }
}

/** Mouse, finger and pen: one acts, two move and zoom. */
export const watchStrokes = (editor) => {
  const { frame, view, tools } = editor;
  let stroke = null;

  const reach = (at) => {
    const place = editor.plane.at(...at);
    return place ? { place, direction: editor.plane.nearestSide(place, ...at) } : null;
  };

  /** A pointer reports a quick stroke at few places: where it paints, all between them are on it too. */
  const stretch = (event) => {
    const to = view.at(event);
    for (const at of stroke.paints && stroke.last ? between(stroke.last, to, STEP * editor.plane.unit) : [to]) apply(at);
    stroke.last = to;
    if (!stroke.shown) return;
    stroke.shown = false;
    editor.drawing.draw();
    editor.mark();
  };

  const apply = (at) => {
    const found = reach(at);
    if (!found) return;
    const key = stroke.aimed ? `${label(found.place)} ${found.direction}` : label(found.place);
    if (key === stroke.key) return;
    stroke.key = key;
    if (stroke.tap && label(found.place) === stroke.from) return;
    stroke.moved = true;
    stroke.to(found.place, found.direction);
    stroke.shown = true;
    editor.at(found.place, stroke.aimed ? found.direction : null);
  };

  const forget = () => {
    editor.model.forget();
    editor.drawing.draw();
  };

  watchPointers(frame, view, {
    begin(event) {
      frame.focus({ preventScroll: true });
      frame.setPointerCapture(event.pointerId);
      const found = reach(view.at(event));
      if (!found) return;
      editor.at(found.place, tools.tool === "edge" ? found.direction : null);
      stroke = tools.begin(found.place, found.direction);
      if (!stroke) return;
      stroke.from = label(found.place);
      stroke.begun = found.place;
      if (!stroke.tap) stretch(event);
    },
    move(event, before) {
      if (stroke) {
        const moves = event.getCoalescedEvents?.() ?? [];
        for (const each of moves.length ? moves : [event]) stretch(each);
      } else view.pan(event.clientX - before.clientX, event.clientY - before.clientY);
    },
    end(_event, cancelled) {
      if (!stroke) return;
      if (cancelled) forget();
      else if (stroke.tap && !stroke.moved) stroke.tap(stroke.begun);
      stroke = null;
      editor.changed();
    },
    drop() {
      if (stroke) forget();
      stroke = null;
    },
  });
};

/** Arrows go from hex to hex, Enter does what a tap does, R turns, Delete removes. */
export const watchKeysOf = (editor) => {
  const { frame, tools, model, view } = editor;

  const act = () => {
    const stroke = tools.begin(editor.cursor, tools.direction);
    if (!stroke) return;
    if (stroke.tap) stroke.tap(editor.cursor);
    else stroke.to(editor.cursor, tools.direction);
    editor.changed();
  };

  const erase = () => {
    const at = editor.cursor;
    const there = model.standAt(at);
    if (tools.tool === "ground") model.setGround(at, ".");
    else if (tools.tool === "level") model.setLevel(at, 0);
    else if (tools.tool === "road") model.setRoad(at, ".");
    else if (tools.tool === "edge") model.setEdge(at, tools.direction, "");
    else if (tools.tool === "zone") model.setZone(Number(tools.value), at, false);
    else if (tools.tool === "stand" && there) model.takeOff(there.unit);
    editor.changed();
  };

  const turn = (by) => {
    if (tools.tool === "stand") {
      const unit = model.standAt(editor.cursor)?.unit ?? tools.unit;
      if (unit) model.turn(unit, by);
      editor.changed();
    } else {
      tools.direction = (tools.direction + by + 6) % 6;
      editor.at(editor.cursor);
    }
  };

  const go = (place) => {
    if (editor.plane.has(place)) editor.at(place);
  };

  const vertical = (by) => () => go([editor.cursor[0], editor.cursor[1] + by]);

  watchKeys(frame, {
    ArrowUp: vertical(-1),
    ArrowDown: vertical(1),
    ArrowRight: () => go(neighbour(editor.cursor, 0)),
    ArrowLeft: () => go(neighbour(editor.cursor, 3)),
    Enter: act,
    " ": act,
    Delete: erase,
    Backspace: erase,
    r: () => turn(1),
    R: () => turn(-1),
    ...view.keys,
  });
};
