// The builder replaces its part of the page at each change; what a person has open or half typed stays.
// On a narrow screen the long parts are folded until they are wanted. What is chosen for a command or for the
// army (`form[data-save]`) is saved when it is chosen, and goes along with whatever is pressed before that.
(() => {
  "use strict";

  /** @type {(selector: string, root?: ParentNode) => any[]} */
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const near = (event, selector) => event.target.closest?.(selector);
  /** @type {(id: string) => any} */
  const byId = (id) => document.getElementById(id);

  const PAUSE = 300; // ms: a click that follows a choice at once carries it along
  let saved = null;
  let sent = new Map(); // what was in the fields, by id, when the last request left
  let timer = 0;
  let held = false; // a finger or a button of the mouse is down: nothing may move under it
  let busy = false;
  let next = null; // a form that was sent while another was on its way
  let away = ""; // where a link leads that waits for what is not saved yet

  const narrow = matchMedia("(max-width: 59.99rem)");
  const folds = new Map(); // what a person has opened or closed, by id

  const fold = () => {
    for (const part of all("#builder details.fold")) {
      part.open = folds.get(part.id) ?? !narrow.matches;
    }
  };

  const typed = (field) => {
    if (field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    return field.value !== (field.querySelector("option[selected]") ?? field.options[0])?.value;
  };
  const FIELDS = "input:not([type=hidden]), textarea, select";
  const unsaved = () =>
    all("#builder form[data-save]").filter((form) => all(FIELDS, form).some(typed));

  // Nobody has a name before they are there, and the bar below says what is saved and what is not.
  const report = () => {
    for (const field of all("#builder .leader-form [name=leader]")) {
      field.disabled = !field.form.elements.level.value;
    }
    const [words] = all("#builder .saved");
    if (!words) return;
    words.dataset.saved ??= words.textContent;
    words.textContent = unsaved().length ? "Not saved yet" : words.dataset.saved;
  };

  const begin = () => {
    fold();
    report();
  };
  begin();
  narrow.addEventListener("change", () => {
    folds.clear();
    fold();
  });

  document.addEventListener("click", (event) => {
    const part = near(event, "#builder details.fold");
    if (part && near(event, "summary")) folds.set(part.id, !part.open); // it turns after the click
    const link = near(event, "#builder a[href^='#']");
    const inside = link && document.querySelector(`${link.getAttribute("href")} > details.fold:only-of-type`);
    if (!inside) return;
    inside.open = true; // whoever jumps to a part wants to see it
    folds.set(inside.id, true);
  });

  // -- saving ----------------------------------------------------------------------------------------

  const saver = (form) => form.querySelector(`button[name=do][value=${form.dataset.save}]`);
  const valid = (form) => {
    if (!form.checkValidity()) form.closest("details")?.setAttribute("open", "");
    return form.reportValidity();
  };
  const save = () => {
    clearTimeout(timer);
    const [form] = unsaved();
    if (form && !busy && !held) saver(form).click(); // htmx sends the button that was clicked along
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  };
  const inside = (event) => near(event, "#builder form[data-save]");

  document.addEventListener("input", (event) => inside(event) && report());
  document.addEventListener("change", (event) => inside(event) && soon());
  document.addEventListener("focusout", (event) => inside(event) && soon());
  document.addEventListener("pointerdown", () => { held = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      held = false;
      if (timer) soon();
    });
  }

  // Whatever else is pressed: what is not saved goes along, once it can be; one thing after the other.
  document.addEventListener("submit", (event) => {
    const form = near(event, "#builder form");
    if (!form) return;
    const others = unsaved().filter((each) => each !== form);
    const wrong = others.find((each) => !valid(each));
    if (busy && !wrong) next = { action: form.action, fields: new FormData(form, event.submitter) };
    if (!busy && !wrong) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("htmx:configRequest", (event) => {
    const form = event.detail.elt.closest?.("#builder form");
    if (!form) return;
    clearTimeout(timer);
    timer = 0;
    const own = event.detail.formData.get("do") === form.dataset.save;
    for (const each of unsaved().filter((other) => other !== form || !own)) {
      event.detail.formData.append("also", new URLSearchParams(/** @type {any} */ (new FormData(each, saver(each)))).toString());
    }
    sent = new Map(all("#builder [id]").filter((each) => "value" in each)
      .map((each) => [each.id, each.type === "checkbox" ? each.checked : each.value]));
  });

  // A link that leaves the page waits until all is saved; it stays if that is refused.
  document.addEventListener("click", (event) => {
    const link = near(event, "a[href]");
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.getAttribute("href").startsWith("#")) return;
    const forms = unsaved();
    if (!forms.length && !busy) return;
    event.preventDefault();
    if (!forms.every(valid)) return;
    away = link.href;
    held = false;
    save();
  });

  // -- the page anew ---------------------------------------------------------------------------------

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "builder") busy = true;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const builder = document.getElementById("builder");
    if (!builder || event.detail.target !== builder) return;
    const form = event.detail.requestConfig?.elt?.closest?.("form");
    const refused = event.detail.xhr.status >= 400;
    // What was sent is in the answer; what was refused with something else stays to be mended.
    const changed = (field) =>
      sent.has(field.id) && sent.get(field.id) !== (field.type === "checkbox" ? field.checked : field.value);
    const stays = (field) => {
      if (field.form === form) return changed(field);
      if (field.form?.dataset.save) return typed(field) && (refused || changed(field));
      return field.tagName !== "SELECT" && typed(field);
    };
    saved = {
      open: all("details[open][id]", builder).map((each) => each.id),
      fields: all("input[id], textarea[id], select[id]", builder).filter(stays)
        .map((field) => ({ id: field.id, value: field.value, checked: field.checked })),
      focus: document.activeElement?.id,
    };
  });

  // Where one was; what was taken has a button to give it back in place of the one that took it, and at the
  // fewest bases the button for one fewer is off.
  const TWINS = [["take-", "give-"], ["give-", "take-"], ["fewer-", "more-bases-"], ["more-bases-", "fewer-"]];
  const back = (id) => {
    const found = byId(id);
    if (found && !found.disabled) return found;
    for (const [from, to] of TWINS) {
      if (id.startsWith(from)) return byId(to + id.slice(from.length));
    }
    return found;
  };

  document.addEventListener("htmx:afterSwap", () => {
    fold();
    if (saved) {
      for (const id of saved.open) document.getElementById(id)?.setAttribute("open", "");
      for (const { id, value, checked } of saved.fields) {
        const field = byId(id);
        if (!field) continue;
        if (field.type === "checkbox") field.checked = checked;
        else field.value = value;
      }
      if (saved.focus) back(saved.focus)?.focus({ preventScroll: true });
      saved = null;
    }
    report();
  });

  // What was asked for meanwhile is done to the list as it is now, unless the first was refused.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.target?.id !== "builder") return;
    busy = false;
    const [asked, link] = [next, away];
    [next, away] = [null, ""];
    if (!event.detail.successful) return;
    if (asked) {
      asked.fields.set("version", all("#builder [name=version]")[0].value);
      away = link;
      htmx.ajax("POST", asked.action, { source: "#builder", target: "#builder", swap: "outerHTML",
        values: Object.fromEntries(asked.fields) });
    } else if (link) {
      location.assign(link);
    }
  });
})();
