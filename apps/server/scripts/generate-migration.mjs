// `npm run db:generate -w @tribe/server -- NAME`: writes the next migration from every module's schema. Those that are
// there stay as they are: installations have run them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const name = process.argv[2] ?? "tribe";
const { status } = spawnSync("npx", ["drizzle-kit", "generate", "--name", name], { cwd: folder, stdio: "inherit" });
process.exit(status ?? 1);
