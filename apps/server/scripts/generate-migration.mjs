// `npm run db:generate -w @tribe/server`: writes the one migration anew from every module's schema.
// Until the first landing there is exactly one; after it this script gives way to plain drizzle-kit.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
rmSync(new URL("../migrations", import.meta.url), { recursive: true, force: true });
const { status } = spawnSync("npx", ["drizzle-kit", "generate", "--name", "tribe"], { cwd: folder, stdio: "inherit" });
process.exit(status ?? 1);
