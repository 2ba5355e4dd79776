/* The page of a meeting works by forms alone; with this it follows the other player and shows where terrain would lie. */

import { Follow } from "./follow.js";
import { Placing } from "./placing.js";

const root = document.getElementById("meeting");
if (root) {
  const placing = new Placing(root);
  new Follow(root, () => placing.prepare());
}
