/* The buttons of an editor: tools and what they work with, steps back and forth, nearer and further away. */

export const press = (button, on) => button.setAttribute("aria-pressed", String(on));

export class Panel {
  /** `root` holds the tools; `words` says what each is good for; `acts` is what other buttons of the editor do. */
  constructor(editor, root, words, acts) {
    const { model, view } = editor;
    this.editor = editor;
    this.root = root;
    this.hint = words;
    this.acts = {
      undo: () => model.undo(),
      redo: () => model.redo(),
      nearer: () => view.zoom(),
      further: () => view.zoom(1 / view.step),
      fit: () => view.fit(),
      ...acts,
    };
    editor.root.addEventListener("click", (event) => {
      const part = event.target.closest("button, a[data-lead]");
      if (!part || !this.pressed(part, event)) return;
      this.show();
      editor.mark();
    });
  }

  /** What a button or a link to a fault does; false if it is none of ours. */
  pressed(part, event) {
    const { tools } = this.editor;
    const { tool, value, does, lead } = part.dataset;
    if (tool) tools.take(tool);
    else if (value !== undefined) tools.values[part.closest("[data-options]").dataset.options] = value;
    else if (does) this.acts[does]?.();
    else if (lead) {
      event.preventDefault();
      this.editor.lead(lead);
    } else return false;
    return true;
  }

  button(does) {
    return this.root.querySelector(`[data-does="${does}"]`);
  }

  show() {
    const { tools, model } = this.editor;
    for (const part of this.root.querySelectorAll("[data-tool]")) press(part, part.dataset.tool === tools.tool);
    for (const group of this.root.querySelectorAll("[data-options]")) {
      const { options } = group.dataset;
      group.hidden = options !== tools.tool;
      for (const part of group.querySelectorAll("[data-value]")) press(part, part.dataset.value === tools.values[options]);
    }
    this.root.querySelector("#tool-hint").textContent = this.hint[tools.tool];
    this.button("undo").disabled = !model.past.length;
    this.button("redo").disabled = !model.future.length;
  }
}
