/* The map drawn from what is edited, in the colours that campaigns have. */

import { escaped, short } from "../../shared/drawing.js";

const POINT = 17;
const BESIDE = 26; // drawn units between links beside each other, at their middles

export class Drawing {
  constructor(svg, model, data) {
    this.svg = svg;
    this.model = model;
    this.data = data;
    this.scale = this.scaleOf();
    this.svg.innerHTML = `<defs>${this.patterns()}</defs><g data-layer="ground"></g><g data-layer="over"></g>`;
    this.ground = svg.querySelector('[data-layer="ground"]');
    this.over = svg.querySelector('[data-layer="over"]');
    this.wrong = new Set();
  }

  /** Drawn units for a kilometre, by the same rule as campaigns' maps; it stays while the map is edited. */
  scaleOf() {
    const { areas, width, height } = this.model.document;
    const { area, least, most } = this.data.sizes;
    const longer = Math.max(width, height);
    if (areas.length < 2) return (1.3 * least) / longer;
    const span = (axis) => {
      const all = areas.map((each) => each.at[axis]);
      return Math.max(...all) - Math.min(...all);
    };
    const [wide, high] = [span(0), span(1)];
    const room = Math.max(wide * high, (wide * wide + high * high) / 8, 1e-6);
    return Math.min(most / longer, Math.max(least / longer, area / Math.sqrt(room / (areas.length - 1))));
  }

  get size() {
    return [this.model.document.width * this.scale, this.model.document.height * this.scale];
  }

  patterns() {
    return Object.entries(this.data.patterns).map(([kind, [size, content]]) =>
      `<pattern id="editor-${kind}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">`
      + `<g fill="none" stroke="#75684f" stroke-opacity=".6">${content}</g></pattern>`).join("");
  }

  place([x, y]) {
    return `${short(x * this.scale)} ${short(y * this.scale)}`;
  }

  path(points, closed = true) {
    return points.length ? `M${points.map((each) => this.place(each)).join("L")}${closed ? "z" : ""}` : "";
  }

  draw() {
    this.ground.innerHTML = [
      this.sea(), this.picture(), ...this.areas(), this.borders(), this.rivers(), this.links(), ...this.places(),
    ].join("");
  }

