import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const signerRoot = fileURLToPath(new URL("../..", import.meta.url));
const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");

/**
 * The published signer, which was built before the tests began, and the app around it, built into a temporary folder. The build
 * runs in a process of its own: Vitest's sets NODE_ENV to test, which would bundle React's development build, twice as large and
 * slow.
 */
export const buildHarness = async (): Promise<{ app: string; signer: string; root: string }> => {
  const root = mkdtempSync(join(tmpdir(), "tribe-signer-"));
  const app = join(root, "app");
  await promisify(execFile)(process.execPath, [vite, "build", "--logLevel", "error", "--outDir", app], {
    cwd: join(signerRoot, "tests/harness"),
    env: { ...process.env, NODE_ENV: "production" },
  });
  return { app, signer: join(signerRoot, "dist"), root };
};
