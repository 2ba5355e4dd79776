/* The properties of the chosen area and of the whole map, the buttons, what is wrong. */

import { DRAWN, TOLD } from "./tools.js";

const NUMBERS = ["income", "supply", "victory"];

const made = (tag, attributes = {}, text = "") => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
};

const select = (names, value, label) => {
  const field = made("select", { "aria-label": label });
  for (const [key, name] of Object.entries(names)) {
    const option = made("option", { value: key }, name);
    option.selected = key === value;
    field.append(option);
  }
  return field;
};

const input = (attributes, value, label) => {
  const field = made("input", { ...attributes, "aria-label": label });
  field.value = value;
  return field;
};

const button = (words, label) => made("button", { type: "button", class: "button quiet small", "aria-label": label }, words);

export class Panel {
  constructor(desk) {
    this.desk = desk;
    this.area = desk.root.querySelector("#area-panel");
    this.map = desk.root.querySelector("#map-panel");
    this.tools = desk.root.querySelector("#atlas-tools");
    desk.root.addEventListener("click", (event) => this.click(event));
    for (const form of [this.area, this.map]) {
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("change", (event) => this.typed(form, event.target));
    }
  }

  click(event) {
    const { desk } = this;
    const part = event.target.closest("button, a[data-lead]");
    if (!part) return;
    const { tool, value, does, lead } = part.dataset;
    if (tool) desk.tools.take(tool);
    else if (value) desk.tools.values[part.closest("[data-options]").dataset.options] = value;
    else if (does) this.does(does);
    else if (lead) {
      event.preventDefault();
      desk.lead(lead);
    } else return;
    this.show();
    desk.mark();
  }

  does(name) {
    const { desk } = this;
    const acts = {
      undo: () => desk.model.undo(),
      redo: () => desk.model.redo(),
      nearer: () => desk.view.zoom(),
      further: () => desk.view.zoom(1 / 1.4),
      fit: () => desk.view.fit(),
      remove: () => desk.remove(),
      whole: () => desk.choose(""),
      close: () => {
        desk.tools.close();
        desk.changed();
      },
      drop: () => {
        desk.tools.line = [];
      },
    };
    acts[name]?.();
  }

  // -- what is typed ---------------------------------------------------------------------------

  typed(form, field) {
    const { model, chosen } = this.desk;
    if (!field.name || !field.checkValidity()) {
      field.reportValidity();
      return;
    }
    if (form === this.map) this.typedMap(field);
    else {
      const area = model.area(chosen);
      if (area) this.typedArea(area, field);
    }
    this.desk.changed();
  }

  typedMap({ name, value }) {
    const { document: map } = this.desk.model;
    if (["width", "height"].includes(name)) map[name] = Number(value) || map[name];
    else map[name] = value;
  }

  typedArea(area, { name, value }) {
    const { desk } = this;
    if (name === "x") desk.model.move(area, [Number(value), area.at[1]]);
    else if (name === "y") desk.model.move(area, [area.at[0], Number(value)]);
    else if (NUMBERS.includes(name)) area[name] = Math.round(Number(value)) || 0;
    else if (name === "id") {
      if (value && !desk.model.area(value)) desk.model.rename(area, value);
      desk.chosen = area.id;
    } else area[name] = value.trim();
  }

  // -- what is shown ---------------------------------------------------------------------------

  show() {
    const { desk } = this;
    const { tools, model } = desk;
    const pressed = (part, on) => part.setAttribute("aria-pressed", String(on));
    for (const part of this.tools.querySelectorAll("[data-tool]")) pressed(part, part.dataset.tool === tools.tool);
    for (const group of this.tools.querySelectorAll("[data-options]")) {
      group.hidden = group.dataset.options !== tools.tool;
      for (const part of group.children) pressed(part, part.dataset.value === tools.values[group.dataset.options]);
    }
    this.tools.querySelector("#tool-told").textContent = TOLD[tools.tool];
    this.tools.querySelector('[data-does="undo"]').disabled = !model.past.length;
    this.tools.querySelector('[data-does="redo"]').disabled = !model.future.length;
    const drawing = DRAWN.includes(tools.tool) && tools.line.length > 0;
    for (const does of ["close", "drop"]) this.tools.querySelector(`[data-does="${does}"]`).hidden = !drawing;
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
    const { document: map } = this.desk.model;
    this.fill(this.map, { name: map.name, width: map.width, height: map.height, notes: map.notes });
    const rows = [
      ...map.land.map((ring, index) => this.water(`Coast ${index + 1}, ${ring.length} corners`, map.land, index)),
      ...map.rivers.map((river, index) => this.river(river, map.rivers, index)),
    ];
    this.map.querySelector('[data-rows="waters"]').replaceChildren(...rows);
  }

