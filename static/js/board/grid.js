/* The grid that the page draws with the ground: shown or not. */

export class Grid {
  constructor(board) {
    this.board = board;
    this.on = board.root.querySelector("[data-tool=grid]")?.getAttribute("aria-pressed") === "true";
    board.on("swapped", () => this.show());
    this.show();
  }

  set(on) {
    this.on = on;
    this.show();
    this.board.emit("tool", { name: "grid", on });
  }

  show() {
    const grid = document.getElementById("board-grid");
    if (this.on) grid?.removeAttribute("display");
    else grid?.setAttribute("display", "none");
  }
}
