/* A map of hexes: where the selected unit may step or be put, and how it may turn, tapped or dragged to. */

import { base, bearing, corners, distance, middle, sizeOf } from "../shared/geometry.js";
import { idOf } from "./board.js";
import { keyOf, shape } from "../shared/dom.js";
import { RADIUS, ahead, headingOf } from "./hexgrid.js";

const NEAR = 0.62; // how far from a hex's centre a drag still means it
const TURNED = 0.22; // how far from its own centre a drag turns a piece
const THUMB = 15; // pixels that the spot of a turn has at least as its radius
const SEEN = 9; // pixels that an arrow has at least from its middle to its point
const LEGIBLE = 46; // pixels from hex to hex at which a finger finds one
const TINY = 32; // pixels from hex to hex at which it does not
const ARROW = [0, 0.15, 125, 0.13, 180, 0.045, 235, 0.13]; // an arrowhead: turns and lengths from its middle
const SIZE = [0.84, 0.42]; // a stand that is not on the map yet
const GENERAL = 0.3;

export class Hexes {
  constructor(board, options, ghosts, confirm, view, why, ways) {
    this.board = board;
    this.options = options;
    this.ghosts = ghosts;
    this.confirm = confirm;
    this.view = view;
    this.why = why;
    this.ways = ways;
    this.grid = board.hexes;
    this.on = Boolean(this.grid);
    /** @type {any[]} */
    this.spots = [];
    /** @type {ReturnType<Hexes["actions"]>} */
    this.found = [];
    this.aimed = "";
    if (!this.on) return;
    board.layer("spots");
    for (const name of ["inspection", "replay"]) board.on(name, () => this.renew());
    board.on("unpointed", () => {
      this.asked = null;
      this.aim("");
    });
    board.on("view", () => this.drawnAt !== board.unitsOfPixel && this.draw());
  }

  // -- places ------------------------------------------------------------------------------------

  outline(centre, part = 0.95) {
    return [0, 1, 2, 3, 4, 5].flatMap((facing) => ahead(centre, headingOf(facing), RADIUS * part));
  }

  /** Where the selected unit stands and faces; nothing of one that is not on the map. */
  get here() {
    const piece = this.board.piece(this.board.inspection?.unit);
    if (!piece) return null;
    const place = middle(this.board.outline(piece).flat());
    const heading = Number(piece.dataset.heading ?? 90);
    return { piece, name: this.grid.name(place), facing: Math.round((heading - 30) / 60 + 6) % 6 };
  }

  // -- what may be done --------------------------------------------------------------------------

  /** The options about the selected unit that lead to a hex or to a facing. */
  actions() {
    const { inspection, replaying } = this.board;
    if (!inspection || replaying) return [];
    const { here } = this;
    const sure = new Map(inspection.moves.map((move) => [keyOf(move.key), move]));
    return this.options.keyed().flatMap(({ form, key }) => {
      if ((key.unit ?? key.leader) !== inspection.unit) return [];
      const hex = key.hex ?? here?.name;
      const rear = key.do === "turn-rear" && here ? (here.facing + 3) % 6 : undefined;
      const facing = key.facing ?? rear;
      if (!hex || (key.hex === undefined && facing === undefined)) return [];
      return [{ form, key, hex, facing, move: sure.get(keyOf(key)) ?? null }];
    });
  }

  renew() {
    this.found = this.actions();
    this.aimed = "";
    this.draw();
    this.approach();
  }

  aim(name) {
    this.aimed = name;
    this.draw();
  }

  // -- drawing -----------------------------------------------------------------------------------

  draw() {
    const layer = this.board.layer("spots");
    this.drawnAt = this.board.unitsOfPixel;
    this.spots = [];
    const { here } = this;
    const { found } = this;
    for (const name of new Set(found.map(({ hex }) => hex))) {
      const there = found.filter(({ hex }) => hex === name);
      const own = name === here?.name;
      if (!own) this.hex(layer, name, there);
      if (own || name === this.aimed) this.turns(layer, name, there, own);
    }
  }

  hex(layer, name, actions) {
    const charge = actions.some(({ key }) => key.do.includes("charge")) ? " charge" : "";
    const far = actions.some(({ key }) => key.do === "general-move" || key.do === "place") ? " far" : "";
    const aimed = name === this.aimed ? " aimed" : "";
    const drawn = this.board.polygon(this.outline(this.grid.centre(name)), `hex-spot${charge}${far}${aimed}`);
    this.spot(layer, drawn, { name, actions });
  }

