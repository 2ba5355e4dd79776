/* The options of the decision, as forms in the panel: found by key, tied to the pieces that they name. */

import { idOf } from "./board.js";
import { button, keyOf, parsed, rounded } from "../shared/dom.js";

const namesOf = (form) => (form.dataset.pieces ?? "").split(" ").filter(Boolean);

/** The list of a form with many places to pick from. */
const listOf = (form) => form.querySelector("select[name=key]");

/** The keys of all options that a form stands for. */
const keysOf = (form) =>
  form.dataset.key ? [form.dataset.key] : [...(listOf(form)?.options ?? [])].map((option) => option.value);

/** The forms in a fold, or those under a heading: what names no piece is no longer about the heading's. */
const formsOf = (part) => {
  if (part.matches("details")) return [...part.querySelectorAll("form.option")];
  const found = [];
  for (let next = part.nextElementSibling; next?.matches("form.option"); next = next.nextElementSibling) found.push(next);
  const named = found.filter((form) => namesOf(form).length);
  return named.length ? named : found;
};

/** Hides what has nothing in sight to stand over, and a heading that says the same as the one before it. */
const tidy = (parts) => {
  let before = null;
  for (const part of parts) {
    part.hidden = formsOf(part).every((form) => form.hidden);
    if (part.hidden) continue;
    const words = part.matches("h3") ? part.textContent.trim() : null;
    part.hidden = words !== null && words === before;
    before = words;
  }
};

export class Options {
  constructor(board) {
    this.board = board;
    for (const type of ["pointerover", "focusin"]) {
      board.root.addEventListener(type, (event) => this.enter(event.target.closest("form.option")));
    }
    for (const type of ["pointerout", "focusout"]) {
      board.root.addEventListener(type, (event) => this.leave(event));
    }
    board.root.addEventListener("input", (event) => {
      const form = event.target.closest("form.option");
      if (form) board.emit("typed", form);
    });
    board.on("pointed", (id) => this.point(id));
    board.on("selected", ({ id, by }) => this.narrow(by === "player" ? id : ""));
    board.on("chosen", (id) => this.narrow(id));
    board.on("swapped", () => {
      if (!this.entered?.isConnected) this.entered = null;
      this.widen();
    });
  }

  get forms() {
    return [...(this.board.panel?.querySelectorAll("form.option") ?? [])];
  }

  /** The form of an option that is on offer now. */
  find(key) {
    const wanted = keyOf(key);
    return (wanted && this.forms.find((form) => keysOf(form).some((each) => keyOf(each) === wanted))) || null;
  }

  /** Every option with the form that it stands in, its key read: { form, key }. */
  keyed() {
    return this.forms.flatMap((form) => keysOf(form).map((text) => ({ form, key: parsed(text, {}) })));
  }

  /** Chooses one of the places that a form has in a list. */
  aim(form, key) {
    const list = listOf(form);
    const found = [...(list?.options ?? [])].find((option) => keyOf(option.value) === keyOf(key));
    if (found) list.value = found.value;
  }

  // -- tied to the pieces ----------------------------------------------------------------------

  enter(form) {
    if (form === this.entered) return;
    this.entered = form;
    const names = form ? namesOf(form) : [];
    for (const piece of this.board.pieces) piece.classList.toggle("named", names.includes(idOf(piece)));
    this.board.emit("option", form);
  }

  leave(event) {
    const next = event.relatedTarget;
    if (!next || !(next instanceof Element) || !next.closest("form.option")) this.enter(null);
  }

  point(id) {
    for (const form of this.forms) form.classList.toggle("pointed", Boolean(id) && namesOf(form).includes(id));
  }

  /** Shows just the options that name a piece and those that name none, with a way to see all again. */
  narrow(id) {
    this.widen();
    const others = this.forms.filter((form) => namesOf(form).length && !namesOf(form).includes(id));
    const some = this.forms.some((form) => namesOf(form).includes(id));
    if (!id || !some || !others.length) return;
    for (const form of others) form.hidden = true;
    tidy(this.parts);
    for (const form of this.forms) {
      const fold = namesOf(form).includes(id) && form.closest("details.fold");
      if (fold) fold.open = true;
    }
    const words = `Show all ${this.forms.length} options again`;
    const all = button(words, () => {
      this.widen();
      this.board.toDecision();
    });
    all.classList.add("board-all");
    this.forms[0].closest(".decision")?.querySelector("h2")?.after(all);
    this.hint(true);
  }

  /** What options stand in or under. */
  get parts() {
    return [...(this.board.panel?.querySelectorAll(".decision .options :is(details, h3)") ?? [])];
  }

  widen() {
    this.board.panel?.querySelector(".board-all")?.remove();
    for (const hidden of [...this.forms, ...this.parts]) hidden.hidden = false;
    this.hint(false);
  }

  /** The hint says what comes next once a piece is in hand, if it knows. */
  hint(picked) {
    const { panel } = this.board;
    if (!panel?.querySelector("[data-hint-next]")) return;
    for (const next of panel.querySelectorAll("[data-hint-next]")) next.hidden = !picked;
    for (const first of panel.querySelectorAll("[data-hint-first]")) first.hidden = picked;
  }

  // -- numbers ---------------------------------------------------------------------------------

  input(form, name) {
    return form?.elements.namedItem(`number-${name}`) ?? null;
  }

  number(form, name) {
    const text = this.input(form, name)?.value ?? "";
    return text === "" ? null : Number(text);
  }

  /** Writes a number into its field, within the field's limits. */
  write(form, name, value) {
    const input = this.input(form, name);
    if (!input) return;
    const text = rounded(value);
    if (input.max !== "" && Number(text) > Number(input.max)) input.value = input.max;
    else if (input.min !== "" && Number(text) < Number(input.min)) input.value = input.min;
    else input.value = text;
  }

  button(form) {
    return form.querySelector("button:not([type=button])");
  }

  /** The words of an option, as its button or its line in a list says them. */
  words(form, key = null) {
    const list = listOf(form);
    if (list) {
      const line = key && [...list.options].find((option) => keyOf(option.value) === keyOf(key));
      const own = (line ?? list.selectedOptions[0])?.textContent.trim();
      return own ? `${list.dataset.begins} ${own}`.trim() : "";
    }
    return (form.dataset.label ?? this.button(form)?.textContent ?? "").trim();
  }

  /** Opens what hides the form and gives its button the focus, without moving the page. */
  ready(form) {
    if (form.hidden) this.widen();
    const around = (inner) => inner.parentElement.closest("details");
    for (let fold = around(form); fold; fold = around(fold)) fold.open = true;
    this.button(form)?.focus({ preventScroll: true });
  }
}
