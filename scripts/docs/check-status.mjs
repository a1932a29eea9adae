// Part of `npm run check`: docs/status.md must name only existing tests.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/run.mjs";
import { faultsOf } from "./status-page.mjs";

const docs = join(root, "docs");
/** @param {string} path from docs */
const read = (path) => (existsSync(join(docs, path)) ? readFileSync(join(docs, path), "utf8") : null);
const faults = faultsOf(read("status.md") ?? "", read);
process.stdout.write(faults.map((fault) => `docs/status.md: ${fault}\n`).join(""));
process.exit(faults.length === 0 ? 0 : 1);
