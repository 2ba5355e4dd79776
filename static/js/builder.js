// The builder replaces its part of the page at each change; what a person has open or half typed stays.
// On a narrow screen the long parts are folded until they are wanted. What is chosen for a command or for the
// army (`form[data-save]`) is saved when it is chosen, and goes along with whatever is pressed before that.
// The page stays where it is: what was pressed is under the finger still when its answer has come.
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

  // -- searching the book ----------------------------------------------------------------------------

  // `muskt` is the beginning of a word with up to two letters left out.
  const almost = (word, text) => word.length > 2 && text.split(/\s+/).some((each) => {
    if (each[0] !== word[0]) return false;
    let at = 0;
    for (const letter of each.slice(0, word.length + 2)) if (letter === word[at]) at += 1;
    return at === word.length;
  });

  let searching = false;
  const search = () => {
    const form = byId("book-search");
    if (!form) return;
    const value = (name) => form.elements[name]?.value.trim() ?? "";
    const words = value("q").toLowerCase().split(/\s+/).filter(Boolean);
    const [kind, most] = [value("kind"), Number(value("most")) || Infinity];
    const rows = all("#book [data-words]");
    const show = (fits) => rows.filter((row) => {
      row.hidden = !words.every((word) => fits(word, row.dataset.words))
        || (kind !== "" && row.dataset.kind !== kind) || Number(row.dataset.points ?? 0) > most;
      return !row.hidden;
    }).length;
    const exact = show((word, text) => text.includes(word));
    const found = exact || show((word, text) => text.includes(word) || almost(word, text));
    const before = searching;
    searching = words.length > 0 || kind !== "" || most < Infinity;
    for (const part of all("#book details.index")) {
      const shown = all("[data-words]:not([hidden])", part).length;
      part.hidden = !shown;
      part.querySelector("summary .count").textContent = shown;
      if (searching && !part.hidden) part.open = true;
      else if (before && !searching) part.open = folds.get(part.id) ?? !narrow.matches;
    }
    for (const part of all("#book .card-section")) part.hidden = !part.querySelector("[data-words]:not([hidden])");
    const nothing = byId("nothing-found");
    if (nothing) nothing.hidden = found > 0;
    const nearly = byId("near-found");
    if (nearly) nearly.hidden = exact > 0 || !found;
  };
  const searched = (event) => near(event, "#book-search");
  document.addEventListener("input", (event) => searched(event) && search());
  document.addEventListener("change", (event) => searched(event) && search());
  document.addEventListener("submit", (event) => {
    const clear = near(event, "#book-search-all");
    if (!clear && !searched(event)) return;
    event.preventDefault();
    if (clear) for (const field of all("#book-search :is(input:not([type=hidden]), select)")) field.value = "";
    search();
  });

  const begin = () => {
    fold();
    report();
    if (byId("book-search")?.elements.q.value) search();
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
    const what = event.detail.formData.get("do");
    const own = what === form.dataset.save;
    // The command that units are added to is chosen in the book, and stays chosen whatever is pressed.
    const chosen = byId("add-to")?.value;
    if (chosen) event.detail.formData.set("to", chosen);
    if (what === "undo" || what === "redo") return;
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
    const asked = event.detail.requestConfig;
    const pressed = asked?.triggeringEvent?.submitter ?? document.activeElement;
    saved = {
      open: all("details[open][id]", builder).map((each) => each.id),
      shut: all("details[id]:not([open])", builder).map((each) => each.id),
      fields: all("input[id], textarea[id], select[id]", builder).filter((field) => stays(field) || lasts(field))
        .map((field) => ({ id: field.id, value: field.value, checked: field.checked })),
      focus: (pressed && builder.contains(pressed) ? pressed : document.activeElement)?.id,
      next: near({ target: pressed ?? builder }, ".unit-row")?.nextElementSibling?.id,
      places: placesOf(pressed),
      book: byId("book")?.scrollTop,
      scroll: window.scrollY,
    };
  });

  // Neither a search nor a unit chosen to be added is a change of the list.
  const lasts = (field) => Boolean(field.closest("#book-search, .quick-add"));

  // -- the page stays where it is --------------------------------------------------------------------

  // What was pressed and the parts around it, with their places in the window: the first of them that is
  // there afterwards is put back to where it was.
  const placesOf = (pressed) => {
    const places = [];
    for (let part = pressed; part && part.id !== "builder"; part = part.parentElement) {
      if (part.id && part.getClientRects().length) places.push([part.id, part.getBoundingClientRect().top]);
    }
    return places;
  };
  const stay = ({ places, book, scroll }) => {
    const shelf = byId("book");
    if (shelf && book) shelf.scrollTop = book;
    const [id, top] = places.find(([each]) => byId(each)?.getClientRects().length) ?? [];
    if (id === undefined) window.scrollTo({ top: scroll, behavior: "instant" });
    else window.scrollBy({ top: byId(id).getBoundingClientRect().top - top, behavior: "instant" });
  };

  // Where one was; what was taken has a button to remove it in place of the one that took it, and at the
  // fewest bases the button for one fewer is off. Of a unit that is gone the next one has the button.
  const TWINS = [["take-", "give-"], ["give-", "take-"], ["s-fewer-", "s-more-"], ["s-more-", "s-fewer-"],
    ["g-fewer-", "g-more-"], ["g-more-", "g-fewer-"], ["up-", "down-"], ["down-", "up-"],
    ["undo", "redo"], ["redo", "undo"]];
  const back = (id) => {
    const found = byId(id);
    if (found && !found.disabled) return found;
    for (const [from, to] of TWINS) {
      if (id.startsWith(from)) return byId(to + id.slice(from.length));
    }
    return found;
  };
  const focus = ({ focus: id, next: following, places }) => {
    if (!id) return;
    const rest = () => {
      const row = following && byId(following);
      if (row) return row.querySelector(".quick .danger") ?? row.querySelector("summary");
      return places.map(([each]) => byId(each)).find(Boolean)?.querySelector("summary, select, button");
    };
    (back(id) ?? rest())?.focus({ preventScroll: true });
  };

  const tell = () => {
    const [said, [done]] = [byId("said"), all("#builder [data-said]")];
    if (said) said.textContent = done?.dataset.said ?? "";
  };
  tell();

  document.addEventListener("htmx:afterSwap", () => {
    fold();
    const was = saved;
    saved = null;
    if (was) {
      for (const id of was.shut) byId(id)?.removeAttribute("open");
      for (const id of was.open) byId(id)?.setAttribute("open", "");
      for (const { id, value, checked } of was.fields) {
        const field = byId(id);
        if (!field) continue;
        if (field.type === "checkbox") field.checked = checked;
        else if (field.tagName !== "SELECT" || all("option", field).some((each) => each.value === value)) {
          field.value = value;
        }
      }
      search();
      stay(was);
      focus(was);
    }
    report();
    tell();
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
