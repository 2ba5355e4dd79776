/* The map that is edited. Every change is a step that can be taken back. */

import { History } from "../../editor/history.js";

const NEAR = 1e-6;

const same = (a, b) => Math.abs(a[0] - b[0]) < NEAR && Math.abs(a[1] - b[1]) < NEAR;
const rounded = (number) => Math.round(number * 1000) / 1000;

export class Model extends History {
  constructor(document) {
    super();
    this.document = document;
    this.stored = this.text();
  }

  text() {
    return JSON.stringify(this.document);
  }

  restore(text) {
    this.document = JSON.parse(text);
  }

  // -- what there is ---------------------------------------------------------------------------

  get areas() {
    return this.document.areas;
  }

  area(id) {
    return this.areas.find((each) => each.id === id) ?? null;
  }

  linksOf(id) {
    return this.document.links.filter((link) => link.a === id || link.b === id);
  }

  /** All links between two areas: there may be one of each kind, or of one kind under several names. */
  linksBetween(a, b) {
    return this.document.links.filter((link) => (link.a === a && link.b === b) || (link.a === b && link.b === a));
  }

  /** The factions that own an area or call one their home. */
  owners() {
    return [...new Set(this.areas.flatMap((area) => [area.owner, area.home]).filter(Boolean))].sort();
  }

  /** Everything with corners: outlines of areas, pieces of land, rivers. */
  * lines() {
    for (const area of this.areas) for (const ring of area.outlines) yield { kind: "area", area, points: ring };
    for (const [index, ring] of this.document.land.entries()) yield { kind: "land", index, points: ring };
    for (const [index, river] of this.document.rivers.entries()) yield { kind: "river", index, points: river.line };
  }

  // -- changes ---------------------------------------------------------------------------------

  /** What a name is called in the document. */
  key(name) {
    return name.normalize("NFKD").replace(/\P{ASCII}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "").slice(0, 50);
  }

  freeId(name) {
    const base = this.key(name) || "area";
    let id = base;
    for (let number = 2; this.area(id); number += 1) id = `${base}-${number}`;
    return id;
  }

  add(at, ring = null) {
    const name = `Area ${this.areas.length + 1}`;
    const area = {
      id: this.freeId(name), name, terrain: "fields", at: at.map(rounded), outlines: ring ? [ring] : [],
      features: [], owner: "", home: "", income: 0, supply: 10, victory: 0,
    };
    this.areas.push(area);
    return area;
  }

  remove(id) {
    this.document.areas = this.areas.filter((each) => each.id !== id);
    this.document.links = this.document.links.filter((link) => link.a !== id && link.b !== id);
  }

  /** Another id for an area; its links go with it. */
  rename(area, id) {
    for (const link of this.linksOf(area.id)) {
      if (link.a === area.id) link.a = id;
      if (link.b === area.id) link.b = id;
    }
    area.id = id;
  }

  move(area, at) {
    area.at = at.map(rounded);
  }

  /** A corner and all that lie on it, so that neighbours keep their border. */
  moveCorner(from, to) {
    const place = to.map(rounded);
    for (const { points } of this.lines()) {
      points.forEach((point, index) => {
        if (same(point, from)) points[index] = [...place];
      });
    }
    return place;
  }

  /** A new corner between two: in every line that runs there. */
  split(a, b, at) {
    const place = at.map(rounded);
    for (const { points, kind } of this.lines()) {
      for (let index = 0; index < points.length; index += 1) {
        const next = (index + 1) % points.length;
        if (next === 0 && kind === "river") break;
        const ends = [points[index], points[next]];
        if ((same(ends[0], a) && same(ends[1], b)) || (same(ends[0], b) && same(ends[1], a))) {
          points.splice(index + 1, 0, [...place]);
          break;
        }
      }
    }
    return place;
  }

  /** A corner less, in every line that has it; outlines of two corners are none. */
  removeCorner(at) {
    for (const { points } of this.lines()) {
      for (let index = points.length - 1; index >= 0; index -= 1) if (same(points[index], at)) points.splice(index, 1);
    }
    for (const area of this.areas) area.outlines = area.outlines.filter((ring) => ring.length > 2);
    this.document.land = this.document.land.filter((ring) => ring.length > 2);
    this.document.rivers = this.document.rivers.filter((river) => river.line.length > 1);
  }

  /** Links two areas, beside what links them already; takes their link away if there is one of that kind. */
  toggleLink(a, b, kind) {
    const link = this.linksBetween(a, b).find((each) => each.kind === kind);
    if (link) this.unlink(link);
    else this.addLink(a, b, kind);
  }

  /** One more link; of a kind that links the two already it gets a name of its own, to tell them apart. */
  addLink(a, b, kind) {
    const alike = this.linksBetween(a, b).filter((each) => each.kind === kind).length;
    this.document.links.push({ a, b, kind, cost: 0, km: 0, name: alike ? `${alike + 1}` : "" });
  }

  unlink(link) {
    this.document.links = this.document.links.filter((each) => each !== link);
  }

  /** A feature of an area; `at`: where it is drawn, null at the area's own place. */
  addFeature(area, kind, /** @type {number[] | null} */ at = null) {
    area.features.push({ kind, name: "", strength: kind === "fortress" ? 2 : 0, at: at?.map(rounded) ?? null });
  }
}
