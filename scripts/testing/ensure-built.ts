import { ensureBuilt } from "../lib/build.mjs";

/**
 * Before the browser's suites: builds the pages and the server from the sources.
 * @public Vitest calls it.
 */
export default () => ensureBuilt();
