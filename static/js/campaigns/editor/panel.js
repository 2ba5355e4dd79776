/* The properties of the chosen area and of the whole map, the buttons, what is wrong. */

import { Panel } from "../../editor/panel.js";
import { button, element } from "../../shared/dom.js";
import { DRAWN, HELP } from "./tools.js";

const NUMBERS = ["income", "supply", "victory"];
const NEW = "+"; // the line of a list that stands for a new faction

/** A faction as it is called on the page. */
const titled = (key) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("-", " ");

const select = (names, value, label) => {
  const field = element("select", { "aria-label": label });
  for (const [key, name] of Object.entries(names)) {
    const option = element("option", { value: key }, name);
    option.selected = key === value;
    field.append(option);
  }
  return field;
};

const input = (attributes, value, label) => {
  const field = element("input", { ...attributes, "aria-label": label });
  field.value = value;
  return field;
};

export class AreaPanel extends Panel {
  constructor(editor) {
    const { tools } = editor;
    super(editor, editor.part("tools"), HELP, {
      remove: () => editor.remove(),
      whole: () => editor.choose(""),
      close: () => editor.close(),
      drop() {
        tools.line = [];
      },
    });
    this.naming = ""; // of what a new faction is to be named: owner or home
    this.area = editor.root.querySelector("#area-panel");
    this.map = editor.root.querySelector("#map-panel");
    for (const form of [this.area, this.map]) {
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("change", (event) => this.typed(form, event.target));
    }
  }

  // -- what is typed ---------------------------------------------------------------------------

  typed(form, field) {
    const { model, chosen } = this.editor;
    if (!field.name || !field.checkValidity()) {
      field.reportValidity();
      return;
    }
    if (form === this.map) this.typedMap(field);
    else {
      const area = model.area(chosen);
      if (area) this.typedArea(area, field);
    }
    this.editor.changed();
  }

  typedMap({ name, value }) {
    const { document: map } = this.editor.model;
    if (["width", "height"].includes(name)) map[name] = Number(value) || map[name];
    else map[name] = value;
  }

  typedArea(area, { name, value }) {
    const { editor } = this;
    if (name === "x") editor.model.move(area, [Number(value), area.at[1]]);
    else if (name === "y") editor.model.move(area, [area.at[0], Number(value)]);
    else if (NUMBERS.includes(name)) area[name] = Math.round(Number(value)) || 0;
    else if (name === "id") {
      if (value && !editor.model.area(value)) editor.model.rename(area, value);
      editor.chosen = area.id;
    } else if (name === "owner" || name === "home") this.chooseFaction(area, name, value);
    else if (name === "faction") this.nameFaction(area, value);
    else area[name] = value.trim();
  }

  /** The faction of a list, or a new one, which is named in a field of its own. */
  chooseFaction(area, name, value) {
    this.naming = value === NEW ? name : "";
    if (!this.naming) area[name] = value;
    this.showArea();
    if (this.naming) this.area.elements.faction.focus();
  }

  nameFaction(area, value) {
    const key = this.editor.model.key(value);
    if (this.naming && key) area[this.naming] = key;
    this.naming = "";
    this.area.elements.faction.value = "";
  }

  // -- what is shown ---------------------------------------------------------------------------

  show() {
    super.show();
    const { tools } = this.editor;
    const drawing = DRAWN.includes(tools.tool) && tools.line.length > 0;
    for (const does of ["close", "drop"]) this.button(does).hidden = !drawing;
    this.showMap();
    this.showArea();
  }

