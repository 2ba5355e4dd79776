/* The properties of the chosen area and of the whole map, the buttons, what is wrong. */

import { Panel } from "../../editor/panel.js";
import { button, element } from "../../shared/dom.js";
import { DRAWN, HELP } from "./tools.js";

const NUMBERS = ["income", "supply", "victory"];

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
    } else area[name] = value.trim();
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
    const { id, name, terrain, owner, home, income, supply, victory, at: [x, y] } = area;
    this.fill(this.area, { id, name, terrain, owner, home, income, supply, victory, x, y });
    const owners = [...this.editor.drawing.owners().keys()].map((each) => element("option", { value: each }));
    this.area.querySelector("#owners").replaceChildren(...owners);
    this.rows("features", [...area.features.map((each) => this.feature(area, each)), this.newFeature(area)]);
    this.rows("links", [...model.linksOf(area.id).map((each) => this.link(area, each)), this.newLink(area)]);
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
    const name = input({ type: "text", maxlength: "120", placeholder: "name" }, feature.name, "Its name");
    const strength = input({ type: "number", min: "0", max: "100" }, feature.strength, "Its strength");
    const fields = [
      this.bound(select(kinds, feature.kind, "Feature"), (value) => { feature.kind = value; }),
      this.bound(name, (value) => { feature.name = value.trim(); }),
      this.bound(strength, (value) => { feature.strength = Math.round(Number(value)) || 0; }),
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
    const title = "cost in march points; 0: that of its kind";
    const cost = input({ type: "number", min: "0", max: "100", step: "any", title }, link.cost, "Its cost");
    const fields = [
      element("span", {}, name),
      this.bound(select(this.editor.data.links, link.kind, `Link to ${name}`), (value) => { link.kind = value; }),
      this.bound(cost, (value) => { link.cost = Number(value) || 0; }),
    ];
    return this.row(fields, () => this.editor.model.unlink(link), `Unlink ${name}`);
  }

  newLink(area) {
    const { model } = this.editor;
    const free = model.areas.filter((each) => each !== area && !model.link(area.id, each.id))
      .sort((a, b) => a.name.localeCompare(b.name)).map((each) => [each.id, each.name || each.id]);
    const other = select({ "": "Link to …", ...Object.fromEntries(free) }, "", "Link to");
    return element("li", {}, this.bound(other, (value) => {
      if (value) model.toggleLink(area.id, value, this.editor.tools.values.link);
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