  water(words, all, index, field = null) {
    const row = made("li");
    const away = button("Remove", `Remove ${words}`);
    away.addEventListener("click", () => {
      all.splice(index, 1);
      this.desk.changed();
    });
    row.append(field ?? made("span", {}, words), away);
    return row;
  }

  river(river, all, index) {
    const name = input({ type: "text", maxlength: "120", placeholder: "River" }, river.name, `Name of river ${index + 1}`);
    name.addEventListener("change", () => {
      river.name = name.value.trim();
      this.desk.changed();
    });
    return this.water(`river ${index + 1}`, all, index, name);
  }

  showArea() {
    const { model, chosen } = this.desk;
    const area = model.area(chosen);
    this.area.hidden = !area;
    this.map.hidden = Boolean(area);
    if (!area) return;
    this.area.querySelector("[data-title]").textContent = area.name || area.id;
    const { id, name, terrain, owner, home, income, supply, victory, at: [x, y] } = area;
    this.fill(this.area, { id, name, terrain, owner, home, income, supply, victory, x, y });
    const owners = [...this.desk.drawing.owners().keys()].map((each) => made("option", { value: each }));
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

  row(fields, remove, label) {
    const row = made("li");
    const away = button("×", label);
    away.addEventListener("click", () => {
      remove();
      this.desk.changed();
    });
    row.append(...fields, away);
    return row;
  }

  bound(field, put) {
    field.addEventListener("change", () => {
      put(field.value);
      this.desk.changed();
    });
    return field;
  }

  feature(area, feature) {
    const { kinds } = this.desk.data;
    const fields = [
      this.bound(select(kinds, feature.kind, "Feature"), (value) => { feature.kind = value; }),
      this.bound(input({ type: "text", maxlength: "120", placeholder: "name" }, feature.name, "Its name"), (value) => { feature.name = value.trim(); }),
      this.bound(input({ type: "number", min: "0", max: "100" }, feature.strength, "Its strength"), (value) => { feature.strength = Math.round(Number(value)) || 0; }),
    ];
    return this.row(fields, () => { area.features = area.features.filter((each) => each !== feature); }, `Remove the ${kinds[feature.kind] ?? feature.kind}`);
  }

  newFeature(area) {
    const row = made("li");
    const kind = select({ "": "Another feature …", ...this.desk.data.kinds }, "", "Another feature");
    row.append(this.bound(kind, (value) => { if (value) this.desk.model.addFeature(area, value); }));
    return row;
  }

  link(area, link) {
    const other = link.a === area.id ? link.b : link.a;
    const name = this.desk.model.area(other)?.name || other;
    const fields = [
      made("span", {}, name),
      this.bound(select(this.desk.data.links, link.kind, `Link to ${name}`), (value) => { link.kind = value; }),
      this.bound(input({ type: "number", min: "0", max: "100", step: "any", title: "cost in march points; 0: that of its kind" }, link.cost, "Its cost"), (value) => { link.cost = Number(value) || 0; }),
    ];
    return this.row(fields, () => this.desk.model.unlink(link), `Unlink ${name}`);
  }

  newLink(area) {
    const { model } = this.desk;
    const free = model.areas.filter((each) => each !== area && !model.link(area.id, each.id))
      .sort((a, b) => a.name.localeCompare(b.name)).map((each) => [each.id, each.name || each.id]);
    const row = made("li");
    const other = select({ "": "Link to …", ...Object.fromEntries(free) }, "", "Link to");
    row.append(this.bound(other, (value) => { if (value) model.toggleLink(area.id, value, this.desk.tools.values.link); }));
    return row;
  }

  /** What is wrong with the map that was kept. */
  judged(faults) {
    const root = document.getElementById("atlas-faults");
    root.querySelector("[data-none]").hidden = faults.length > 0;
    root.querySelector("[data-list]").replaceChildren(...faults.map((fault) => {
      const row = made("li", { class: fault.advice ? "finding note" : "finding" });
      const line = made("p");
      const where = fault.area ? made("a", { href: "#area-panel", "data-lead": fault.area }, fault.where) : made("span", {}, fault.where);
      line.append(where, `: ${fault.words}`);
      row.append(line);
      return row;
    }));
  }
}
