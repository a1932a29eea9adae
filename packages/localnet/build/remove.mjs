// Runs after `npm pack` and `npm publish` (`postpack`).
import { rmSync } from "node:fs";
import { dist } from "./dist.mjs";

rmSync(dist, { recursive: true, force: true });
