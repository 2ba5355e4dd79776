/* What a pointer or a key does on the map, by the tool that is chosen. */

import { watchKeys, watchPointers } from "../shared/pointers.js";
import { between, label, neighbour } from "./hexes.js";

const STEP = 0.2; // H between two places of a stroke, so that it leaves out no hex and no side

const around = (place, wide) => (wide ? [place, ...[0, 1, 2, 3, 4, 5].map((way) => neighbour(place, way))] : [place]);

export class Tools {
  constructor(desk) {
    this.desk = desk;
    this.tool = "look";
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
    const { model } = this.desk;
    const { value } = this;
    switch (this.tool) {
      case "ground":
        return this.brush((at) => model.setGround(at, value));
      case "level":
        return this.brush((at) => model.setLevel(at, Number(value)));
      case "road":
        return { to: (at) => model.setRoad(at, value === "="), paints: true };
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
        for (const each of around(place, this.wide)) if (this.desk.plane.has(each)) to(each);
      },
      paints: true,
    };
  }

  /** A stand is taken up where it stands, or put where one points. */
  carry(place) {
    const { model } = this.desk;
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
    this.desk.chosen();
  }
}

/** Mouse, finger and pen: one acts, two move and zoom. */
export const watchStrokes = (desk) => {
  const { frame, view, tools } = desk;
  let stroke = null;

  const reach = (at) => {
    const place = desk.plane.at(...at);
    return place ? { place, direction: desk.plane.nearestSide(place, ...at) } : null;
  };

  /** A pointer tells of a quick stroke at few places: where it paints, all between them are on it too. */
  const stretch = (event) => {
    const to = view.at(event);
    for (const at of stroke.paints && stroke.last ? between(stroke.last, to, STEP * desk.plane.unit) : [to]) apply(at);
    stroke.last = to;
    if (!stroke.shown) return;
    stroke.shown = false;
    desk.drawing.draw();
    desk.mark();
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
    desk.at(found.place, stroke.aimed ? found.direction : null);
  };

  const forget = () => {
    desk.model.forget();
    desk.drawing.draw();
  };

  watchPointers(frame, view, {
    begin(event) {
      frame.focus({ preventScroll: true });
      frame.setPointerCapture(event.pointerId);
      const found = reach(view.at(event));
      if (!found) return;
      desk.at(found.place, tools.tool === "edge" ? found.direction : null);
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
      desk.changed();
    },
    drop() {
      if (stroke) forget();
      stroke = null;
    },
  });
};

/** Arrows go from hex to hex, Enter does what a tap does, R turns, Delete takes away. */
export const watchKeysOf = (desk) => {
  const { frame, tools, model, view } = desk;

  const act = () => {
    const stroke = tools.begin(desk.cursor, tools.direction);
    if (!stroke) return;
    if (stroke.tap) stroke.tap(desk.cursor);
    else stroke.to(desk.cursor, tools.direction);
    desk.changed();
  };

  const erase = () => {
    const at = desk.cursor;
    const there = model.standAt(at);
    if (tools.tool === "ground") model.setGround(at, ".");
    else if (tools.tool === "level") model.setLevel(at, 0);
    else if (tools.tool === "road") model.setRoad(at, false);
    else if (tools.tool === "edge") model.setEdge(at, tools.direction, "");
    else if (tools.tool === "zone") model.setZone(Number(tools.value), at, false);
    else if (tools.tool === "stand" && there) model.takeOff(there.unit);
    desk.changed();
  };

  const turn = (by) => {
    if (tools.tool === "stand") {
      const unit = model.standAt(desk.cursor)?.unit ?? tools.unit;
      if (unit) model.turn(unit, by);
      desk.changed();
    } else {
      tools.direction = (tools.direction + by + 6) % 6;
      desk.at(desk.cursor);
    }
  };

  const go = (place) => {
    if (desk.plane.has(place)) desk.at(place);
  };

  const vertical = (by) => () => go([desk.cursor[0], desk.cursor[1] + by]);

  watchKeys(frame, {
    ArrowUp: vertical(-1),
    ArrowDown: vertical(1),
    ArrowRight: () => go(neighbour(desk.cursor, 0)),
    ArrowLeft: () => go(neighbour(desk.cursor, 3)),
    Enter: act,
    " ": act,
    Delete: erase,
    Backspace: erase,
    r: () => turn(1),
    R: () => turn(-1),
    ...view.keys,
  });
};
