import { join } from "node:path";

/** This package's folder. */
export const folder = join(import.meta.dirname, "..");
/** What `npm pack` builds, and removes again: the command would otherwise run from a build of older sources. */
export const dist = join(folder, "dist");