  fill(form, values) {
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements[name];
      if (field && field !== document.activeElement) field.value = value;
    }
  }

  showMap() {
    const { document: map } = this.editor.model;
    this.fill(this.map, { name: map.name, width: map.width, height: map.height, notes: map.notes });
    const rows = [
      ...map.land.map((ring, index) => this.water(`Coast ${index + 1}, ${ring.length} corners`, map.land, index)),
      ...map.rivers.map((river, index) => this.river(river, map.rivers, index)),
    ];
    this.map.querySelector('[data-rows="waters"]').replaceChildren(...rows);
  }

  water(words, all, index, field = null) {
    const away = () => all.splice(index, 1);
    return this.row([field ?? element("span", {}, words)], away, `Remove ${words}`, "Remove");
  }

  river(river, all, index) {
    const name = input({ type: "text", maxlength: "120", placeholder: "River" }, river.name, `Name of river ${index + 1}`);
    const field = this.bound(name, (value) => { river.name = value.trim(); });
    return this.water(`river ${index + 1}`, all, index, field);
  }

  showArea() {
    const { model, chosen } = this.editor;
    const area = model.area(chosen);
    this.area.hidden = !area;
    this.map.hidden = Boolean(area);
    if (!area) return;
    this.area.querySelector("[data-title]").textContent = area.name || area.id;
    const { id, name, terrain, income, supply, victory, at: [x, y] } = area;
    this.fill(this.area, { id, name, terrain, income, supply, victory, x, y });
    for (const what of ["owner", "home"]) this.showFactions(area, what);
    this.area.querySelector("[data-new-faction]").hidden = !this.naming;
    this.rows("features", [...area.features.map((each) => this.feature(area, each)), this.newFeature(area)]);
    this.rows("links", [...model.linksOf(area.id).map((each) => this.link(area, each)), this.newLink(area)]);
  }

  /** The list of factions that an area belongs to, with a line for a new one. */
  showFactions(area, what) {
    const factions = this.editor.model.owners().map((key) => [key, titled(key)]);
    const lines = [["", "Nobody"], ...factions, [NEW, "New faction …"]];
    const field = this.area.elements[what];
    field.replaceChildren(...lines.map(([value, words]) => element("option", { value }, words)));
    field.value = this.naming === what ? NEW : area[what];
  }

  /** Rows anew; who was in one of their fields stays in it. */
  rows(kind, rows) {
    const list = this.area.querySelector(`[data-rows="${kind}"]`);
    const fields = [...list.querySelectorAll("input, select, button")];
    const now = fields.indexOf(document.activeElement);
    list.replaceChildren(...rows);
    if (now >= 0) list.querySelectorAll("input, select, button")[now]?.focus();
  }

  row(fields, remove, label, words = "×") {
    const away = () => {
      remove();
      this.editor.changed();
    };
    return element("li", {}, ...fields, button(words, away, { "aria-label": label }));
  }

  bound(field, put) {
    field.addEventListener("change", () => {
      put(field.value);
      this.editor.changed();
    });
    return field;
  }

  feature(area, feature) {
    const { kinds } = this.editor.data;
    const name = input({ type: "text", maxlength: "120", placeholder: "name" }, feature.name, "Name");
    const strength = input({ type: "number", min: "0", max: "100" }, feature.strength, "Its strength");
    const fields = [
      this.bound(select(kinds, feature.kind, "Feature"), (value) => { feature.kind = value; }),
      this.bound(name, (value) => { feature.name = value.trim(); }),
      element("label", {}, "Strength", this.bound(strength, (value) => { feature.strength = Math.round(Number(value)) || 0; })),
    ];
    return this.row(fields, () => { area.features = area.features.filter((each) => each !== feature); }, `Remove the ${kinds[feature.kind] ?? feature.kind}`);
  }

  newFeature(area) {
    const kind = select({ "": "Another feature …", ...this.editor.data.kinds }, "", "Another feature");
    return element("li", {}, this.bound(kind, (value) => { if (value) this.editor.model.addFeature(area, value); }));
  }

  link(area, link) {
    const other = link.a === area.id ? link.b : link.a;
    const name = this.editor.model.area(other)?.name || other;
    const called = input({ type: "text", maxlength: "120", placeholder: "name" }, link.name, `Name of the link to ${name}`);
    const title = "Cost in march points. 0: the usual cost of its kind";
    const cost = input({ type: "number", min: "0", max: "100", step: "any", title }, link.cost, "Its cost in march points");
    const fields = [
      element("span", {}, name),
      this.bound(select(this.editor.data.links, link.kind, `Link to ${name}`), (value) => { link.kind = value; }),
      this.bound(called, (value) => { link.name = value.trim(); }),
      element("label", {}, "Cost", this.bound(cost, (value) => { link.cost = Number(value) || 0; })),
    ];
    return this.row(fields, () => this.editor.model.unlink(link), `Unlink ${name}`);
  }

  newLink(area) {
    const { model } = this.editor;
    const free = model.areas.filter((each) => each !== area)
      .sort((a, b) => a.name.localeCompare(b.name)).map((each) => [each.id, each.name || each.id]);
    const other = select({ "": "Link to …", ...Object.fromEntries(free) }, "", "Link to");
    return element("li", {}, this.bound(other, (value) => {
      if (value) model.addLink(area.id, value, this.editor.tools.values.link);
    }));
  }

  /** What is wrong with the map that was saved. */
  judged(faults) {
    const root = this.editor.part("faults");
    root.querySelector("[data-none]").hidden = faults.length > 0;
    root.querySelector("[data-list]").replaceChildren(...faults.map((fault) => {
      const [tag, leads] = fault.area ? ["a", { href: "#area-panel", "data-lead": fault.area }] : ["span", {}];
      const line = element("p", {}, element(tag, leads, fault.where), `: ${fault.words}`);
      return element("li", { class: fault.advice ? "finding note" : "finding" }, line);
    }));
  }
}
