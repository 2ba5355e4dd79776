/* What a tap or a drag does on the map, by the tool that is chosen. Places are in kilometres. */

import { centroid, distance, nearestOn, within } from "../../shared/geometry.js";

const GRAB = 14; // pixels around a place or a corner that take hold of it

export const HELP = {
  choose: "Tap an area to edit it below. Drag its place to move it. Drag anywhere else to move the map.",
  point: "Tap where the point is: a town or a crossroads without a border.",
  area: "Tap the corners one by one. Tap the first corner again, or press Enter, to close the outline. Corners snap to"
    + " corners nearby. Draw around a point to give it an outline.",
  corner: "Drag a corner: the same corner of its neighbours moves too. Tap a small ring to add a corner. Press Delete to remove the selected one.",
  link: "Tap one area, then another, to link them. Another kind makes a second road beside the first. The same kind again removes the link.",
  feature: "Tap an area. Tap away from its place to put the feature there.",
  land: "Tap along the coast. Tap the first corner again, or press Enter, to close it. Without a coast everything is land.",
  river: "Tap along the river. Tap the last place again, or press Enter, to end it.",
};
export const DRAWN = ["area", "land", "river"]; // tools that make a line

export class Tools {
  constructor(editor) {
    this.editor = editor;
    this.tool = "choose";
    this.values = { link: "road", feature: "city" };
    /** @type {Point[]} */
    this.line = [];
    this.from = "";
    /** @type {Point | null} */
    this.corner = null;
  }

  get model() {
    return this.editor.model;
  }

  take(tool) {
    Object.assign(this, { tool, line: [], from: "", corner: null });
  }

  get reach() {
    return (GRAB * this.editor.view.unit) / this.editor.drawing.scale;
  }

  // -- what lies where -------------------------------------------------------------------------

  areaAt(place) {
    let [best, least] = [/** @type {any} */ (null), this.reach * 1.4];
    for (const area of this.model.areas) {
      if (distance(area.at, place) < least) [best, least] = [area, distance(area.at, place)];
    }
    return best ?? this.model.areas.find((area) => area.outlines.some((ring) => within(place, ring))) ?? null;
  }

  placeAt(place) {
    const area = this.areaAt(place);
    return area && distance(area.at, place) < this.reach ? area : null;
  }

  /** The corners that are shown: those of the chosen area, or of coasts and rivers if none is chosen. */
  lines() {
    const { chosen } = this.editor;
    return [...this.model.lines()].filter(({ area }) => (chosen ? area?.id === chosen : !area));
  }

  corners() {
    return this.lines().flatMap(({ points }) => points);
  }

  sides() {
    return this.lines().flatMap(({ points, kind }) => points.flatMap((point, index) => {
      const next = points[(index + 1) % points.length];
      return kind === "river" && index === points.length - 1 ? [] : [[point, next]];
    }));
  }

  /** @returns {Point | null} */
  nearest(points, place) {
    const [best] = [...points].sort((one, two) => distance(one, place) - distance(two, place));
    return best && distance(best, place) < this.reach ? best : null;
  }

  /** A place, or the corner of anything that is so near that it is meant. @returns {Point} */
  snapped(place) {
    const all = [...this.model.lines()].flatMap(({ points }) => points);
    const [x, y] = this.nearest([...all, ...this.line], place) ?? place;
    return [x, y];
  }

  // -- taps ------------------------------------------------------------------------------------

  tap(place) {
    this[this.tool === "corner" ? "takeCorner" : this.tool](place);
    this.editor.changed();
  }

  choose(place) {
    this.editor.choose(this.areaAt(place)?.id ?? "");
  }

  point(place) {
    this.editor.choose(this.model.add(place).id);
  }

  area(place) {
    this.draw(place, true);
  }

  land(place) {
    this.draw(place, true);
  }

  river(place) {
    this.draw(place, false);
  }

  draw(place, closed) {
    const at = this.snapped(place);
    const end = closed ? this.line[0] : this.line.at(-1);
    if (end && distance(at, end) < 1e-6) this.close();
    else this.line.push(at);
  }

  /** The line that was drawn is what it was drawn for. */
  close() {
    const { line, tool, model } = this;
    this.line = [];
    if (line.length < (tool === "river" ? 2 : 3)) return;
    if (tool === "land") model.document.land.push(line);
    else if (tool === "river") model.document.rivers.push({ name: "", line });
    else {
      const bare = model.areas.find((each) => !each.outlines.length && within(each.at, line));
      if (bare) bare.outlines.push(line);
      this.editor.choose((bare ?? model.add(centroid(line), line)).id);
    }
  }

  link(place) {
    const area = this.areaAt(place);
    if (!area || area.id === this.from) {
      this.from = "";
      return;
    }
    if (this.from) this.model.toggleLink(this.from, area.id, this.values.link);
    this.from = this.from ? "" : area.id;
    this.editor.choose(area.id);
  }

  feature(place) {
    const area = this.areaAt(place);
    if (!area) return;
    const away = distance(area.at, place) > this.reach * 2 ? place : null;
    this.model.addFeature(area, this.values.feature, away);
    this.editor.choose(area.id);
  }

  takeCorner(place) {
    const corner = this.nearest(this.corners(), place);
    const side = this.sides().find(([a, b]) => distance(nearestOn(place, [a, b]), place) < this.reach);
    if (corner) this.corner = corner;
    else if (side) this.corner = this.model.split(...side, nearestOn(place, side));
    else {
      this.corner = null;
      this.editor.choose(this.areaAt(place)?.id ?? "");
    }
  }

  // -- drags -----------------------------------------------------------------------------------

  /** What a drag from here moves; null if it moves the map. */
  grip(place) {
    if (this.tool === "choose") {
      const area = this.placeAt(place);
      return area ? { to: (at) => this.model.move(area, at), begin: () => this.editor.choose(area.id) } : null;
    }
    if (this.tool === "corner") {
      let corner = this.nearest(this.corners(), place);
      if (!corner) return null;
      corner = [...corner];
      return {
        to: (at) => {
          corner = this.model.moveCorner(corner, at);
          this.corner = corner;
        },
        begin: () => {},
      };
    }
    return null;
  }

  /** Takes away the corner in hand, the last corner of a line, or the area that is chosen. */
  erase() {
    if (this.line.length) this.line.pop();
    else if (this.tool === "corner" && this.corner) {
      this.model.removeCorner(this.corner);
      this.corner = null;
    } else if (this.tool !== "corner" && this.editor.chosen) this.editor.remove();
    this.editor.changed();
  }

  /** The next corner of what is chosen in hand. */
  turn(by) {
    const all = this.corners();
    const now = all.findIndex((each) => this.corner && distance(each, this.corner) < 1e-6);
    if (all.length) this.corner = all[(now + by + all.length) % all.length];
  }
}
