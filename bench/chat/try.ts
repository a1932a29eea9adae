import { crowdRows } from "./crowd.ts";
import { withScene } from "./scene.ts";

console.table(await withScene(1, crowdRows));
process.exit(0);