  /** An arrow at the point of a hex for each facing that may be chosen there. */
  turns(layer, name, actions, own) {
    const large = Math.max(1, (SEEN * this.board.unitsOfPixel) / this.board.scale / ARROW[1]);
    const reach = Math.max(0.2 * this.board.scale, THUMB * this.board.unitsOfPixel);
    for (const facing of new Set(actions.map((action) => action.facing))) {
      const there = actions.filter((action) => action.facing === facing);
      if (facing === undefined || (own && there.some(({ key }) => key.do === "place"))) continue;
      const at = ahead(this.grid.centre(name), headingOf(facing), RADIUS);
      const tip = corners(ARROW).flatMap(([turn, far]) => ahead(at, headingOf(facing) + turn, far * large));
      const charge = there.some(({ key }) => key.do.includes("charge")) ? " charge" : "";
      const [cx, cy] = this.board.drawn(at);
      const room = shape("circle", { class: "turn-room", cx, cy, r: reach.toFixed(1) });
      const drawn = shape("g", { class: `turn-spot${charge}` }, room, this.board.polygon(tip, "arrow"));
      this.spot(layer, drawn, { name, actions: there });
    }
  }

  spot(layer, drawn, spot) {
    drawn.dataset.spot = String(this.spots.length);
    drawn.dataset.said = this.said(spot.actions[0]);
    this.spots.push(spot);
    layer.append(drawn);
  }

  words({ form, key }) {
    return this.options.words(form, key);
  }

  /** The words of an action with what is known of it, and what hangs on it: the odds of a charge. */
  said(action) {
    const words = [this.words(action), action.move?.words].filter(Boolean).join("; ");
    return [words, action.form.dataset.stakes].filter(Boolean).join(". ");
  }

  // -- doing it ----------------------------------------------------------------------------------

  tap({ target, place, piece }) {
    const drawn = this.on && target.closest("[data-spot]");
    if (this.board.busy) return false;
    if (!drawn) return !piece && this.refuse(place);
    this.take(this.spots[Number(drawn.dataset.spot)]);
    return true;
  }

  /** Says why the selected unit cannot go to a place of the map; false if nothing is known of its going. */
  refuse(place) {
    const { inspection, replaying } = this.board;
    if (!this.on || !inspection || replaying) return false;
    const name = this.grid.name(place);
    if (name === this.here?.name) return false;
    const line = document.querySelector(`#board-inspection [data-bar="${name}"]`);
    if (line) this.why.say(line);
    else if (this.ways.to(name)) this.propose(this.ways.to(name));
    else if (this.found.some(({ hex }) => hex !== this.here?.name)) {
      this.why.say(`It cannot get to ${name} in this move. Hexes with a dashed edge are in reach.`);
    } else {
      const mine = (wanted) => this.options.keyed().find(({ key }) => key.do === wanted && key.unit === inspection.unit);
      const [first, extra] = [mine("activate"), mine("extra-move")];
      if (first) this.confirm.open(first.form, `It cannot get to ${name} in this move. It has to act first: ${this.words(first)}`);
      else if (extra) this.confirm.open(extra.form, `Its move is over. To go on towards ${name}: ${this.words(extra)}`);
      else if (mine("end-stand")) this.why.say(`It cannot get to ${name}: its move is over.`);
      else return false;
    }
    return true;
  }

  /** One action is done or asked about; of several the next one at each tap, as far as it faces now if it can. */
  take({ name, actions }) {
    const [first] = actions;
    const now = this.here?.facing;
    const same = actions.find((action) => action.facing === now) ?? first;
    const last = actions.findIndex((action) => action === this.asked);
    const action = last < 0 ? same : actions[(last + 1) % actions.length];
    if (actions.length === 1 && action.move?.at_once) this.go(action);
    else this.ask(action, name);
  }

  go({ form, key }) {
    this.options.aim(form, key);
    form.requestSubmit(this.options.button(form));
  }

  // -- several choices at once -----------------------------------------------------------------------

  /** Shows a way and asks; a way that was dragged and costs nothing is followed at once. */
  propose(way, dragged = false) {
    this.trace(way);
    if (dragged && way.sure) {
      this.ways.begin(way);
      return;
    }
    const words = this.ways.words(way);
    this.board.announce(words);
    this.confirm.open(this.options.find(way.keys[0]), words, () => this.ways.begin(way));
    this.trace(way);
  }

  /** The way and, at its end, the piece as it would stand. */
  trace(way) {
    this.ways.draw(way);
    const move = { key: way.keys[0], label: `${way.place}: ${way.words}`, param: "", chance: null };
    this.ghosts.hold(move, this.ghost({ hex: way.place, facing: way.facing, key: {} }));
  }