  sea() {
    const [width, height] = this.size.map(short);
    const [sea, outer, between, inner, coast, land] = this.data.sea;
    const rings = this.model.document.land;
    if (!rings.length) return `<rect width="${width}" height="${height}" fill="${land}"/>`;
    const path = rings.map((ring) => this.path(ring)).join("");
    const bands = [[outer, 34], [between, 20], [inner, 9]].map(([colour, wide]) =>
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${wide}" stroke-linejoin="round"/>`);
    return `<rect width="${width}" height="${height}" fill="${sea}"/>${bands.join("")}`
      + `<path d="${path}" fill="${land}" stroke="${coast}" stroke-width="1.8"/>`;
  }

  picture() {
    if (!this.data.picture) return "";
    const [width, height] = this.size.map(short);
    return `<image href="${escaped(this.data.picture)}" width="${width}" height="${height}" preserveAspectRatio="none" opacity=".75"/>`;
  }

  owners() {
    const found = new Set(this.model.areas.map((area) => area.owner).filter(Boolean));
    return new Map([...found].map((owner, index) => [owner, this.data.colours[index % this.data.colours.length]]));
  }

  * areas() {
    const owners = this.owners();
    const pale = this.data.picture ? ' fill-opacity=".45"' : "";
    for (const area of this.model.areas) {
      const shape = `d="${this.shape(area)}"`;
      const tint = this.data.tints[area.terrain] ?? "#ddd5c4";
      yield `<path data-area="${escaped(area.id)}" ${shape} fill="${tint}"${pale}/>`;
      if (this.data.patterns[area.terrain] && area.outlines.length) yield `<path ${shape} fill="url(#editor-${escaped(area.terrain)})" pointer-events="none"/>`;
      if (owners.has(area.owner)) yield `<path ${shape} fill="${owners.get(area.owner)}" fill-opacity=".2" pointer-events="none"/>`;
    }
  }

  ring([x, y]) {
    return `M${short(x * this.scale - POINT)} ${short(y * this.scale)}a${POINT} ${POINT} 0 1 0 ${2 * POINT} 0a${POINT} ${POINT} 0 1 0 ${-2 * POINT} 0z`;
  }

  /** An area's outlines; a ring around its place if it has none. */
  shape({ outlines, at }) {
    return outlines.length ? outlines.map((ring) => this.path(ring)).join("") : this.ring(at);
  }

  borders() {
    return `<path d="${this.model.areas.map((area) => this.shape(area)).join("")}" fill="none" stroke="#a4957a" pointer-events="none"/>`;
  }

  rivers() {
    const lines = this.model.document.rivers.map((river) => this.path(river.line, false)).join("");
    return `<path d="${lines}" fill="none" stroke="#6d95a8" stroke-width="2.6" pointer-events="none"/>`;
  }

  links() {
    const at = new Map(this.model.areas.map((area) => [area.id, area.at]));
    return Object.entries(this.data.roads).map(([kind, strokes]) => {
      const ways = this.model.document.links.filter((link) => link.kind === kind && at.has(link.a) && at.has(link.b));
      const path = ways.map((link) => this.way(link, at)).join("");
      return strokes.map(([colour, thick, dash]) =>
        `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${thick}" stroke-dasharray="${dash}" pointer-events="none"/>`).join("");
    }).join("");
  }

  /** A link as the data of a path: straight alone, bent aside where others run beside it. */
  way(link, at) {
    const beside = this.model.linksBetween(link.a, link.b);
    const bend = BESIDE * (beside.indexOf(link) - (beside.length - 1) / 2);
    const ends = link.a < link.b || !bend ? [link.a, link.b] : [link.b, link.a];
    const [[x1, y1], [x2, y2]] = ends.map((end) => at.get(end).map((each) => each * this.scale));
    if (!bend) return `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}`;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const x = (x1 + x2) / 2 - ((y2 - y1) / length) * bend;
    const y = (y1 + y2) / 2 + ((x2 - x1) / length) * bend;
    return `M${short(x1)} ${short(y1)}Q${short(x)} ${short(y)} ${short(x2)} ${short(y2)}`;
  }

  * places() {
    for (const area of this.model.areas) {
      const here = area.features.filter((feature) => !feature.at);
      yield this.sign(area.at, here[0]);
      for (const [index, feature] of here.slice(1).entries()) yield this.sign(area.at, feature, 22 + index * 20);
      for (const feature of area.features) if (feature.at) yield this.sign(feature.at, feature);
      const [x, y] = area.at.map((each) => short(each * this.scale));
      const words = `x="${x}" y="${y + 26}" font-size="14" text-anchor="middle"`;
      yield `<g pointer-events="none"><text ${words} stroke="#fbf7ec" stroke-width="3" stroke-opacity=".8">${escaped(area.name)}</text>`
        + `<text ${words} fill="${this.wrong.has(area.id) ? "#8c1f22" : "#231c15"}">${escaped(area.name)}</text></g>`;
    }
  }

  sign([x, y], feature, aside = 0) {
    const drawn = feature ? this.data.features[feature.kind] ?? "" : "";
    const dot = '<circle r="5" fill="#fbf7ec" stroke="#231c15" stroke-width="1.6"/>';
    const strength = feature?.kind === "fortress" && feature.strength
      ? `<text y="4" font-size="11" text-anchor="middle">${Number(feature.strength)}</text>` : "";
    return `<g transform="translate(${short(x * this.scale + aside)} ${short(y * this.scale)})" pointer-events="none">${drawn || dot}${strength}</g>`;
  }

  /** What is being worked on: the chosen area, corners, a line that is drawn, the end of a link. */
  mark(/** @type {Record<string, any>} */ { area, corners, corner, middles, line, from, cursor }) {
    const parts = [];
    if (area) parts.push(`<path d="${this.shape(area)}" class="editor-chosen"/>`);
    if (from) parts.push(`<path d="${this.ring(from.at)}" class="editor-from"/>`);
    for (const each of middles) parts.push(this.handle(each, "editor-middle", 4));
    for (const each of corners) parts.push(this.handle(each, each === corner ? "editor-corner now" : "editor-corner", 6));
    if (line) {
      parts.push(`<path d="${this.path(line, false)}" class="editor-line"/>`);
      for (const each of line) parts.push(this.handle(each, "editor-corner", 5));
    }
    if (cursor) {
      const [x, y] = cursor.map((each) => short(each * this.scale));
      parts.push(`<path d="M${x - 14} ${y}h28M${x} ${y - 14}v28" class="editor-cursor"/>`);
    }
    this.over.innerHTML = parts.join("");
  }

  handle([x, y], kind, radius) {
    return `<circle cx="${short(x * this.scale)}" cy="${short(y * this.scale)}" r="${radius}" class="${kind}"/>`;
  }
}
