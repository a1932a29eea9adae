import { ensureBuilt } from "../lib/build.mjs";

/**
 * Before the browser's suites: the pages and the server that they open are those of the sources.
 * @public Vitest calls it.
 */
export default ensureBuilt;
