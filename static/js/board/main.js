/* The board's script: the page works without it, by forms; with it the field can be handled. */

import { Board } from "./board.js";
import { Confirm } from "./confirm.js";
import { Drag } from "./drag.js";
import { Ghosts } from "./ghosts.js";
import { Grid } from "./grid.js";
import { Inspection } from "./inspection.js";
import { Hexes } from "./hexes.js";
import { Hover } from "./hover.js";
import { Measure } from "./measure.js";
import { Options } from "./options.js";
import { Pieces } from "./pieces.js";
import { Places } from "./place.js";
import { Replay } from "./replay.js";
import { Sheet } from "./sheet.js";
import { Sync } from "./sync.js";
import { Tray } from "./tray.js";
import { Tools } from "./tools.js";
import { FieldView } from "./view.js";
import { Ways } from "./ways.js";
import { Why } from "./why.js";
import { watchField } from "./pointers.js";

const LAYERS = ["lines", "spots", "way", "places", "placing", "odds", "ghosts", "ruler"];

const start = (root) => {
  const board = new Board(root);
  if (!board.frame) {
    new Sync(board, null);
    return;
  }
  for (const name of ["areas", "held"]) board.layer(name, true);
  for (const name of LAYERS) board.layer(name);
  const grid = new Grid(board);
  const view = new FieldView(board);
  const options = new Options(board);
  const confirm = new Confirm(board, options);
  const ghosts = new Ghosts(board, options);
  const pieces = new Pieces(board, view);
  const inspection = new Inspection(board);
  const measure = new Measure(board);
  const places = new Places(board, options, ghosts, confirm);
  const drag = new Drag(board, options, ghosts, confirm, pieces);
  const why = new Why(board, confirm, pieces);
  const ways = new Ways(board, options);
  const hexes = new Hexes(board, options, ghosts, confirm, view, why, ways);
  new Tray(board, options, places, hexes);
  new Hover(board);
  new Tools(board, view, grid, measure);
  if (inspection.first) pieces.select(inspection.first, "subject");
  else pieces.subject("");
  const sync = new Sync(board, pieces);
  new Replay(board, sync);
  watchField(
    board,
    view,
    [(begun) => measure.grip(begun), (begun) => places.grip(begun), (begun) => hexes.grip(begun), (begun) => drag.grip(begun)],
    [(begun) => measure.tap(begun), (begun) => places.tap(begun), (begun) => hexes.tap(begun), (begun) => pieces.tap(begun)],
  );
  root.classList.add("ready");
  new Sheet(board);
  view.resized();
};

const root = document.getElementById("board");
if (root) start(root);
