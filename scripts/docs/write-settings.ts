/** `npm run docs:settings`: writes the settings' tables of `docs/operating.md` from `apps/server/src/settings`. */
import { readFileSync, writeFileSync } from "node:fs";
import { withSettings } from "../../apps/server/src/settings/page.ts";

const file = new URL("../../docs/operating.md", import.meta.url);
writeFileSync(file, withSettings(readFileSync(file, "utf8")));
