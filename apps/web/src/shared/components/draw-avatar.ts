import { createAvatar } from "@dicebear/core";
import * as thumbs from "@dicebear/thumbs";

/** Draws the generated picture of a seed as a data URI. In a file of its own, so that it loads only when wanted. */
export const drawAvatar = (seed: string): string =>
  createAvatar(thumbs, {
    seed,
    backgroundColor: ["f3c9a5", "e9b78f", "d9c7b0", "c9b59b", "efd9bd"],
    shapeColor: ["8a3b12", "b4541f", "5d4333", "7b5a3c", "a0431a"],
  }).toDataUri();