  ask(action, name) {
    this.options.aim(action.form, action.key);
    this.aim(action.facing === undefined ? "" : name);
    const words = this.said(action);
    this.board.announce(words);
    this.confirm.open(action.form, words);
    this.asked = action;
    this.show(action);
  }

  /** The ghost of the piece as it would stand. */
  show(action) {
    const ghost = this.ghost(action);
    const move = action.move ?? { key: action.key, label: this.words(action), param: "", chance: null };
    this.ghosts.hold(move, ghost);
  }

  ghost({ hex, facing, key }) {
    const { here, board } = this;
    const centre = this.grid.centre(hex);
    if (key.leader && !key.unit) return { outline: this.outline(centre, GENERAL), heading: 90, value: 0 };
    const home = board.inspection.side ? 4 : 1;
    const heading = headingOf(facing ?? here?.facing ?? home);
    const flat = here ? board.outline(here.piece) : [];
    const now = here ? headingOf(here.facing) : heading;
    const size = flat.length > 2 ? sizeOf({ outline: flat.flat(), heading: now }) : SIZE;
    return { outline: base(ahead(centre, heading, size[1] / 2), heading, size), heading, value: 0 };
  }

  // -- dragging ----------------------------------------------------------------------------------

  grip({ piece }) {
    if (!this.on || !piece || idOf(piece) !== this.board.inspection?.unit) return null;
    if (this.board.panning || this.board.busy || !(this.found.length || this.ways.any)) return null;
    let action = null;
    let way = null;
    this.board.root.classList.add("dragging");
    const stop = () => this.board.root.classList.remove("dragging");
    return {
      move: (to) => {
        action = this.nearest(to);
        way = action ? null : this.ways.to(this.grid.name(to));
        this.ways.clear();
        if (action) this.show(action);
        else if (way) this.trace(way);
        else this.ghosts.clear();
      },
      end: (to) => {
        stop();
        if (way) this.propose(way, true);
        else if (!action) this.refuse(to);
        else if (action.move?.at_once) this.go(action);
        else this.ask(action, action.hex);
      },
      cancel: () => {
        stop();
        this.ways.clear();
        this.ghosts.clear();
      },
    };
  }

  /** A stand that is carried to the map from outside: the hex under the pointer, if it may be put there. */
  carry() {
    let action = null;
    return {
      move: (to) => {
        action = this.nearest(to);
        if (action) this.show(action);
        else this.ghosts.clear();
      },
      end: (to) => {
        if (!action) this.refuse(to);
        else this.ask(action, action.hex);
      },
      cancel: () => this.ghosts.clear(),
    };
  }

  /** What a drag to a place means: within its own hex the nearest turn, else the hex under the pointer. */
  nearest(place) {
    const { here } = this;
    const own = here && distance(this.grid.centre(here.name), place) < RADIUS;
    if (own) return this.turned(here, place);
    const there = this.found.filter((action) => action.hex !== here?.name);
    const off = (action) => distance(this.grid.centre(action.hex), place);
    const near = there.filter((action) => off(action) < NEAR).sort((one, two) => off(one) - off(two));
    return near.find((action) => action.hex === near[0].hex && action.facing === here?.facing) ?? near[0] ?? null;
  }

  turned(here, place) {
    const centre = this.grid.centre(here.name);
    if (distance(centre, place) < TURNED) return null;
    const towards = bearing(centre, place);
    const off = ({ facing }) => Math.abs(((headingOf(facing) - towards + 540) % 360) - 180);
    const turns = this.found.filter((action) => action.hex === here.name && action.facing !== undefined);
    return turns.filter((action) => off(action) < 31).sort((one, two) => off(one) - off(two))[0] ?? null;
  }

  // -- near enough for a finger ------------------------------------------------------------------

  /** While the whole map is shown on a small screen, the piece that may act, or its places, are brought near. */
  approach() {
    const { board, view, here } = this;
    if (!view.fitted || !(this.found.length || this.ways.any) || board.replaying) return;
    if (board.scale / board.unitsOfPixel >= TINY) return;
    const places = here ? [here.name] : this.found.map(({ hex }) => hex);
    view.moveTo(view.seen(middle(places.flatMap((name) => this.grid.centre(name)))), board.scale / LEGIBLE);
  }
}

/** The middles of outlines, the farthest from a place first. */
export const farthest = (outlines, place) =>
  outlines
    .filter((outline) => corners(outline).length > 2)
    .map(middle)
    .sort((one, two) => distance(two, place) - distance(one, place));
